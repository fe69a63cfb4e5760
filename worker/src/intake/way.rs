//! The ways in.

use sea_orm::{DeriveActiveEnum, EnumIter};

/// How a mail came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Way {
    Lmtp,
    Pipe,
    Imap,
}
