//! The form's fields (specification, sections 3 and 5), once: rules, store statement, mails, documents and the description of
//! the api follow [`FIELDS`].

use std::str::FromStr;

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{email_address::EmailAddress, inquiry, inquiry_content};

/// A closed list: each variant with its name in JSON and in the database, and its label in mails and documents.
/// A notification shows the label without the field's: "51 to 250 people", not "51 to 250".
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $value:tt $label:literal)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, Serialize, Deserialize)]
        #[sea_orm(rs_type = "String", db_type = "Text")]
        pub enum $name {
            $(#[sea_orm(string_value = $value)] #[serde(rename = $value)] $variant,)*
        }

        impl $name {
            const OPTIONS: Kind = Kind::Choice(&[$(($value, $label)),*]);

            pub fn label(self) -> &'static str {
                match self { $(Self::$variant => $label),* }
            }
        }
    };
}

choice! {
    /// The reason for contact that the visitor selects.
    ContactReason {
        ThreatDetectionResponse "threat-detection-response" "Threat detection and response"
        Devsecops "devsecops" "DevSecOps"
        CloudSecurity "cloud-security" "Cloud security"
        VulnerabilityManagement "vulnerability-management" "Vulnerability management"
        SecurityAwareness "security-awareness" "Security awareness"
        SecurityAssessment "security-assessment" "Security assessment"
        IncidentResponse "incident-response" "Incident response"
        Partnership "partnership" "Partnership"
        Reselling "reselling" "Reselling"
        Other "other" "Other"
    }
}

impl ContactReason {
    /// Answered within hours, on any day.
    pub fn is_urgent(self) -> bool {
        self == Self::IncidentResponse
    }
}

choice! {
    /// The program that the visitor selects.
    Program {
        EdrImplementation "edr-implementation" "EDR/XDR implementation"
        SiemThreatHunting "siem-threat-hunting" "SIEM and threat hunting"
        ThreatIntelPlatform "threat-intel-platform" "Threat intelligence and analytics data lake"
        PurpleTeamOperations "purple-team-operations" "Purple team operations"
        ComplianceGovernance "compliance-governance" "Compliance and governance"
    }
}

/// What a visitor entered: valid, with trimmed texts.
#[derive(Clone, derive_more::Debug, PartialEq, Eq, Serialize, Deserialize)]
#[debug("fields")]
pub struct InquiryFields {
    pub first_name: String,
    pub last_name: String,
    pub company: String,
    pub email: EmailAddress,
    pub contact_reason: ContactReason,
    pub message: String,
    #[serde(flatten)]
    pub optional: OptionalFields,
}

/// What a visitor may leave out.
#[derive(Clone, derive_more::Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[debug("optional fields")]
pub struct OptionalFields {
    pub phone: Option<String>,
    pub country: Option<String>,
    pub program: Option<Program>,
    pub desired_consultants: Option<i16>,
}

/// What a field takes. Lengths count UTF-16 code units after trimming.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Line {
        min: usize,
        max: usize,
    },
    Email {
        max: usize,
    },
    /// Lines.
    Text {
        max: usize,
    },
    /// Values with their labels.
    Choice(&'static [(&'static str, &'static str)]),
    /// From 1, of such things: one and many.
    Count {
        max: i16,
        of: [&'static str; 2],
    },
}

#[derive(Debug)]
pub struct Field {
    /// In the request.
    pub name: &'static str,
    /// In `inquiry`, or, of what says who asks or is typed, in `inquiry_content`.
    pub column: &'static str,
    /// In mails and documents.
    pub label: &'static str,
    pub kind: Kind,
    pub is_required: bool,
    /// What the visitor reads who left it out or entered something else.
    pub refusal: &'static str,
    pub too_long: &'static str,
}

const fn required(
    [name, column, label]: [&'static str; 3],
    kind: Kind,
    [refusal, too_long]: [&'static str; 2],
) -> Field {
    Field { name, column, label, kind, is_required: true, refusal, too_long }
}

const fn optional(names: [&'static str; 3], kind: Kind, refusals: [&'static str; 2]) -> Field {
    Field { is_required: false, ..required(names, kind, refusals) }
}

/// Of each choice that may be left out.
const CHOICE: &str = "Please select an entry from the list";
const COUNTRY: &str = "Country must be less than 56 characters";

/// In the order of the page.
pub const FIELDS: &[Field] = &[
    required(
        ["firstName", "first_name", "First name"],
        Kind::Line { min: 1, max: 50 },
        ["First name is required", "First name must be less than 50 characters"],
    ),
    required(
        ["lastName", "last_name", "Last name"],
        Kind::Line { min: 1, max: 50 },
        ["Last name is required", "Last name must be less than 50 characters"],
    ),
    required(
        ["company", "company", "Company"],
        Kind::Line { min: 1, max: 100 },
        ["Company is required", "Company must be less than 100 characters"],
    ),
    required(
        ["email", "email", "Email"],
        Kind::Email { max: 255 },
        ["Invalid email address", "Email must be less than 255 characters"],
    ),
    optional(
        ["phone", "phone", "Phone"],
        Kind::Line { min: 5, max: 40 },
        ["Phone number must be at least 5 characters", "Phone number must be less than 40 characters"],
    ),
    optional(["country", "country", "Country"], Kind::Line { min: 1, max: 56 }, [COUNTRY; 2]),
    required(
        ["contactReason", "contact_reason", "Reason"],
        ContactReason::OPTIONS,
        ["Please select a reason for contact", ""],
    ),
    optional(["program", "program", "Program"], Program::OPTIONS, [CHOICE, ""]),
    optional(
        ["desiredConsultants", "desired_consultants", "Consultants"],
        Kind::Count { max: 8, of: ["consultant", "consultants"] },
        ["Number of consultants must be between 1 and 8", ""],
    ),
    required(
        ["message", "message", "Message"],
        Kind::Text { max: 1000 },
        ["Message is required", "Message must be less than 1000 characters"],
    ),
];

fn is_stand_in(email: &str) -> bool {
    EmailAddress::parse(email).is_ok_and(|address| address.is_phone())
}

impl Field {
    /// Whether it is a column of `inquiry_content`.
    pub fn is_content(&self) -> bool {
        inquiry_content::Column::from_str(self.column).is_ok()
    }

    /// What is stored, a choice by its label; `Null` if it was left out.
    ///
    /// # Panics
    /// If neither table has the column; a test compares them.
    pub fn entered(&self, inquiry: &inquiry::Model, content: &inquiry_content::Model) -> Value {
        let stored = match inquiry_content::Column::from_str(self.column) {
            Ok(column) => content.get(column),
            Err(_) => inquiry.get(inquiry::Column::from_str(self.column).expect("each field has a column")),
        };
        match (stored, self.kind) {
            (sea_orm::Value::String(Some(value)), Kind::Choice(options)) => {
                options.iter().find(|(name, _)| *name == value).map(|(_, label)| *label).into()
            }
            (sea_orm::Value::String(Some(email)), Kind::Email { .. }) if is_stand_in(&email) => Value::Null,
            (sea_orm::Value::String(text), _) => text.into(),
            (sea_orm::Value::SmallInt(count), _) => count.into(),
            _ => Value::Null,
        }
    }
}
