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
    /// The address is of a service whose mailboxes last for minutes.
    DisposableAddress,
    /// A script that none of the office's languages is written in.
    Script,
    /// The bot check gave no verdict.
    Unverified,
    /// The same text came before within a week.
    Repeated,
    /// The same text was called spam by a consultant, or was suspected before.
    KnownText,
    /// A language that the office does not write.
    Language,
    /// Marks of mass mail, whatever its words.
    MassMail,
    /// A name or company of words that are none.
    Name,
    /// Letters that a program has drawn.
    RandomLetters,
    /// Words as advertisers choose them, by a linear model.
    Wording,
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
            Self::DisposableAddress => "disposable address",
            Self::Script => "foreign script",
            Self::Unverified => "bot check without a verdict",
            Self::Repeated => "the same text came before",
            Self::KnownText => "the same text was spam before",
            Self::Language => "foreign language",
            Self::MassMail => "marks of mass mail",
            Self::Name => "no name",
            Self::RandomLetters => "random letters",
            Self::Wording => "wording of advertisements",
        }
    }
}

/// What the checks for spam said of an inquiry that had signs.
#[derive(Debug, FromQueryResult, Serialize)]
pub struct SpamCheck {
    pub points: i16,
    pub signs: Vec<String>,
    /// It reached the limit: nobody was notified before it was released.
    pub is_suspected: bool,
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
            self.signs.push(sign);
        }
    }
}
