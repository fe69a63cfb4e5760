//! The first commit: the bytes and a row. The sender gets its 250 after it. Mails that come at the same time share it.

use std::{panic::catch_unwind, sync::Arc, time::Duration};

use entity::{
    batcher::{Batcher, Commit, Unanswered},
    database::ServerClock,
    email_address::key_of,
};
use inbound::{
    authentication::proof,
    headers::Headers,
    parsed_mail::{Summary, recipients},
};
use mailer::{
    addresses::{Party, Signed},
    db::{no_answer, statement, within},
    fingerprint::FingerprintKey,
};
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseConnection, DbErr, QueryResult};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use super::{keys_of, one_line, settings::IntakeSettings, way::Way};

/// A larger mail is refused, and its sender gets the error.
pub const MAX_MAIL_BYTES: usize = 25 * 1024 * 1024;

/// The longest wait of a sender for the commit; then it gets a temporary error and delivers again.
const LIMIT: Duration = Duration::from_secs(20);

/// Of mails that share a commit.
const BATCH_BYTES: usize = 1024 * 1024;
/// Of mails that wait for a commit, also for a sender that has given up. Twice the largest.
const WAITING_KIB: usize = 2 * (MAX_MAIL_BYTES / 1024 + 1);

/// Characters of an address that the column takes.
const MAX_ADDRESS: usize = 320;

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

/// As a delivery of a mail that is known by its content: because the folder was numbered anew (`$3`), or because its bytes
/// are gone, and so it was erased or is a month old. `$1` fingerprint of the mail, `$2` of the delivery.
const KNOWN: &str = "\
    UPDATE intake SET deliveries = deliveries + 1 WHERE id = ( \
        SELECT id FROM intake WHERE digest = $1 AND source_key <> $2 \
            AND ($3 OR fate IS DISTINCT FROM 'duplicate' AND NOT EXISTS (SELECT FROM raw_mail_of(intake.id))) \
        ORDER BY accepted_at LIMIT 1 \
    ) AND NOT EXISTS (SELECT FROM intake WHERE source_key = $2) RETURNING id, false AS is_new";

/// Stores mails, each once however often it is delivered. An error means that nothing is known: the sender must deliver again.
#[derive(Debug)]
pub struct Acceptor {
    pub(super) db: DatabaseConnection,
    pub(super) key: Arc<FingerprintKey>,
    /// For [`super::settle_regularly`], too.
    pub clock: Arc<ServerClock>,
    batcher: Batcher<NewMail, Option<Accepted>>,
    memory: Arc<Semaphore>,
    /// Which `INTAKE_QUOTA` applies, and to whom.
    quota: Option<IntakeSettings>,
}

impl Acceptor {
    /// `accepted` is notified after each commit. Must be called within a tokio runtime.
    pub fn start(db: DatabaseConnection, key: Arc<FingerprintKey>, accepted: Arc<Notify>) -> Self {
        let (memory, clock) = (Arc::new(Semaphore::new(WAITING_KIB)), Arc::<ServerClock>::default());
        let mails = Mails { db: db.clone(), accepted, clock: Arc::clone(&clock) };
        Self { batcher: Batcher::start(mails).0, db, key, clock, memory, quota: None }
    }

    /// Without it, whatever comes is stored.
    pub fn with_quota(self, settings: &IntakeSettings) -> Self {
        Self { quota: Some(settings.clone()), ..self }
    }

    pub fn hash(&self, raw: Vec<u8>) -> HashedMail {
        HashedMail {
            sha256: Sha256::digest(&raw).to_vec(),
            fingerprint: fingerprint(&self.key, &raw),
            raw: Arc::new(raw),
        }
    }

    /// `None`: it is over the quota, and its sender keeps it.
    pub async fn accept(&self, way: Way, envelope: &Envelope, mail: &HashedMail) -> Result<Option<Accepted>, DbErr> {
        let HashedMail { raw, sha256, fingerprint } = mail;
        let to = envelope.to.as_deref().unwrap_or_default();
        let source = self.key.fingerprint("delivery", [way.to_value().as_bytes(), to.as_bytes(), sha256]);
        self.store(NewMail::new(way, &source, fingerprint, raw.len(), envelope, Arc::clone(raw))).await
    }

