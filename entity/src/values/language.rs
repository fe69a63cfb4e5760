//! The languages of the site and of the mails to visitors.

use sea_orm::{DeriveActiveEnum, EnumIter};

/// As ISO 639-1 names it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, serde::Serialize, serde::Deserialize,
)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Language {
    #[default]
    En,
    De,
    Fr,
    It,
}

impl Language {
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Fr => "fr",
            Self::It => "it",
        }
    }

    /// As a consultant reads it.
    pub fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::De => "German",
            Self::Fr => "French",
            Self::It => "Italian",
        }
    }
}
