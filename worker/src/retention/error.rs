//! Why the database refused, in words that name what to change.

use sea_orm::DbErr;

use crate::db_error::sqlstate;

/// The texts hold nothing of what the database said, which could quote a row.
#[derive(Debug, thiserror::Error)]
pub enum RetentionError {
    #[error(
        "the database's clock is more than a day from the last purge, so nothing was purged. Check the clock; \
         if it is right (after a long stop, say), run `worker retention accept-clock`"
    )]
    Clock,
    #[error(
        "the database was restored from a dump. Run `worker retention replay FILE` with the latest exported ledger \
         first, so that nobody comes back"
    )]
    Restored,
    #[error("the file does not continue this database's ledger")]
    Foreign,
    #[error("the role of {0} may not do this. Log in as inquiry_compliance (for replay: inquiry_owner)")]
    Forbidden(&'static str),
    #[error("{0}: the database refused the login. Check role, password and database name")]
    Login(&'static str),
    #[error("the database's schema is not current. Run the `migration` program")]
    Schema,
    #[error("somebody else is using what is to be changed. Try again in a minute")]
    Busy,
    #[error("the inquiry was removed meanwhile. Look again")]
    Gone,
    #[error("{0}: the database does not answer. Check host and port, and that it runs")]
    Unreachable(&'static str),
    #[error("the database refused (SQLSTATE {0})")]
    Refused(String),
}

impl RetentionError {
    /// `variable` is the setting that the connection came from.
    pub fn of(error: &DbErr, variable: &'static str) -> Self {
        match sqlstate(error).as_deref() {
            Some("FW001") => Self::Clock,
            Some("FW003") => Self::Foreign,
            Some("FW006") => Self::Restored,
            Some("42501") => Self::Forbidden(variable),
            Some("28P01" | "28000" | "3D000") => Self::Login(variable),
            Some("42P01" | "3F000" | "42883" | "42703") => Self::Schema,
            Some("55P03" | "40P01" | "40001") => Self::Busy,
            Some("23503") => Self::Gone,
            Some(code) => Self::Refused(code.to_owned()),
            None => Self::Unreachable(variable),
        }
    }

    /// For the ledger and for metrics.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Clock => "clock",
            Self::Restored => "restored",
            Self::Foreign => "foreign",
            Self::Forbidden(_) => "forbidden",
            Self::Login(_) => "login",
            Self::Schema => "schema",
            Self::Busy => "busy",
            Self::Gone => "gone",
            Self::Unreachable(_) => "unreachable",
            Self::Refused(_) => "refused",
        }
    }
}
