//! Reads everything that is stored about a person.

use std::collections::BTreeMap;

use entity::{EmailAddress, Language, RETENTION_YEARS, SpamCheck, email_address::key_of, inquiry, inquiry_content};
use mailer::db::{database_now, find_value, query_values, statement};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, QueryFilter};
use uuid::Uuid;

use super::document::{
    ContactCopy, DataExport, HoldCopy, InquiryCopy, MailCopy, MessageCopy, ParticipantCopy, ReceivedCopy, RequestCopy,
    Rest,
};
use crate::agreed_texts::ARCHIVE;

/// `$1` the person's inquiries, `$2` the key of the address. For joins and NOT EXISTS the planner would read all inquiries and mails.
const MESSAGES: &str = "\
    SELECT text(id) AS id, (SELECT reference FROM inquiry WHERE id = message.inquiry_id) AS reference, received_at, party, \
        author, subject, body AS text, new_text AS passed_on, files, CASE WHEN ( \
            SELECT count(*) FROM outbox WHERE inquiry_id = message.inquiry_id AND about = message.id AND kind = 'answer' \
                AND state IN ('sent', 'ambiguous', 'bounced') \
        ) = 0 THEN regexp_replace(regexp_replace(held_line, '\\u2029[a-z]+', '', 'g'), '\\u2028', E'\\n', 'g') END AS held_line \
    FROM compliance.message \
    WHERE inquiry_id = ANY ($1) OR author_key = $2 OR $2 = ANY (copied_keys) OR message.id IN ( \
        SELECT about FROM outbox JOIN compliance.participant AS named ON named.id = outbox.participant \
        WHERE address_key = $2 AND state IN ('sent', 'ambiguous', 'bounced') \
    ) ORDER BY message.received_at";

const RECEIVED: &str = "\
    SELECT intake.id, reference, accepted_at AS received_at, coalesce(fate, 'accepted') AS fate, envelope_from, recipients, \
        'mails/' || intake.id || '.eml' AS file \
    FROM raw_mail JOIN intake ON intake.id = intake_id LEFT JOIN inquiry ON inquiry.id = raw_mail.inquiry_id \
    WHERE raw_mail.inquiry_id = ANY ($1) OR $2 = ANY (address_keys) ORDER BY accepted_at";

const PARTICIPANTS: &str = "\
    SELECT reference, address, added_at, copied_from, copied_until, instead_from, \
        CASE WHEN address_key = $2 THEN named.restricted_at END AS restricted_at \
    FROM compliance.participant AS named JOIN inquiry ON inquiry.id = inquiry_id \
    WHERE inquiry_id = ANY ($1) OR address_key = $2 ORDER BY added_at, named.id";

const HOLDS: &str = "\
    SELECT reason, placed_at, ((ends_at - interval '1 microsecond') AT TIME ZONE 'UTC')::date AS until, released_at, \
        released_at IS NULL AND ends_at > now() AS is_in_force \
    FROM legal_hold WHERE inquiry_id = ANY ($1) OR email_key = $2 ORDER BY placed_at";

/// `$1` the key of the address.
const REQUESTS: &str = "\
    SELECT text(id) AS id, kind, received_at, due_at, extension, identity, language FROM data_subject_request WHERE email_key = $1";

/// Of the person's inquiries, and those to the person on others, `$3` as one of these recipients. The text of an auto-reply as it
/// was sent, and of an answer the words that it passed on, if the mail server may have taken it.
const MAILS: &str = "\
    SELECT (SELECT reference FROM inquiry WHERE id = outbox.inquiry_id) AS reference, kind, \
    CASE WHEN participant IS NULL THEN coalesce(recipient, ( \
        SELECT email FROM compliance.inquiry_content AS content WHERE content.inquiry_id = outbox.inquiry_id \
    )) ELSE coalesce(( \
        SELECT address FROM compliance.participant AS named WHERE named.id = outbox.participant \
    ), '–') END AS \"to\", state, created_at, finished_at, attempts, outbox.message_id, \
        CASE WHEN is_out THEN sent_subject END AS subject, text(about) AS about, \
        CASE WHEN is_out THEN coalesce(sent_text, (SELECT new_text FROM compliance.message WHERE id = about AND kind = 'answer')) \
        END AS text \
    FROM outbox, LATERAL (SELECT state IN ('sent', 'ambiguous', 'bounced') AS is_out) AS _ \
    WHERE inquiry_id = ANY ($1) \
        OR participant = ANY (ARRAY(SELECT named.id FROM compliance.participant AS named WHERE address_key = $2)) \
        OR recipient = ANY ($3) \
    UNION ALL SELECT NULL, 'digest', recipient, \
        CASE WHEN bounced_at IS NOT NULL THEN 'bounced' WHEN finished_at IS NOT NULL THEN 'ambiguous' \
            WHEN created_at < now() - interval '2 days' THEN 'suppressed' ELSE 'ready' END, \
        created_at, greatest(coalesce(bounced_at, finished_at), created_at), attempts, NULL, NULL, NULL, NULL \
        FROM digest_mail WHERE recipient = ANY ($3) \
    ORDER BY created_at";

