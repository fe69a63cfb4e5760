//! Correction (GDPR art. 16): one field of one inquiry.

use anyhow::{Context, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use entity::{
    EmailAddress, TicketReference,
    contact::{FIELDS, Field, Kind},
    email_address::key_of,
};
use mailer::{
    db::{query_value, query_values, statement},
    text::counted,
};
use sea_orm::{DatabaseConnection, DbErr};
use uuid::Uuid;

/// Reads the name of a field that a person can have corrected: all but the choices, which name nobody.
pub fn correctable() -> impl TypedValueParser<Value = &'static Field> {
    let fields = FIELDS.iter().filter(|field| field.is_content());
    // Leaked, because clap takes no other name; a command builds its parser once.
    let names = fields.map(|field| &*field.column.replace('_', "-").leak());
    PossibleValuesParser::new(names).map(|name| {
        let field = FIELDS.iter().find(|field| field.column == name.replace('-', "_"));
        field.expect("the parser takes columns alone")
    })
}

/// A field with its present value, before the officer confirms.
#[derive(derive_more::Debug)]
#[debug("correction of {} of inquiry {inquiry}", field.column)]
pub struct Correction {
    inquiry: Uuid,
    field: &'static Field,
    pub former: String,
    /// Empty: an optional field is emptied.
    pub value: String,
    /// Of a new address.
    key: Option<String>,
}

impl Correction {
    /// Of the address that another one replaces.
    pub fn former_key(&self) -> Option<String> {
        let former = key_of(&self.former);
        self.key.as_ref().filter(|key| **key != former).map(|_| former)
    }
}

pub async fn read_correction(
    db: &DatabaseConnection,
    reference: &TicketReference,
    field: &'static Field,
    value: &str,
) -> anyhow::Result<Correction> {
    use sea_orm::ConnectionTrait;
    let value = value.trim().to_owned();
    if let Some(why) = misfit(field, &value) {
        bail!("the value does not fit the field: {why}");
    }
    let key = match field.kind {
        Kind::Email { .. } => {
            Some(EmailAddress::parse(&value).ok().context("not a mail address. Write it as name@example.com")?.key())
        }
        _ => None,
    };
    let sql = format!(
        "SELECT inquiry.id, coalesce({0}, '') AS former, EXISTS ( \
             SELECT FROM ledger AS act JOIN ledger AS replay ON act.seq < replay.seq \
                 AND act.seq >= replay.seq - (replay.detail ->> 'imported')::bigint \
             WHERE act.kind = 'correction' AND replay.kind = 'replay' AND act.detail ->> 'field' = '{0}' \
                 AND act.detail -> 'ids' ? inquiry.id::text AND NOT EXISTS ( \
                     SELECT FROM ledger AS again WHERE again.kind = 'correction' AND again.seq > replay.seq \
                         AND again.detail -> 'ids' = act.detail -> 'ids' AND again.detail -> 'field' = act.detail -> 'field' \
                 ) \
         ) AS is_repeated \
         FROM inquiry JOIN inquiry_content ON inquiry_id = inquiry.id WHERE reference = $1",
        field.column
    );
    let row = db.query_one_raw(statement(&sql, [reference.to_string().into()])).await?;
    let row = row.with_context(|| format!("no inquiry has the reference {reference}"))?;
    let (inquiry, former): (Uuid, String) = (row.try_get("", "id")?, row.try_get("", "former")?);
    // Corrections that a restore has lost may have ended where they began.
    if former == value && !row.try_get::<bool>("", "is_repeated")? {
        bail!("the field already has this value");
    }
    Ok(Correction { inquiry, field, former, value, key })
}

/// As the database refuses it.
fn misfit(field: &Field, value: &str) -> Option<String> {
    let (min, max, lines): (usize, usize, &[char]) = match field.kind {
        Kind::Line { min, max } => (min, max, &[]),
        Kind::Email { max } => (1, max, &[]),
        Kind::Text { max } => (1, max, &['\t', '\n']),
        Kind::Choice(_) | Kind::Count { .. } => return None,
    };
    let characters = |length: usize| counted(length as u64, "character", "characters");
    match value.encode_utf16().count() {
        0 => field.is_required.then(|| "it is empty".to_owned()),
        length if length < min => Some(format!("it has {}, and needs {min}", characters(length))),
        length if length > max => Some(format!("it has {}, and may have {max}", characters(length))),
        _ if value.contains(|c: char| c.is_control() && !lines.contains(&c)) => {
            let found =
                if lines.is_empty() { "a line end or another control character" } else { "a control character" };
            Some(format!("it has {found}"))
        }
        _ => None,
    }
}

/// References of the other inquiries with the former address.
pub async fn list_uncorrected(db: &DatabaseConnection, correction: &Correction) -> Result<Vec<String>, DbErr> {
    let sql = "SELECT reference FROM inquiry JOIN compliance.inquiry_content AS content ON inquiry_id = inquiry.id \
        WHERE content.email_key = $1 AND inquiry.id <> $2 ORDER BY received_at";
    let former = correction.former_key();
    query_values(db, statement(sql, [former.into(), correction.inquiry.into()])).await
}

/// Writes the value. The ledger records inquiry and field, never a value.
pub async fn correct(db: &DatabaseConnection, correction: Correction) -> anyhow::Result<()> {
    let Correction { inquiry, field, value, key, former: _ } = correction;
    let value = Some(value).filter(|value| field.is_required || !value.is_empty());
    let values = [inquiry.into(), field.column.into(), value.into(), key.into()];
    if !query_value(db, statement("SELECT correct_inquiry($1, $2, $3, $4)", values)).await? {
        bail!("the inquiry was deleted in the meantime");
    }
    Ok(())
}