    /// Of a mail in a mailbox, nobody says who sent it to whom: the headers name the recipient.
    pub(super) async fn accept_from_mailbox(
        &self,
        mail: InMailbox<'_>,
        raw: Vec<u8>,
    ) -> Result<Option<Accepted>, DbErr> {
        let fingerprint = fingerprint(&self.key, &raw);
        let values = [fingerprint.clone().into(), mail.source.into(), mail.is_read_again.into()];
        if let Some(row) = within(LIMIT, self.db.query_one_raw(statement(KNOWN, values))).await? {
            return counted(&Way::Imap.to_value(), &row).map(Some);
        }
        let envelope = Envelope { from: None, to: None };
        self.store(NewMail::new(Way::Imap, mail.source, &fingerprint, mail.size, &envelope, Arc::new(raw))).await
    }

    async fn store(&self, mut mail: NewMail) -> Result<Option<Accepted>, DbErr> {
        if let Some(settings) = &self.quota {
            let key = |share: &[String; 2]| bytea(&self.key.fingerprint("quota", share.iter().map(String::as_bytes)));
            (mail.counted, mail.quota) = (shares(settings, &mail).iter().map(key).collect(), Some(settings.quota));
        }
        let stored = async {
            let kib = u32::try_from(mail.raw.len() / 1024 + 1).unwrap_or(u32::MAX);
            mail.memory = Arc::clone(&self.memory).acquire_many_owned(kib).await.ok();
            self.batcher.submit(mail).await.map_err(|error| match error {
                Unanswered::Failed(error) => error,
                Unanswered::Busy | Unanswered::Panicked => no_answer(),
            })
        };
        within(LIMIT, stored).await
    }
}

/// Stores a mail of a process that has no other.
pub async fn accept(
    db: &DatabaseConnection,
    key: &Arc<FingerprintKey>,
    way: Way,
    envelope: &Envelope,
    raw: impl Into<Vec<u8>>,
) -> Result<Accepted, DbErr> {
    let acceptor = Acceptor::start(db.clone(), Arc::clone(key), Arc::default());
    let accepted = acceptor.accept(way, envelope, &acceptor.hash(raw.into())).await?;
    Ok(accepted.expect("there is no quota"))
}

/// A mail and what tells it from others: computed once for all of its recipients.
pub struct HashedMail {
    raw: Arc<Vec<u8>>,
    sha256: Vec<u8>,
    fingerprint: Vec<u8>,
}

entity::opaque_debug!(HashedMail);

/// A mail as the statement reads it.
#[derive(Serialize)]
struct NewMail {
    id: Uuid,
    way: String,
    source_key: String,
    digest: String,
    size: i32,
    envelope_from: Option<String>,
    recipients: Vec<String>,
    address_keys: Vec<String>,
    /// What its bytes count for, and how many may.
    counted: Vec<String>,
    quota: Option<u64>,
    /// The address of `From`.
    #[serde(skip)]
    author: Option<String>,
    #[serde(skip)]
    raw: Arc<Vec<u8>>,
    /// Given back when the mail is dropped.
    #[serde(skip)]
    memory: Option<OwnedSemaphorePermit>,
}

entity::opaque_debug!(NewMail);

fn bytea(bytes: &[u8]) -> String {
    format!("\\x{}", hex::encode(bytes))
}

impl NewMail {
    fn new(way: Way, source: &[u8], digest: &[u8], size: usize, envelope: &Envelope, raw: Arc<Vec<u8>>) -> Self {
        let summary = catch_unwind(|| Summary::of(&raw)).ok().flatten();
        let author = summary.and_then(|summary| summary.from).map(|from| from.address);
        Self {
            id: Uuid::now_v7(),
            way: way.to_value(),
            source_key: bytea(source),
            digest: bytea(digest),
            size: i32::try_from(size).unwrap_or(i32::MAX),
            envelope_from: envelope.from.as_deref().map(|from| one_line(from, MAX_ADDRESS)),
            recipients: envelope.to.iter().map(|to| one_line(to, MAX_ADDRESS)).collect(),
            // An erasure finds by them a mail that is not read yet, or never is. Whom it copies is added when it is read: until then it
            // is lost with nobody but its writer.
            address_keys: keys_of(envelope.from.as_deref().into_iter().chain(author.as_deref())),
            counted: Vec::new(),
            quota: None,
            author,
            raw,
            memory: None,
        }
    }
}

