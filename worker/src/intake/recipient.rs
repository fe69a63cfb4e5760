//! Whether an address is ours: signed by us, for something that still exists.

use std::time::Duration;

use inbound::addresses::{Party, Signed, SignedAddresses};
use mailer::db::{statement, within};
use sea_orm::{ConnectionTrait, DbErr};
use uuid::Uuid;

use super::{self_test::test_of, settings::IntakeSettings};
use crate::digests::digest_at;

const LIMIT: Duration = Duration::from_secs(10);

/// What a signed address belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipient {
    /// A ticket, and the person for whom the address was made.
    Ticket { inquiry: Uuid, party: Party },
    /// The return path of a mail of ours.
    Mail { inquiry: Uuid, outbox: Uuid },
}

impl Recipient {
    pub fn inquiry(&self) -> Uuid {
        match self {
            Self::Ticket { inquiry, .. } | Self::Mail { inquiry, .. } => *inquiry,
        }
    }
}

/// The consultants who were notified are those who may have an address of the ticket.
const TICKET: &str = "\
    SELECT inquiry.id, array_remove(array_agg(DISTINCT recipient), NULL) AS consultants \
    FROM inquiry LEFT JOIN outbox ON inquiry_id = inquiry.id WHERE reference = $1 GROUP BY inquiry.id";

/// `None`: not ours, or of an inquiry that has expired or was erased. The sender cannot distinguish the two.
pub async fn find_recipient(
    db: &impl ConnectionTrait,
    addresses: &SignedAddresses,
    address: &str,
) -> Result<Option<Recipient>, DbErr> {
    within(LIMIT, find(db, addresses, address)).await
}

/// Whether mail to this address is stored: it belongs to something that exists, to a mail in quarantine, a suspected inquiry, a
/// digest, or a test of `worker intake check`.
pub(super) async fn is_ours(
    db: &impl ConnectionTrait,
    settings: &IntakeSettings,
    address: &str,
) -> Result<bool, DbErr> {
    Ok(find_recipient(db, &settings.addresses, address).await?.is_some()
        || settings.in_quarantine(address).is_some()
        || settings.suspect(address).is_some()
        || within(LIMIT, digest_at(db, &settings.addresses, address)).await?.is_some()
        || within(LIMIT, test_of(db, &settings.addresses, address)).await?.is_some())
}

async fn find(
    db: &impl ConnectionTrait,
    addresses: &SignedAddresses,
    address: &str,
) -> Result<Option<Recipient>, DbErr> {
    if let Some(Signed::ReturnPath { outbox }) = addresses.verify(address, []) {
        return Ok(inquiry_of(db, outbox).await?.map(|inquiry| Recipient::Mail { inquiry, outbox }));
    }
    let Some(reference) = addresses.named_ticket(address) else { return Ok(None) };
    let row = db.query_one_raw(statement(TICKET, [reference.as_str().into()])).await?;
    let Some(row) = row else { return Ok(None) };
    let consultants: Vec<String> = row.try_get("", "consultants")?;
    match addresses.verify(address, consultants.iter().map(String::as_str)) {
        Some(Signed::Reply { party, .. }) => Ok(Some(Recipient::Ticket { inquiry: row.try_get("", "id")?, party })),
        _ => Ok(None),
    }
}

/// The inquiry of a mail of ours that still exists.
pub(super) async fn inquiry_of(db: &impl ConnectionTrait, outbox: Uuid) -> Result<Option<Uuid>, DbErr> {
    let row = db.query_one_raw(statement("SELECT inquiry_id FROM outbox WHERE id = $1", [outbox.into()])).await?;
    row.map(|row| row.try_get("", "inquiry_id")).transpose()
}
