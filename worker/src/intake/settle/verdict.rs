//! A consultant's decision about a mail in quarantine, by a link of the daily digest.

use entity::TicketReference;
use inbound::{
    commands::{self, Command},
    standing::{Evidence, Sender, Standing, standing},
};
use mailer::db::statement;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, TransactionTrait};
use uuid::Uuid;

use super::{
    Fate,
    act::{Acted, Settling, conclude},
    claim::Claimed,
    content::Content,
    decide::Decision,
};
use crate::intake::{
    address_key::key_of,
    operator::{OperatorError, attach, drop_mail, open},
};

#[derive(Clone, Debug, PartialEq, Eq)]
enum QuarantineVerdict {
    Attach(TicketReference),
    Open,
    Drop,
}

/// What this mail decides about by the first of its addresses that `signed` knows, and the consultant for whom that address
/// was made.
pub(super) fn find_subject(
    claimed: &Claimed,
    content: &Content,
    signed: impl Fn(&str) -> Option<(Uuid, String)>,
) -> Option<(Uuid, String)> {
    // A person has put it on a ticket: it decides nothing any more.
    if claimed.attached.is_some() {
        return None;
    }
    let named = if claimed.recipients.is_empty() { &content.recipients } else { &claimed.recipients };
    named.iter().find_map(|address| signed(address))
}

/// Does what the mail says about mail `subject`. What cannot be done waits in the quarantine itself, with the reason.
pub(super) async fn act_on(
    settling: &Settling<'_>,
    content: &Content,
    (subject, consultant): (Uuid, String),
) -> Result<Acted, DbErr> {
    let Settling { db, settings, claimed } = settling;
    let transaction = db.begin().await?;
    let decision = match verdict(content, &consultant, settings.new.is_some()) {
        Err(reason) => Decision::quarantine(reason),
        // A colleague was faster. On the command line, a person can take such a decision back.
        Ok(_) if !is_waiting(&transaction, subject).await? => Decision::dropped("decided"),
        Ok(verdict) => {
            let done = match verdict {
                QuarantineVerdict::Attach(reference) => attach(&transaction, subject, &reference).await,
                QuarantineVerdict::Open => open(&transaction, subject).await,
                QuarantineVerdict::Drop => drop_mail(&transaction, subject).await,
            };
            match done {
                Ok(()) => Decision { fate: Fate::Command, ..Decision::quarantine("verdict") },
                Err(OperatorError::NoSuchInquiry) => Decision::quarantine("no_inquiry"),
                // Its bytes are gone.
                Err(OperatorError::NoSuchMail) => Decision::dropped("decided"),
                Err(OperatorError::Database(error)) => return Err(error),
            }
        }
    };
    conclude(transaction, claimed, content, &decision).await
}

/// Locks it until the transaction ends.
async fn is_waiting(transaction: &DatabaseTransaction, mail: Uuid) -> Result<bool, DbErr> {
    let sql = "SELECT FROM intake WHERE id = $1 AND fate = 'quarantined' FOR UPDATE";
    Ok(transaction.query_one_raw(statement(sql, [mail.into()])).await?.is_some())
}

/// Whether the consultant wrote it. As for a ticket: the consultant's own address and the receiving host's word. Without
/// that word, the command line decides.
pub(super) fn proves(content: &Content, consultant: &str) -> Result<(), &'static str> {
    if content.machine_rule.is_some() {
        return Err("machine");
    }
    let sender = match content.from.as_deref().filter(|_| content.is_clear) {
        None => Sender::Unclear,
        Some(from) if key_of(from) == key_of(consultant) => Sender::Consultant,
        Some(_) => Sender::Anybody,
    };
    match standing(Evidence::OwnAddress, sender, content.proof) {
        Standing::Consultant => Ok(()),
        Standing::Held(reason) => Err(reason.code()),
        _ => Err("consultant"),
    }
}

fn verdict(content: &Content, consultant: &str, may_open: bool) -> Result<QuarantineVerdict, &'static str> {
    proves(content, consultant)?;
    match commands::read(&content.new_text).commands.as_slice() {
        [Command::Attach(reference)] => Ok(QuarantineVerdict::Attach(reference.clone())),
        [Command::New] if may_open => Ok(QuarantineVerdict::Open),
        [Command::Spam] => Ok(QuarantineVerdict::Drop),
        _ => Err("no_command"),
    }
}
