//! What a database error says, without its text, which can quote a row.

use entity::database::sqlx_error;
use sea_orm::{DbErr, RuntimeErr, SqlxError, sqlx::postgres::PgDatabaseError};
use strum_macros::{IntoStaticStr, VariantNames};
use uuid::Uuid;

pub use entity::database::sqlstate;

/// The settings with a database URL, one per role.
pub const APP_URL: &str = "DATABASE_URL";
pub const COMPLIANCE_URL: &str = "COMPLIANCE_DATABASE_URL";
pub const OWNER_URL: &str = "MIGRATION_DATABASE_URL";

/// SQLSTATE `disk_full`.
pub const DISK_FULL: &str = "53100";

/// Why the database refused, and what to change. The names are for the ledger and for metrics.
#[derive(Debug, thiserror::Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case", crate = "sea_orm::strum")]
pub enum DatabaseError {
    #[error(
        "the database's clock differs from the last purge by more than a day, so nothing is purged, and nobody is reminded. \
         Check the clock. If it is right (for example after a long stop), run `compliance retention accept-clock`"
    )]
    Clock,
    #[error(
        "the database was restored from a dump. First run `compliance retention replay FILE` with the latest exported \
         ledger, so that erased persons stay erased"
    )]
    Restored,
    #[error("the file does not continue this database's ledger")]
    Foreign,
    #[error("the role of {0} lacks the permission. Log in as inquiry_compliance (for replay: inquiry_owner)")]
    Forbidden(&'static str),
    #[error("{0}: the database refused the login. Check role, password and database name")]
    Login(&'static str),
    #[error("the database's schema is not current. Run the `migration` program")]
    Schema,
    #[error("another transaction locks the same rows. Try again in a minute")]
    Busy,
    #[error("the inquiry was deleted in the meantime. List it again")]
    Gone,
    #[error(
        "nothing was changed: another officer has to confirm it, each of the two with a login of his own in COMPLIANCE_DATABASE_URL. \
         inquiry_compliance may be anybody's"
    )]
    SameOfficer,
    #[error(
        "nothing was changed: a hold placed with inquiry_compliance, which may be anybody's, lasts a year at most \
         (COMPLIANCE_SECOND_OFFICER). Place it until then now, and a longer one with a login of your own in COMPLIANCE_DATABASE_URL"
    )]
    LongHold,
    #[error(
        "nothing was changed: the second erasure, removal or correction within a day waits for another officer \
         (COMPLIANCE_SECOND_OFFICER). {}",
        match .0 {
            Some(id) => format!("Another officer runs `compliance person confirm {id}`; then run this command again"),
            None => CONFIRMABLE.to_owned(),
        }
    )]
    SecondOfficer(Option<Uuid>),
    #[error(
        "a legal hold keeps this inquiry as it is: correct it when the hold has ended. Until then, tell the person by the letter of \
         `compliance person request letter ID`, and note it by `compliance person request wait ID`"
    )]
    Held,
    #[error(
        "--told: the person is told while the restriction is in force, from the day on which it began to today. Nothing was lifted"
    )]
    ToldOn,
    #[error("a hold must end in the future and within 100 years")]
    HoldEnd,
    #[error("a request is received today or within the last year. Check the year of --received")]
    ReceivedOn,
    #[error("the value does not fit the field")]
    FieldValue,
    #[error(
        "the database's disk is full. This step was not done, and what was recorded before it stays. Free space on the \
         volume of the database, then run the command again"
    )]
    DiskFull,
    #[error("{0}: the database does not answer. Check host and port, and whether it runs")]
    Unreachable(&'static str),
    #[error("the database refused (SQLSTATE {0})")]
    Refused(String),
}

/// Of an act for which nobody has asked.
const CONFIRMABLE: &str = "\
Register what the person asked (`compliance person request add AUTHOR-ADDRESS --kind correction|erasure`; a removal is an erasure, a new \
address a correction); then run this command again, which says what another officer runs";

