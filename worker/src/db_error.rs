//! What a database error says, without its text, which can quote a row.

use sea_orm::{DbErr, RuntimeErr};

/// The error's SQLSTATE, if the server answered.
pub fn sqlstate(error: &DbErr) -> Option<String> {
    let (DbErr::Conn(RuntimeErr::SqlxError(error))
    | DbErr::Exec(RuntimeErr::SqlxError(error))
    | DbErr::Query(RuntimeErr::SqlxError(error))) = error
    else {
        return None;
    };
    error.as_database_error().and_then(|error| error.code().map(std::borrow::Cow::into_owned))
}
