//! The first commit: the bytes and a row. The sender gets its 250 after it.

use std::{panic::catch_unwind, time::Duration};

use inbound::{headers::Headers, parsed_mail::Summary};
use mailer::db::{query_row, statement, within};
use mailer::fingerprint::FingerprintKey;
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseConnection, DbErr, DeriveActiveEnum, EnumIter, QueryResult, Value};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::{keys_of, one_line};

/// A larger mail is refused, and its sender gets the error.
pub const MAX_MAIL_BYTES: usize = 25 * 1024 * 1024;

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
    Imap,
}

/// What the sender said besides the mail. Each recipient has a separate delivery.
#[derive(Clone)]
pub struct Envelope {
    /// `None`: unknown. Empty: the null path.
    pub from: Option<String>,
    /// `None`: unknown; the headers name it.
    pub to: Option<String>,
}

entity::opaque_debug!(Envelope);

/// A mail that is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub id: Uuid,
    /// False: the same delivery came before, and its sender did not hear of it.
    pub is_new: bool,
}

/// A mail in a mailbox. It stays there until it is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct InMailbox<'a> {
    /// Which account, UIDVALIDITY and UID.
    pub(super) source: &'a [u8],
    /// The folder was numbered anew, so this mail may be known by another UID.
    pub(super) is_read_again: bool,
    /// As the server says; of a mail that is too large, only the headers are read.
    pub(super) size: usize,
}

/// Bytes that were removed, with an erased inquiry or after 30 days, do not come back by another way.
///
/// $1 id, $2 way, $3 and $4 fingerprints of the delivery and the mail, $5 size, $6 sender, $7 recipients, $8 the mail, $9 its writer's
/// keys.
const ACCEPT: &str = "\
    WITH stored AS ( \
        INSERT INTO intake (id, way, source_key, digest, size) VALUES ($1, $2, $3, $4, $5) \
        ON CONFLICT (source_key) DO UPDATE SET deliveries = intake.deliveries + 1 \
        RETURNING id, deliveries = 1 AS is_new \
    ), removed AS ( \
        SELECT FROM intake WHERE digest = $4 AND state = 'settled' \
            AND NOT EXISTS (SELECT FROM raw_mail WHERE intake_id = intake.id) LIMIT 1 \
    ), kept AS ( \
        INSERT INTO raw_mail (intake_id, envelope_from, recipients, raw, address_keys) SELECT id, $6, $7, $8, $9 FROM stored \
        WHERE is_new AND NOT EXISTS (SELECT FROM removed) \
    ) SELECT id, is_new FROM stored";

/// As a delivery of a mail that is known by its content: because the folder was numbered anew (`$3`), or because its bytes
/// are gone, and so it was erased or is a month old. `$1` fingerprint of the mail, `$2` of the delivery.
const KNOWN: &str = "\
    UPDATE intake SET deliveries = deliveries + 1 WHERE id = ( \
        SELECT id FROM intake WHERE digest = $1 AND source_key <> $2 \
            AND ($3 OR NOT EXISTS (SELECT FROM raw_mail WHERE intake_id = intake.id)) \
        ORDER BY accepted_at LIMIT 1 \
    ) AND NOT EXISTS (SELECT FROM intake WHERE source_key = $2) RETURNING id, false AS is_new";

/// Stores a mail, once however often it is delivered. An error means that nothing is known: the sender must deliver again.
pub async fn accept(
    db: &DatabaseConnection,
    key: &FingerprintKey,
    way: Way,
    envelope: &Envelope,
    raw: &[u8],
) -> Result<Accepted, DbErr> {
    let to = envelope.to.as_deref().unwrap_or_default();
    let source = key.fingerprint("delivery", [way.to_value().as_bytes(), to.as_bytes(), &Sha256::digest(raw)]);
    let delivery = Delivery { way, source, fingerprint: fingerprint(key, raw), size: raw.len() };
    store(db, delivery, envelope, raw.to_vec()).await
}

/// As [`accept`], of a mail in a mailbox. Nobody says who sent it to whom: the headers name the recipient.
pub(super) async fn accept_from_mailbox(
    db: &DatabaseConnection,
    key: &FingerprintKey,
    mail: InMailbox<'_>,
    raw: Vec<u8>,
) -> Result<Accepted, DbErr> {
    let fingerprint = fingerprint(key, &raw);
    let values = [fingerprint.clone().into(), mail.source.into(), mail.is_read_again.into()];
    if let Some(row) = within(LIMIT, db.query_one_raw(statement(KNOWN, values))).await? {
        return counted(Way::Imap, &row);
    }
    let delivery = Delivery { way: Way::Imap, source: mail.source.to_vec(), fingerprint, size: mail.size };
    store(db, delivery, &Envelope { from: None, to: None }, raw).await
}

struct Delivery {
    way: Way,
    source: Vec<u8>,
    fingerprint: Vec<u8>,
    size: usize,
}

async fn store(
    db: &DatabaseConnection,
    delivery: Delivery,
    envelope: &Envelope,
    raw: Vec<u8>,
) -> Result<Accepted, DbErr> {
    let Delivery { way, source, fingerprint, size } = delivery;
    let keys = writer_keys(envelope, &raw);
    let values: [Value; 9] = [
        Uuid::now_v7().into(),
        way.to_value().into(),
        source.into(),
        fingerprint.into(),
        i32::try_from(size).unwrap_or(i32::MAX).into(),
        envelope.from.as_deref().map(|from| one_line(from, MAX_ADDRESS)).into(),
        envelope.to.iter().map(|to| one_line(to, MAX_ADDRESS)).collect::<Vec<_>>().into(),
        raw.into(),
        keys.into(),
    ];
    let row = within(LIMIT, query_row(db, statement(ACCEPT, values))).await?;
    counted(way, &row)
}

/// An erasure finds by them a mail that is not read yet, or never is. Whom it copies is added when it is read: until then it is lost
/// with nobody but its writer.
fn writer_keys(envelope: &Envelope, raw: &[u8]) -> Vec<String> {
    let summary = catch_unwind(|| Summary::of(raw)).ok().flatten();
    let from = summary.and_then(|summary| summary.from).map(|from| from.address);
    keys_of(envelope.from.as_deref().into_iter().chain(from.as_deref()))
}

fn counted(way: Way, row: &QueryResult) -> Result<Accepted, DbErr> {
    let accepted = Accepted { id: row.try_get("", "id")?, is_new: row.try_get("", "is_new")? };
    let new = if accepted.is_new { "yes" } else { "no" };
    metrics::counter!("intake_deliveries_total", "way" => way.to_value(), "new" => new).increment(1);
    tracing::info!(intake = %accepted.id, way = way.to_value(), is_new = accepted.is_new, "mail accepted");
    Ok(accepted)
}

/// The same mail by two ways has the same fingerprint: trace fields, which differ, do not count. A mail whose headers cannot
/// be read counts as a whole.
fn fingerprint(key: &FingerprintKey, raw: &[u8]) -> Vec<u8> {
    let read = catch_unwind(|| {
        let headers = Headers::of(raw).ok()?;
        let field = |name: &str| headers.first(name).unwrap_or_default().into_bytes();
        let fields = [field("Message-ID"), field("From"), field("Date"), field("Subject")];
        let parts = fields.iter().map(Vec::as_slice).chain([headers.body()]);
        Some(key.fingerprint("mail", parts))
    });
    read.ok().flatten().unwrap_or_else(|| key.fingerprint("raw", [raw]))
}
