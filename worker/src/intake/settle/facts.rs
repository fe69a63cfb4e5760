//! What the database knows about a mail: which tickets its addresses and ids prove, and who wrote it.

use std::collections::BTreeSet;

use inbound::addresses::{Party, SignedAddresses};
use sea_orm::{ConnectionTrait, DbErr};
use uuid::Uuid;

use super::{
    claim::Claimed,
    content::{Content, key_of},
};
use crate::{
    db::statement,
    intake::recipient::{Recipient, find_recipient, inquiry_of},
};

/// Everything that the decision depends on besides the mail's content.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// Tickets that a signed address or a signed id proves.
    pub(super) proven: BTreeSet<Uuid>,
    /// For whom the signed address was made.
    pub(super) party: Option<Party>,
    /// The mail of ours that it came back for, by its return path.
    pub(super) outbox: Option<Uuid>,
    /// The mail of ours that it answers or returns, by a signed Message-ID.
    pub(super) answered: Option<Uuid>,
    /// The ticket's kinds of people; of the first proven ticket.
    pub(super) visitor_key: Option<String>,
    pub(super) consultants: Vec<String>,
    /// Mails of this ticket in the last ten minutes.
    pub(super) recent: i64,
    pub(super) is_duplicate: bool,
    /// A person has said which ticket it belongs to.
    pub(super) is_attached: bool,
}

const TICKET: &str = "\
    SELECT email_key, \
        (SELECT coalesce(array_agg(DISTINCT recipient), '{}') FROM outbox \
         WHERE outbox.inquiry_id = $1 AND kind = 'notification') AS consultants, \
        (SELECT count(*) FROM message \
         WHERE message.inquiry_id = $1 AND received_at > now() - interval '10 minutes') AS recent, \
        EXISTS (SELECT FROM intake WHERE digest = $2 AND id <> $3 AND inquiry_id = $1 AND state = 'settled' \
                AND fate IN ('reply', 'machine', 'bounce')) AS is_duplicate \
    FROM inquiry_content WHERE inquiry_content.inquiry_id = $1";

pub(super) async fn find_facts(
    db: &impl ConnectionTrait,
    addresses: &SignedAddresses,
    claimed: &Claimed,
    content: &Content,
) -> Result<Facts, DbErr> {
    let mut facts = Facts { is_attached: claimed.attached.is_some(), ..Facts::default() };
    if let Some(attached) = claimed.attached {
        facts.proven.insert(attached);
        return with_ticket(db, claimed, facts).await;
    }
    // What the envelope says is certain; headers count only without it.
    let named = if claimed.recipients.is_empty() { &content.recipients } else { &claimed.recipients };
    for address in named {
        match find_recipient(db, addresses, address).await? {
            Some(recipient @ Recipient::Ticket { .. }) => {
                facts.proven.insert(recipient.inquiry());
                if let (Recipient::Ticket { party, .. }, None) = (recipient, &facts.party) {
                    facts.party = Some(party);
                }
            }
            Some(Recipient::Mail { inquiry, outbox }) => {
                facts.proven.insert(inquiry);
                facts.outbox.get_or_insert(outbox);
            }
            None => {}
        }
    }
    for id in &content.answers {
        if let Some(outbox) = addresses.verify_message_id(id)
            && let Some(inquiry) = inquiry_of(db, outbox).await?
        {
            facts.proven.insert(inquiry);
            facts.answered.get_or_insert(outbox);
        }
    }
    with_ticket(db, claimed, facts).await
}

/// Adds what the first proven ticket knows.
async fn with_ticket(db: &impl ConnectionTrait, claimed: &Claimed, mut facts: Facts) -> Result<Facts, DbErr> {
    if let Some(ticket) = facts.proven.first() {
        let values = [(*ticket).into(), claimed.digest.clone().into(), claimed.id.into()];
        if let Some(row) = db.query_one_raw(statement(TICKET, values)).await? {
            facts.visitor_key = row.try_get("", "email_key")?;
            facts.consultants = row.try_get("", "consultants")?;
            facts.recent = row.try_get("", "recent")?;
            facts.is_duplicate = row.try_get("", "is_duplicate")?;
        }
    }
    Ok(facts)
}

impl Facts {
    pub(super) fn is_visitor(&self, address: &str) -> bool {
        self.visitor_key.as_ref().is_some_and(|key| *key == key_of(address))
    }

    pub(super) fn is_consultant(&self, address: &str) -> bool {
        let key = key_of(address);
        self.consultants.iter().any(|consultant| key_of(consultant) == key)
    }
}