/// From one to the next by the index: SELECT DISTINCT reads each mail.
const RECIPIENTS: &str = "\
    WITH RECURSIVE known AS ( \
        SELECT min(recipient) AS recipient FROM outbox \
        UNION ALL SELECT (SELECT min(recipient) FROM outbox WHERE recipient > known.recipient) FROM known \
        WHERE known.recipient IS NOT NULL \
    ) SELECT recipient FROM known WHERE recipient IS NOT NULL UNION SELECT recipient FROM digest_mail ORDER BY 1";

/// Needs the role `inquiry_compliance`. In a transaction with the retention lock, nothing is deleted meanwhile.
pub async fn read_export(
    db: &impl ConnectionTrait,
    address: &EmailAddress,
    language: Language,
) -> Result<DataExport, DbErr> {
    let key = address.key();
    let contents = inquiry_content::Entity::find().filter(inquiry_content::Column::EmailKey.eq(&key)).all(db).await?;
    let mut inquiries = Vec::new();
    for content in contents {
        if let Some(inquiry) = inquiry::Entity::find_by_id(content.inquiry_id).one(db).await? {
            inquiries.push((inquiry, content));
        }
    }
    inquiries.sort_by_key(|(inquiry, _)| inquiry.received_at);
    let ids: Vec<_> = inquiries.iter().map(|(inquiry, _)| inquiry.id).collect();
    let of_person = |sql| statement(sql, [ids.clone().into(), key.clone().into()]);
    let spellings = inquiries.iter().map(|(_, content)| content.email.as_str().to_owned()).collect();
    let recipients = read_recipients(db, &key).await?;
    let of_person_or_consultant = [ids.clone().into(), key.clone().into(), recipients.clone().into()];
    let mut mails = MailCopy::find_by_statement(statement(MAILS, of_person_or_consultant)).all(db).await?;
    let mut copies = Vec::new();
    for (inquiry, content) in inquiries {
        let reference = inquiry.reference.to_string();
        let own = mails.extract_if(.., |mail| mail.reference.as_ref() == Some(&reference)).collect();
        let rest = read_rest(db, inquiry.id, own).await?;
        copies.push(InquiryCopy::new(inquiry, &content, rest));
    }
    Ok(DataExport {
        recipients,
        spellings,
        agreed_texts: agreed_texts(&copies),
        information: ARCHIVE.current_policy(language),
        language,
        produced_at: database_now(db).await?,
        retention_years: RETENTION_YEARS,
        inquiries: copies,
        messages: MessageCopy::find_by_statement(of_person(MESSAGES)).all(db).await?,
        mails_as_received: ReceivedCopy::find_by_statement(of_person(RECEIVED)).all(db).await?,
        mails_on_others: mails,
        participants: ParticipantCopy::find_by_statement(of_person(PARTICIPANTS)).all(db).await?,
        holds: HoldCopy::find_by_statement(of_person(HOLDS)).all(db).await?,
        requests: RequestCopy::find_by_statement(statement(REQUESTS, [key.clone().into()])).all(db).await?,
        address: key,
    })
}

/// Spellings of a consultant's address to which mails went.
pub(in crate::privacy) async fn read_recipients(db: &impl ConnectionTrait, key: &str) -> Result<Vec<String>, DbErr> {
    let mut all: Vec<String> = query_values(db, statement(RECIPIENTS, [])).await?;
    all.retain(|recipient| key_of(recipient) == key);
    Ok(all)
}

async fn read_rest(db: &impl ConnectionTrait, inquiry: Uuid, mails: Vec<MailCopy>) -> Result<Rest, DbErr> {
    let sql = "SELECT kind, at FROM contact WHERE inquiry_id = $1 ORDER BY at";
    let contacts = ContactCopy::find_by_statement(statement(sql, [inquiry.into()])).all(db).await?;
    let sql = "SELECT text(client_network) AS network FROM unverified_network WHERE inquiry_id = $1";
    let client_network = find_value(db, statement(sql, [inquiry.into()])).await?;
    let sql = "SELECT points, signs, is_suspected, is_marked FROM spam_check WHERE inquiry_id = $1";
    let spam_check = SpamCheck::find_by_statement(statement(sql, [inquiry.into()])).one(db).await?;
    Ok(Rest { mails, contacts, client_network, spam_check })
}

fn agreed_texts(copies: &[InquiryCopy]) -> BTreeMap<String, String> {
    let digests = copies.iter().flat_map(|InquiryCopy { consent, .. }| {
        let boxes = [&consent.policy_box_sha256, &consent.processing_box_sha256];
        [&consent.privacy_policy_sha256].into_iter().chain(boxes.into_iter().flatten())
    });
    digests.filter_map(|digest| Some((digest.clone(), ARCHIVE.text(digest)?))).collect()
}