impl DatabaseError {
    /// `variable` is the setting that the connection came from.
    pub fn of(error: &DbErr, variable: &'static str) -> Self {
        match sqlstate(error).as_deref() {
            Some("FW001") => Self::Clock,
            Some("FW003") => Self::Foreign,
            Some("FW006") => Self::Restored,
            Some("FW007") => Self::HoldEnd,
            Some("FW011") => Self::ReceivedOn,
            Some("FW012" | "23514" | "23502") => Self::FieldValue,
            Some("FW010") => Self::SameOfficer,
            Some("FW018") => Self::LongHold,
            Some("FW013") => Self::SecondOfficer(confirmable(error)),
            Some("FW016") => Self::ToldOn,
            Some("FW017") => Self::Held,
            Some("42501") => Self::Forbidden(variable),
            Some("28P01" | "28000" | "3D000") => Self::Login(variable),
            Some("42P01" | "3F000" | "42883" | "42703") => Self::Schema,
            Some("55P03" | "40P01" | "40001" | "FW008") => Self::Busy,
            Some("23503") => Self::Gone,
            Some(DISK_FULL) => Self::DiskFull,
            Some(code) => Self::Refused(code.to_owned()),
            None => Self::Unreachable(variable),
        }
    }

    /// For `map_err`.
    pub fn with(variable: &'static str) -> impl Fn(DbErr) -> Self {
        move |error| Self::of(&error, variable)
    }

    /// For the end of a command: says a database error, wherever it is in the chain, without its text.
    pub fn explain(error: anyhow::Error, variable: &'static str) -> anyhow::Error {
        let database = error.chain().find_map(|cause| cause.downcast_ref());
        database.map(|cause| Self::of(cause, variable).into()).unwrap_or(error)
    }
}

/// What another officer can confirm: its id alone is in the detail.
fn confirmable(error: &DbErr) -> Option<Uuid> {
    let error = sqlx_error(error)?.as_database_error()?;
    error.try_downcast_ref::<PgDatabaseError>()?.detail()?.parse().ok()
}

/// Whether the server refused the values (SQLSTATE classes 22 and 23): the same ones fail again.
pub fn is_refusal(error: &DbErr) -> bool {
    sqlstate(error).is_some_and(|code| code.starts_with("22") || code.starts_with("23"))
}

/// Whether the server answered and this version cannot read its answer: a newer version may have written the row.
pub fn is_unreadable(error: &DbErr) -> bool {
    matches!(error, DbErr::Type(_) | DbErr::Json(_) | DbErr::TryIntoErr { .. })
        || matches!(error, DbErr::Query(RuntimeErr::SqlxError(error)) if matches!(**error, SqlxError::ColumnDecode { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entries of the ledger and metrics have them.
    #[test]
    fn the_names_stay() {
        for (error, name) in [
            (DatabaseError::Clock, "clock"),
            (DatabaseError::Restored, "restored"),
            (DatabaseError::Foreign, "foreign"),
            (DatabaseError::Forbidden(APP_URL), "forbidden"),
            (DatabaseError::Login(APP_URL), "login"),
            (DatabaseError::Schema, "schema"),
            (DatabaseError::Busy, "busy"),
            (DatabaseError::Gone, "gone"),
            (DatabaseError::SameOfficer, "same_officer"),
            (DatabaseError::LongHold, "long_hold"),
            (DatabaseError::SecondOfficer(None), "second_officer"),
            (DatabaseError::Held, "held"),
            (DatabaseError::ToldOn, "told_on"),
            (DatabaseError::HoldEnd, "hold_end"),
            (DatabaseError::ReceivedOn, "received_on"),
            (DatabaseError::FieldValue, "field_value"),
            (DatabaseError::DiskFull, "disk_full"),
            (DatabaseError::Unreachable(APP_URL), "unreachable"),
            (DatabaseError::Refused(String::new()), "refused"),
        ] {
            assert_eq!(<&str>::from(error), name);
        }
    }
}
