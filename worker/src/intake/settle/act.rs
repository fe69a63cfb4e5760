//! Writes a decision: the message, what follows from it, and the fate, in one commit.

use mailer::db::statement;
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, TransactionTrait};
use uuid::Uuid;

use super::{
    Fate,
    claim::{Claimed, Reason, give_back},
    command::{Written, obey},
    confirm::{ask, confirm},
    content::{About, Content},
    copies::find_copy,
    decide::{Acts, Author, Decision},
    effects::{Ticket, absent, bounce, complaint, is_being_sent, opened, reply},
    message::store_message,
    open::open,
};
use crate::{
    intake::{address_key::keys_of, settings::IntakeSettings},
    ticket::{is_undecided, release},
};

pub(super) struct Settling<'a> {
    pub(super) db: &'a DatabaseConnection,
    pub(super) settings: &'a IntakeSettings,
    pub(super) claimed: &'a Claimed,
}

/// `$1` id, `$2` holder, `$3` number, `$4` fate, `$5` rule, `$6` inquiry, `$7` mail of ours, `$8` proof of the sender.
const SETTLE: &str = "\
    UPDATE intake SET state = 'settled', fate = $4, rule = $5, inquiry_id = $6, outbox_id = $7, auth = $8, \
        settled_at = now(), lease_holder = NULL, lease_until = NULL \
    WHERE id = $1 AND lease_holder = $2 AND claims = $3 AND state = 'settling'";

/// `$1` mail, `$2` inquiry, `$3` keys of everybody it names.
const LINK_RAW: &str = "UPDATE raw_mail SET inquiry_id = $2, address_keys = $3 WHERE intake_id = $1";

/// What was written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Acted {
    /// `None` if another process has claimed the mail meanwhile, or if it is settled later: then nothing is written.
    pub(super) fate: Option<Fate>,
    /// A mail to a consultant that came back.
    pub(super) bounced: Option<Uuid>,
}

pub(super) async fn act(
    settling: &Settling<'_>,
    content: Option<&Content>,
    mut decision: Decision,
) -> Result<Acted, DbErr> {
    let Settling { db, settings, claimed } = settling;
    let forwarded = content.filter(|_| decision.acts == Acts::ForSender).and_then(Content::forwarded);
    let content = forwarded.as_ref().or(content);
    let transaction = db.begin().await?;
    if let Some(content) = content
        && let Some(effect) = decision.effect()
    {
        lock(&transaction, claimed, decision.inquiry).await?;
        if find_copy(&transaction, claimed, decision.inquiry).await? >= Some(effect) {
            decision = Decision { fate: Fate::Duplicate, rule: "same_mail", ..decision };
        } else if decision.fate == Fate::New {
            decision = open(&transaction, settings, claimed, content, &decision).await?;
        }
    }
    if let (Fate::Bounce, Some(outbox)) = (decision.fate, decision.outbox)
        && is_being_sent(&transaction, outbox).await?
    {
        transaction.rollback().await?;
        give_back(db, claimed, Reason::TooEarly).await?;
        return Ok(Acted::default());
    }
    if !write_fate(&transaction, claimed, content, &decision).await? {
        transaction.rollback().await?;
        return Ok(Acted::default());
    }
    let mut acted = Acted { fate: Some(decision.fate), bounced: None };
    if let (Some(content), Some(inquiry), Some(_)) = (content, decision.inquiry, decision.effect()) {
        acted.bounced = follow(&transaction, settling, content, &decision, inquiry).await?;
    }
    transaction.commit().await?;
    Ok(acted)
}

/// Ends the transaction of a consultant's decision by a link of a digest.
pub(super) async fn conclude(
    transaction: DatabaseTransaction,
    claimed: &Claimed,
    content: &Content,
    decision: &Decision,
) -> Result<Acted, DbErr> {
    if !write_fate(&transaction, claimed, Some(content), decision).await? {
        transaction.rollback().await?;
        return Ok(Acted::default());
    }
    transaction.commit().await?;
    Ok(Acted { fate: Some(decision.fate), bounced: None })
}