struct Mails {
    db: DatabaseConnection,
    accepted: Arc<Notify>,
    clock: Arc<ServerClock>,
}

impl Commit for Mails {
    type Request = NewMail;
    type Answer = Option<Accepted>;

    const WRITERS: usize = 2;
    /// Of small mails: more than the sessions have at a time.
    const MAX_WAITING: usize = 512;
    const MAX_BATCH: usize = BATCH_BYTES;

    fn size(mail: &NewMail) -> usize {
        mail.raw.len()
    }

    async fn commit(&self, mails: &[NewMail]) -> Result<Vec<Option<Accepted>>, DbErr> {
        let rows = serde_json::to_value(mails).map_err(|error| DbErr::Json(error.to_string()))?;
        let bytes: Vec<Vec<u8>> = mails.iter().map(|mail| mail.raw.to_vec()).collect();
        let sql = format!("SELECT * FROM {}, accept_mails($1, $2)", ServerClock::table(3));
        let store = statement(&sql, [rows.into(), bytes.into(), self.clock.expected().into()]);
        let stored = within(LIMIT, self.db.query_all_raw(store)).await?;
        stored.first().map_or(Ok(()), |row| self.clock.note(row))?;
        self.accepted.notify_one();
        let answer = |(mail, row): (&NewMail, &QueryResult)| match row.try_get::<Option<Uuid>>("", "id")? {
            Some(_) => counted(&mail.way, row).map(Some),
            None => Ok(None),
        };
        mails.iter().zip(&stored).map(answer).collect()
    }
}

/// Which shares of a day the bytes of a mail are: what has an address for one person is that person's, about one ticket; what
/// has the visitor's is the ticket's, unless it is a proven consultant's. So nobody spends another's by writing in this name.
fn shares(settings: &IntakeSettings, mail: &NewMail) -> Vec<[String; 2]> {
    let (raw, author, trust) = (mail.raw.as_slice(), mail.author.as_deref(), &settings.trust);
    let read = catch_unwind(|| {
        let headers = Headers::of(raw).ok()?;
        let proven = author.filter(|from| proof(&headers, from, trust).is_authenticated());
        Some((proven.map(key_of), recipients(&headers).concat()))
    });
    let (proven, named) = read.ok().flatten().unwrap_or_default();
    let to = if mail.recipients.is_empty() { &named } else { &mail.recipients };
    let consultants = || settings.consultants.iter().flatten().map(String::as_str);
    match to.iter().find_map(|address| settings.addresses.verify(address, consultants())) {
        Some(Signed::Reply { ticket, party: Party::Consultant(own) }) => vec![[ticket.to_string(), key_of(&own)]],
        Some(Signed::Reply { ticket, party: Party::Visitor }) => {
            let consultant = proven.filter(|key| consultants().any(|one| key_of(one) == *key));
            vec![[ticket.to_string(), consultant.unwrap_or_default()]]
        }
        Some(
            Signed::Internal { outbox: of }
            | Signed::ReturnPath { outbox: of }
            | Signed::Journey { journey: of }
            | Signed::Participant { participant: of },
        ) => vec![[of.to_string(), String::new()]],
        Some(Signed::Quarantine { intake: of, consultant } | Signed::Suspect { inquiry: of, consultant }) => {
            vec![[of.to_string(), key_of(&consultant)]]
        }
        None => match proven {
            Some(sender) => vec![["proven".to_owned(), sender]],
            None => mail.address_keys.iter().map(|sender| ["unproven".to_owned(), sender.clone()]).collect(),
        },
    }
}

fn counted(way: &str, row: &QueryResult) -> Result<Accepted, DbErr> {
    let accepted = Accepted { id: row.try_get("", "id")?, is_new: row.try_get("", "is_new")? };
    let new = if accepted.is_new { "yes" } else { "no" };
    metrics::counter!("intake_deliveries_total", "way" => way.to_owned(), "new" => new).increment(1);
    tracing::info!(intake = %accepted.id, way, is_new = accepted.is_new, "mail accepted");
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
