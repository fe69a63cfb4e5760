//! The first commit: the bytes and a row. Only after it may a sender be told that we have the mail.

use std::{panic::catch_unwind, time::Duration};

use inbound::{digest_key::DigestKey, headers::Headers};
use sea_orm::{ActiveEnum, DatabaseConnection, DbErr, DeriveActiveEnum, EnumIter, Value};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::one_line;
use crate::db::{query_row, statement, within};

/// The longest wait of a sender for the commit; then it gets a temporary error and delivers again.
const LIMIT: Duration = Duration::from_secs(20);

/// Characters of an address that the column takes.
const MAX_ADDRESS: usize = 320;

/// How a mail came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Way {
    Lmtp,
    Pipe,
}

/// What the sender said besides the mail. Each recipient has a separate delivery.
#[derive(Clone)]
pub struct Envelope {
    /// `None`: unknown. Empty: the null path.
    pub from: Option<String>,
    /// `None`: unknown; the headers name it.
    pub to: Option<String>,
}

/// Addresses stay out of `{:?}`.
impl std::fmt::Debug for Envelope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Envelope")
    }
}

/// A mail that is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub id: Uuid,
    /// False: the same delivery came before, and its sender did not hear of it.
    pub is_new: bool,
}

/// Bytes that were removed, with an erased inquiry or after 30 days, do not come back from a mailbox.
///
/// $1 id, $2 way, $3 and $4 digests of the delivery and the mail, $5 bytes, $6 sender, $7 recipients, $8 the mail.
const ACCEPT: &str = "\
    WITH stored AS ( \
        INSERT INTO intake (id, way, source_key, digest, size) VALUES ($1, $2, $3, $4, $5) \
        ON CONFLICT (source_key) DO UPDATE SET deliveries = intake.deliveries + 1 \
        RETURNING id, deliveries = 1 AS is_new \
    ), removed AS ( \
        SELECT FROM intake WHERE digest = $4 AND state = 'settled' \
            AND NOT EXISTS (SELECT FROM raw_mail WHERE intake_id = intake.id) LIMIT 1 \
    ), kept AS ( \
        INSERT INTO raw_mail (intake_id, envelope_from, recipients, raw) SELECT id, $6, $7, $8 FROM stored \
        WHERE is_new AND NOT EXISTS (SELECT FROM removed) \
    ) SELECT id, is_new FROM stored";

/// Stores a mail, once however often it is delivered. An error means that nothing is known: the sender must deliver again.
pub async fn accept(
    db: &DatabaseConnection,
    key: &DigestKey,
    way: Way,
    envelope: &Envelope,
    raw: &[u8],
) -> Result<Accepted, DbErr> {
    let to = envelope.to.as_deref().unwrap_or_default();
    let source = key.digest("delivery", [way.to_value().as_bytes(), to.as_bytes(), &Sha256::digest(raw)]);
    let values: [Value; 8] = [
        Uuid::now_v7().into(),
        way.to_value().into(),
        source.into(),
        mail_digest(key, raw).into(),
        i32::try_from(raw.len()).unwrap_or(i32::MAX).into(),
        envelope.from.as_deref().map(|from| one_line(from, MAX_ADDRESS)).into(),
        envelope.to.iter().map(|to| one_line(to, MAX_ADDRESS)).collect::<Vec<_>>().into(),
        raw.to_vec().into(),
    ];
    let row = within(LIMIT, query_row(db, statement(ACCEPT, values))).await?;
    let accepted = Accepted { id: row.try_get("", "id")?, is_new: row.try_get("", "is_new")? };
    let new = if accepted.is_new { "yes" } else { "no" };
    metrics::counter!("intake_deliveries_total", "way" => way.to_value(), "new" => new).increment(1);
    tracing::info!(intake = %accepted.id, way = way.to_value(), is_new = accepted.is_new, "mail accepted");
    Ok(accepted)
}

/// The same mail by two ways has the same digest: trace fields, which differ, do not count. A mail whose headers cannot
/// be read counts as a whole.
fn mail_digest(key: &DigestKey, raw: &[u8]) -> Vec<u8> {
    let read = catch_unwind(|| {
        let headers = Headers::of(raw).ok()?;
        let field = |name: &str| headers.first(name).unwrap_or_default().into_bytes();
        let fields = [field("Message-ID"), field("From"), field("Date"), field("Subject")];
        let parts = fields.iter().map(Vec::as_slice).chain([headers.body()]);
        Some(key.digest("mail", parts))
    });
    read.ok().flatten().unwrap_or_else(|| key.digest("raw", [raw]))
}