/// Returns false if another process has claimed the mail meanwhile.
pub(super) async fn write_fate(
    transaction: &DatabaseTransaction,
    claimed: &Claimed,
    content: Option<&Content>,
    decision: &Decision,
) -> Result<bool, DbErr> {
    let values = [
        claimed.id.into(),
        claimed.holder.into(),
        claimed.number.into(),
        decision.fate.to_value().into(),
        decision.rule.into(),
        decision.inquiry.into(),
        decision.outbox.into(),
        content.map(|content| content.proof.name()).into(),
    ];
    if transaction.execute_raw(statement(SETTLE, values)).await?.rows_affected() == 0 {
        return Ok(false);
    }
    if let Some(content) = content {
        let link = [claimed.id.into(), decision.inquiry.into(), keys(claimed, content).into()];
        transaction.execute_raw(statement(LINK_RAW, link)).await?;
    }
    Ok(true)
}

/// Copies that came by two ways, and the mails of one ticket, are settled one after the other, so no notice is queued twice.
async fn lock(transaction: &DatabaseTransaction, claimed: &Claimed, inquiry: Option<Uuid>) -> Result<(), DbErr> {
    let of = inquiry.map_or_else(|| hex::encode(&claimed.digest), |inquiry| inquiry.to_string());
    let lock = statement("SELECT pg_advisory_xact_lock(hashtextextended($1, 16))", [of.into()]);
    transaction.execute_raw(lock).await.map(drop)
}

/// Stores the message and what follows from it. Returns a mail to a consultant that came back.
async fn follow(
    transaction: &DatabaseTransaction,
    settling: &Settling<'_>,
    content: &Content,
    decision: &Decision,
    inquiry: Uuid,
) -> Result<Option<Uuid>, DbErr> {
    let message = store_message(transaction, settling.claimed, content, decision, inquiry).await?;
    let ticket = Ticket { inquiry, consultants: settling.settings.consultants.as_deref() };
    match (decision.fate, decision.outbox, &content.about) {
        (Fate::Machine, ..) if decision.is_absence => absent(transaction, ticket, message).await?,
        (Fate::Machine, Some(outbox), Some(About::Complaint)) => {
            complaint(transaction, &settling.settings.digest_key, outbox).await?;
        }
        (Fate::Command, ..) => {
            let addresses = &settling.settings.addresses;
            let author = decision.consultant.as_deref().unwrap_or_default();
            let mail = Written::new(settling.claimed.id, message, content, decision.outbox);
            match decision.acts {
                Acts::AtOnce | Acts::ForSender => obey(transaction, addresses, ticket, author, mail).await?,
                Acts::OnceConfirmed => ask(transaction, ticket, author, &mail).await?,
                Acts::Confirms => confirm(transaction, addresses, ticket, author, mail).await?,
            }
        }
        (Fate::New, ..) => {
            if let Some(forwarder) = &content.forwarder {
                opened(transaction, ticket, forwarder, settling.claimed.id, message).await?;
            }
        }
        (Fate::Reply, ..) => {
            if let (Author::Visitor, Some(routes)) = (decision.author, &settling.settings.routes)
                && is_undecided(transaction, inquiry).await?
            {
                // Who goes on by mail is no program, and an answer needs a notification.
                release(transaction, inquiry, routes, None, Some(settling.claimed.id)).await?;
            }
            reply(transaction, ticket, message, decision.author).await?;
        }
        (Fate::Bounce, Some(outbox), Some(About::Bounce { code, is_hard })) => {
            return bounce(transaction, ticket, outbox, code, *is_hard).await;
        }
        _ => {}
    }
    Ok(None)
}

/// Everybody whom the mail names, for searches by address.
fn keys(claimed: &Claimed, content: &Content) -> Vec<String> {
    let named = claimed.envelope_from.iter().chain(&content.from).chain(&content.forwarder).chain(&content.recipients);
    keys_of(named)
}
