//! Why something failed, for logs and alerts.

use entity::database::sqlx_error;
use sea_orm::DbErr;

use crate::{
    BuildError, NotSent,
    db_error::{DatabaseError, is_unreadable},
};

/// Without personal data: our own errors by their text, those of the database by SQLSTATE and constraint. The text of any
/// other error can quote a value, so it is left out.
pub fn describe_cause(error: &anyhow::Error) -> String {
    let known = error.chain().find_map(|cause| {
        let database = || cause.downcast_ref().map(describe_database_error);
        let own = || cause.downcast_ref::<DatabaseError>().map(ToString::to_string);
        let not_sent = || cause.downcast_ref::<NotSent>().map(ToString::to_string);
        let not_built = || cause.downcast_ref::<BuildError>().map(ToString::to_string);
        database().or_else(own).or_else(not_sent).or_else(not_built)
    });
    known.unwrap_or_else(|| "an error of another kind: a bug".to_owned())
}

fn describe_database_error(error: &DbErr) -> String {
    let Some(cause) = sqlx_error(error) else {
        let is_away = matches!(error, DbErr::Conn(_) | DbErr::ConnectionAcquire(_));
        return if is_away { AWAY } else { UNREADABLE }.to_owned();
    };
    match cause.as_database_error() {
        None => if is_unreadable(error) { UNREADABLE } else { AWAY }.to_owned(),
        Some(refusal) => {
            let constraint = refusal.constraint().map(|name| format!(", constraint {name}")).unwrap_or_default();
            format!("the database refused (SQLSTATE {}{constraint})", refusal.code().unwrap_or_default())
        }
    }
}

const AWAY: &str = "the database does not answer";
const UNREADABLE: &str = "the database's answer cannot be read";

#[cfg(test)]
mod tests {
    use anyhow::Context;
    use sea_orm::RuntimeErr;

    use super::*;
    use crate::smtp::Code;

    #[test]
    fn an_error_of_ours_is_described_by_its_text_and_any_other_by_none() {
        let refused = || NotSent::ToConsultant(Code::new("smtp_550"));
        let secret = "Zquorvex";
        for (error, part) in [
            (refused().into(), "a mail to a consultant was not sent (smtp_550)"),
            (Err::<(), _>(refused()).context(secret).unwrap_err(), "a mail to a consultant was not sent (smtp_550)"),
            (DatabaseError::Busy.into(), "another transaction locks the same rows. Try again in a minute"),
            (BuildError::NoRecipient.into(), "the outbox row of a notification names no recipient"),
            (DbErr::Conn(RuntimeErr::Internal(secret.to_owned())).into(), AWAY),
            (DbErr::Type(secret.to_owned()).into(), UNREADABLE),
            (DbErr::RecordNotFound(secret.to_owned()).into(), UNREADABLE),
            (std::io::Error::other(secret).into(), "an error of another kind: a bug"),
            (anyhow::anyhow!("{secret} is unknown"), "an error of another kind: a bug"),
        ] {
            assert_eq!(describe_cause(&error), part, "{error:?}");
        }
    }
}
