//! The closed lists of the form (specification, section 3).

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// The reason for contact that the visitor selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, Serialize, Deserialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum ContactReason {
    ThreatDetectionResponse,
    Devsecops,
    CloudSecurity,
    VulnerabilityManagement,
    SecurityAwareness,
    SecurityAssessment,
    IncidentResponse,
    Partnership,
    Reselling,
    Other,
}

impl ContactReason {
    /// Answered within hours, on any day.
    pub fn is_urgent(self) -> bool {
        self == Self::IncidentResponse
    }

    /// The label in mails to consultants.
    pub fn label(self) -> &'static str {
        match self {
            Self::ThreatDetectionResponse => "Threat detection and response",
            Self::Devsecops => "DevSecOps",
            Self::CloudSecurity => "Cloud security",
            Self::VulnerabilityManagement => "Vulnerability management",
            Self::SecurityAwareness => "Security awareness",
            Self::SecurityAssessment => "Security assessment",
            Self::IncidentResponse => "Incident response",
            Self::Partnership => "Partnership",
            Self::Reselling => "Reselling",
            Self::Other => "Other",
        }
    }
}

/// The program that the visitor selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, Serialize, Deserialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Program {
    EdrImplementation,
    SiemThreatHunting,
    ThreatIntelPlatform,
    PurpleTeamOperations,
    ComplianceGovernance,
}

impl Program {
    /// The label in mails to consultants.
    pub fn label(self) -> &'static str {
        match self {
            Self::EdrImplementation => "EDR/XDR implementation",
            Self::SiemThreatHunting => "SIEM and threat hunting",
            Self::ThreatIntelPlatform => "Threat intelligence and analytics data lake",
            Self::PurpleTeamOperations => "Purple team operations",
            Self::ComplianceGovernance => "Compliance and governance",
        }
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::Iterable;

    use super::*;

    #[test]
    fn json_and_database_use_the_same_names() {
        for reason in ContactReason::iter() {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.to_value());
        }
        for program in Program::iter() {
            assert_eq!(serde_json::to_value(program).unwrap(), program.to_value());
        }
        assert_eq!(Program::EdrImplementation.to_value(), "edr-implementation");
        assert_eq!(ContactReason::Devsecops.to_value(), "devsecops");
    }
}
