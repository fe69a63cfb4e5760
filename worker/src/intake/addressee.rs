//! What an address of ours belongs to: signed by us, for something that still exists.

use std::time::Duration;

use mailer::addresses::{Party, Signed};
use mailer::db::{query_values, statement, within};
use sea_orm::{ConnectionTrait, DbErr};
use uuid::Uuid;

use super::settings::IntakeSettings;

const LIMIT: Duration = Duration::from_secs(10);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Addressee {
    /// The public address: mails to it open tickets.
    Public,
    /// A ticket, and the person for whom the address was made. `internal`: the mail to this consultant that is answered, if its
    /// answers stay among consultants.
    Ticket { inquiry: Uuid, party: Party, internal: Option<Uuid> },
    /// A ticket, and somebody on the visitor's side for whom the address was made.
    Participant { inquiry: Uuid },
    /// A mail of ours on a ticket, by its return path or its Message-ID.
    Mail { inquiry: Uuid, outbox: Uuid },
    /// What belongs to no ticket.
    Aside(Aside),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aside {
    /// A daily digest, by its return path or its Message-ID.
    Digest(Uuid),
    /// A test of `worker intake check`, likewise.
    Test(Uuid),
    /// A journey of the worker's own, by its address.
    Journey(Uuid),
    /// A mail in quarantine, about which this consultant decides.
    Quarantine { intake: Uuid, consultant: String },
    /// A suspected inquiry, about which this consultant decides.
    Suspect { inquiry: Uuid, consultant: String },
}

/// `None`: not ours, or of an inquiry that has expired or was erased. The sender cannot distinguish the two.
pub async fn resolve(
    db: &impl ConnectionTrait,
    settings: &IntakeSettings,
    address: &str,
) -> Result<Option<Addressee>, DbErr> {
    if settings.is_public(address) {
        return Ok(Some(Addressee::Public));
    }
    let ticket = match settings.addresses.named_ticket(address) {
        Some(reference) => find_ticket(db, reference.as_str()).await?,
        None => None,
    };
    let consultants = ticket.as_ref().map(|(_, notified)| notified).or(settings.consultants.as_ref());
    let consultants = consultants.into_iter().flatten().map(String::as_str);
    let mut signed = settings.addresses.verify(address, consultants);
    if signed.is_none() && settings.addresses.is_for_decisions(address) {
        let told: Vec<String> = within(LIMIT, query_values(db, statement(TOLD, []))).await?;
        signed = settings.addresses.verify(address, told.iter().map(String::as_str));
    }
    Ok(match signed {
        Some(Signed::Reply { party, .. }) => {
            ticket.map(|(inquiry, _)| Addressee::Ticket { inquiry, party, internal: None })
        }
        Some(Signed::Participant { participant }) => find_participant(db, participant).await?,
        Some(Signed::Internal { outbox }) => find_internal(db, outbox).await?,
        Some(Signed::ReturnPath { outbox }) => find_mail(db, outbox).await?,
        Some(Signed::Journey { journey }) => {
            is_known(db, journey).await?.then_some(Addressee::Aside(Aside::Journey(journey)))
        }
        Some(Signed::Quarantine { intake, consultant }) => {
            Some(Addressee::Aside(Aside::Quarantine { intake, consultant }))
        }
        Some(Signed::Suspect { inquiry, consultant }) => Some(Addressee::Aside(Aside::Suspect { inquiry, consultant })),
        None => None,
    })
}

/// Who has left may have had a digest with addresses.
const TOLD: &str = "SELECT DISTINCT recipient FROM digest_mail";

/// The consultants who were notified are those who may have an address of the ticket.
const TICKET: &str = "\
    SELECT id, ARRAY( \
        SELECT DISTINCT recipient FROM outbox WHERE inquiry_id = inquiry.id AND recipient IS NOT NULL \
    ) AS consultants FROM inquiry WHERE reference = $1";

async fn find_ticket(db: &impl ConnectionTrait, reference: &str) -> Result<Option<(Uuid, Vec<String>)>, DbErr> {
    let row = within(LIMIT, db.query_one_raw(statement(TICKET, [reference.into()]))).await?;
    row.map(|row| Ok((row.try_get("", "id")?, row.try_get("", "consultants")?))).transpose()
}

const INTERNAL: &str =
    "SELECT inquiry_id, lower(recipient) AS recipient FROM outbox WHERE id = $1 AND recipient IS NOT NULL";

async fn find_internal(db: &impl ConnectionTrait, id: Uuid) -> Result<Option<Addressee>, DbErr> {
    let row = within(LIMIT, db.query_one_raw(statement(INTERNAL, [id.into()]))).await?;
    row.map(|row| {
        let party = Party::Consultant(row.try_get("", "recipient")?);
        Ok(Addressee::Ticket { inquiry: row.try_get("", "inquiry_id")?, party, internal: Some(id) })
    })
    .transpose()
}

async fn find_participant(db: &impl ConnectionTrait, id: Uuid) -> Result<Option<Addressee>, DbErr> {
    let sql = statement("SELECT inquiry_id FROM participant WHERE id = $1", [id.into()]);
    let row = within(LIMIT, db.query_one_raw(sql)).await?;
    row.map(|row| Ok(Addressee::Participant { inquiry: row.try_get("", "inquiry_id")? })).transpose()
}

async fn is_known(db: &impl ConnectionTrait, journey: Uuid) -> Result<bool, DbErr> {
    let sql = "SELECT id FROM journey WHERE id = $1";
    within(LIMIT, db.query_one_raw(statement(sql, [journey.into()]))).await.map(|row| row.is_some())
}

const MAIL: &str = "\
    SELECT inquiry_id, false AS is_test FROM outbox WHERE id = $1 AND inquiry_id IS NOT NULL \
    UNION ALL SELECT NULL, false FROM digest_mail WHERE id = $1 \
    UNION ALL SELECT NULL, true FROM intake_check WHERE id = $1";

/// The mail of ours with this id, which was signed.
pub(super) async fn find_mail(db: &impl ConnectionTrait, id: Uuid) -> Result<Option<Addressee>, DbErr> {
    let Some(row) = within(LIMIT, db.query_one_raw(statement(MAIL, [id.into()]))).await? else { return Ok(None) };
    Ok(Some(match row.try_get("", "inquiry_id")? {
        Some(inquiry) => Addressee::Mail { inquiry, outbox: id },
        None if row.try_get("", "is_test")? => Addressee::Aside(Aside::Test(id)),
        None => Addressee::Aside(Aside::Digest(id)),
    }))
}
