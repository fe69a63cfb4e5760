//! Requests under data protection law.

use sea_orm::entity::prelude::*;

/// The texts are the command line's help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum RequestKind {
    /// A copy of the data (GDPR art. 15, FADP art. 25): `compliance person export`.
    Access,
    /// Art. 16, FADP art. 32: `compliance person correct`.
    Correction,
    /// Art. 17, FADP art. 32: `compliance person erase`.
    Erasure,
    /// Art. 18: `compliance person restrict`.
    Restriction,
    /// A machine-readable copy (art. 20, FADP art. 28): `compliance person export`.
    Portability,
    /// Art. 21, FADP art. 30: `compliance person restrict` or `erase`.
    Objection,
}

/// Why the deadline was extended (GDPR art. 12 (3)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum ExtensionReason {
    /// The request is complex.
    Complexity,
    /// There are many requests.
    Number,
}

/// How a request was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum RequestAnswer {
    Granted,
    /// Partly granted.
    Partly,
    Refused,
    NothingStored,
    /// The person withdrew it.
    Withdrawn,
    /// The person's data was erased meanwhile, and nothing is left to answer about.
    EndedByErasure,
}

/// How the person's identity was checked (GDPR art. 12 (6)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum IdentityCheck {
    /// The request came from the stored address, and its sender was authenticated.
    StoredAddress,
    /// The person answered a mail to the stored address.
    Reply,
    /// A call to the stored phone number.
    Callback,
    /// An identity document was seen; no copy was kept.
    Document,
    /// The officer knows the person.
    Known,
    /// A power of attorney was seen.
    Representative,
}

/// How the person was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Channel {
    Mail,
    Post,
    /// A download or a shared folder that only the person can open.
    Portal,
    Phone,
    InPerson,
}

/// What the person got with the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, serde::Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Sent {
    /// What `compliance person export` wrote.
    Export,
    /// The certificate of an erasure.
    Certificate,
    /// That it was done, or that nothing is stored.
    Confirmation,
    /// The reasons of a refusal, with the right to complain.
    Reasons,
    Nothing,
}
