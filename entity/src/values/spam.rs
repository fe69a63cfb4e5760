//! Signs of spam, and what they weigh together.

use sea_orm::{FromQueryResult, entity::prelude::*};
use serde::Serialize;

/// Why an inquiry looks like spam. Stored and counted by name; the word itself is never kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumIter, DeriveActiveEnum, Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum SpamSign {
    /// The form's control that people do not see was filled.
    Decoy,
    /// Sent faster than a person fills the form.
    Haste,
    Links,
    /// HTML, or square brackets as in forums.
    Markup,
    /// Phrases of advertisements.
    Phrases,
    /// A script that none of the office's languages is written in.
    Script,
    /// The same text came before within a week, from another sender.
    Repeated,
    /// The same text was called spam by a consultant, or was held before.
    KnownText,
    /// Marks of mass mail, whatever its words.
    MassMail,
}

impl SpamSign {
    /// In a consultant's words.
    pub fn label(self) -> &'static str {
        match self {
            Self::Decoy => "hidden field filled",
            Self::Haste => "sent within seconds",
            Self::Links => "links",
            Self::Markup => "HTML or BBCode",
            Self::Phrases => "phrases of advertisements",
            Self::Script => "foreign script",
            Self::Repeated => "the same text came before",
            Self::KnownText => "the same text was spam before",
            Self::MassMail => "marks of mass mail",
        }
    }

    /// Whether no person leaves this sign. A text may come again once.
    pub fn shows_a_program(self) -> bool {
        matches!(self, Self::Decoy | Self::Haste | Self::KnownText)
    }
}

/// What the checks for spam said of an inquiry that had signs.
#[derive(Debug, FromQueryResult, Serialize)]
pub struct SpamCheck {
    pub points: i16,
    pub signs: Vec<String>,
    /// A program sent it: nobody was notified before it was released.
    pub is_suspected: bool,
    /// Its text reached the limit: consultants were told that it is perhaps spam.
    pub is_marked: bool,
}

/// The signs of an inquiry, and their points. No signs: no points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SpamScore {
    #[serde(rename = "spam_points")]
    pub points: i16,
    #[serde(rename = "spam_signs")]
    pub signs: Vec<SpamSign>,
}

impl SpamScore {
    /// Adds a sign, if it weighs anything.
    pub fn add(&mut self, sign: SpamSign, points: i16) {
        if points > 0 {
            self.points = self.points.saturating_add(points);
            if !self.signs.contains(&sign) {
                self.signs.push(sign);
            }
        }
    }
}
