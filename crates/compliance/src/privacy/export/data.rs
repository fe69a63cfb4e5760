//! Reads everything that is stored about a person.

use std::collections::{BTreeMap, HashMap};

use entity::SpamCheck;
use entity::{EmailAddress, RETENTION_YEARS, data_subject_request, inquiry, inquiry_content, legal_hold, outbox};
use mailer::{
    SentCopy,
    db::{database_now, statement},
};
use sea_orm::{
    ActiveEnum, ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, ModelTrait, QueryFilter,
    QueryOrder, QueryResult,
};
use uuid::Uuid;

use super::document::{ContactCopy, DataExport, HoldCopy, InquiryCopy, MailCopy, MessageCopy, RequestCopy, Rest};
use crate::agreed_texts::{agreed_text, current_policy};

/// `$1` the person's inquiries, `$2` the key of the address.
const MESSAGES: &str = "\
    SELECT received_at, author, subject, body AS text, files FROM compliance.message \
    WHERE inquiry_id = ANY ($1) OR author_key = $2 OR $2 = ANY (copied_keys) ORDER BY received_at";

/// Needs the role `inquiry_compliance`. In a transaction with the retention lock, nothing is deleted meanwhile.
pub async fn read_export(db: &impl ConnectionTrait, address: &EmailAddress) -> Result<DataExport, DbErr> {
    let key = address.key();
    let contents = inquiry_content::Entity::find().filter(inquiry_content::Column::EmailKey.eq(&key)).all(db).await?;
    let mut inquiries = Vec::new();
    for content in contents {
        if let Some(inquiry) = content.find_related(inquiry::Entity).one(db).await? {
            let mails = inquiry.find_related(outbox::Entity).order_by_asc(outbox::Column::CreatedAt).all(db).await?;
            inquiries.push((inquiry, content, mails));
        }
    }
    inquiries.sort_by_key(|(inquiry, ..)| inquiry.received_at);
    let ids: Vec<_> = inquiries.iter().map(|(inquiry, ..)| inquiry.id).collect();
    let messages =
        MessageCopy::find_by_statement(statement(MESSAGES, [ids.clone().into(), key.clone().into()])).all(db).await?;
    let either =
        Condition::any().add(legal_hold::Column::EmailKey.eq(&key)).add(legal_hold::Column::InquiryId.is_in(ids));
    let holds = legal_hold::Entity::find().filter(either).order_by_asc(legal_hold::Column::PlacedAt).all(db).await?;
    let requests =
        data_subject_request::Entity::find().filter(data_subject_request::Column::EmailKey.eq(&key)).all(db).await?;
    let spellings = inquiries.iter().map(|(_, content, _)| content.email.as_str().to_owned()).collect();
    let mut copies = Vec::new();
    for (inquiry, content, mails) in inquiries {
        let mut sent = read_sent(db, inquiry.id).await?;
        let copy_one = |mail: outbox::Model| copy_mail(sent.remove(&mail.id), mail, content.email.as_str());
        let mails = mails.into_iter().map(copy_one).collect();
        let rest = Rest { mails, ..read_rest(db, inquiry.id).await? };
        copies.push(InquiryCopy::new(inquiry, &content, rest));
    }
    Ok(DataExport {
        spellings,
        agreed_texts: agreed_texts(&copies),
        information: current_policy(),
        produced_at: database_now(db).await?,
        retention_years: RETENTION_YEARS,
        inquiries: copies,
        messages,
        holds: holds.into_iter().map(copy_hold).collect(),
        requests: requests.iter().map(copy_request).collect(),
        address: key,
    })
}

async fn read_rest(db: &impl ConnectionTrait, inquiry: Uuid) -> Result<Rest, DbErr> {
    let sql = "SELECT kind, at FROM contact WHERE inquiry_id = $1 ORDER BY at";
    let contacts = ContactCopy::find_by_statement(statement(sql, [inquiry.into()])).all(db).await?;
    let sql = "SELECT text(client_network) AS network FROM unverified_network WHERE inquiry_id = $1";
    let network = db.query_one_raw(statement(sql, [inquiry.into()])).await?;
    let client_network = network.map(|row| row.try_get("", "network")).transpose()?;
    let sql = "SELECT points, signs, is_suspected FROM spam_check WHERE inquiry_id = $1";
    let spam_check = SpamCheck::find_by_statement(statement(sql, [inquiry.into()])).one(db).await?;
    Ok(Rest { mails: Vec::new(), contacts, client_network, spam_check })
}

fn agreed_texts(copies: &[InquiryCopy]) -> BTreeMap<String, String> {
    let digests = copies.iter().flat_map(|InquiryCopy { consent, .. }| {
        [&consent.privacy_policy_sha256, &consent.policy_box_sha256, &consent.processing_box_sha256]
    });
    digests.filter_map(|digest| Some((digest.clone(), agreed_text(digest)?))).collect()
}

/// The texts of the inquiry's auto-replies that the mail server took or may have taken, as they were sent.
async fn read_sent(db: &impl ConnectionTrait, inquiry: Uuid) -> Result<HashMap<Uuid, SentCopy>, DbErr> {
    let sql = "SELECT id, sent_subject, sent_text FROM outbox WHERE inquiry_id = $1 AND sent_text IS NOT NULL \
               AND state IN ('sent', 'ambiguous', 'bounced')";
    let rows = db.query_all_raw(statement(sql, [inquiry.into()])).await?;
    let copy = |row: &QueryResult| {
        let (subject, text) = (row.try_get("", "sent_subject")?, row.try_get("", "sent_text")?);
        Ok((row.try_get("", "id")?, SentCopy { subject, text }))
    };
    rows.iter().map(copy).collect()
}

fn copy_mail(sent: Option<SentCopy>, mail: outbox::Model, email: &str) -> MailCopy {
    let (subject, text) = sent.map(|SentCopy { subject, text }| (subject, text)).unzip();
    MailCopy {
        kind: mail.kind.to_value(),
        to: mail.recipient.unwrap_or_else(|| email.to_owned()),
        state: mail.state.to_value(),
        created_at: mail.created_at,
        finished_at: mail.finished_at,
        attempts: mail.attempts,
        message_id: mail.message_id,
        subject,
        text,
    }
}

fn copy_hold(hold: legal_hold::Model) -> HoldCopy {
    let legal_hold::Model { reason, placed_at, ends_at, released_at, .. } = hold;
    HoldCopy { reason, placed_at, ends_at, released_at }
}

fn copy_request(request: &data_subject_request::Model) -> RequestCopy {
    RequestCopy {
        kind: request.kind.to_value(),
        received_at: request.received_at,
        due_at: request.due_at,
        extension: request.extension.map(|reason| reason.to_value()),
    }
}
