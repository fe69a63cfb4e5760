//! The visitor's side of a ticket: whom a mail copies, and where a consultant lets answers go.

use std::collections::BTreeMap;

use entity::{EmailAddress, email_address::key_of, outbox::MailKind};
use mailer::db::statement;
use sea_orm::{ActiveEnum, ConnectionTrait, DbErr};
use uuid::Uuid;

use super::{content::Content, ticket::Ticket};

/// Of a ticket: each answer goes to all of them.
const MAX_PARTICIPANTS: i64 = 20;

/// One that a mail without a proof has named is copied from a mail with one on.
///
/// `$1` inquiry, `$2` mail, `$3` addresses, `$4` their keys, `$5` whether the mail proves its sender, `$6` at most so many of a ticket.
const NAME: &str = "\
    INSERT INTO participant (inquiry_id, intake_id, address, address_key, copied_from) \
    SELECT $1, $2, address, key, CASE WHEN $5 THEN now() END FROM unnest($3::text[], $4::text[]) AS named(address, key) \
    WHERE key NOT IN (SELECT email_key FROM content_of($1)) AND lower(address) NOT IN ( \
        SELECT lower(recipient) FROM outbox WHERE inquiry_id = $1 AND kind = 'notification' \
    ) LIMIT greatest($6 - (SELECT count(*) FROM participant WHERE inquiry_id = $1), 0) \
    ON CONFLICT (inquiry_id, address_key) DO UPDATE SET copied_from = now(), intake_id = $2 \
    WHERE $5 AND participant.copied_from IS NULL";

const ONLY: &str = "\
    UPDATE participant SET copied_until = now() \
    WHERE inquiry_id = $1 AND copied_from IS NOT NULL AND copied_until IS NULL";

const ALL: &str = "UPDATE participant SET copied_from = now(), copied_until = NULL WHERE inquiry_id = $1 AND copied_until IS NOT NULL";

/// `$1` inquiry, `$2` mail, `$3` address, `$4` its key.
const INSTEAD: &str = "\
    INSERT INTO participant (inquiry_id, intake_id, address, address_key, instead_from) VALUES ($1, $2, $3, $4, now()) \
    ON CONFLICT (inquiry_id, address_key) DO UPDATE SET instead_from = now(), intake_id = $2";

/// One to where answers go, and one to each who is copied. `$1` inquiry, `$2` kind, `$3` message.
const QUEUE_ANSWER: &str = "\
    INSERT INTO outbox (id, inquiry_id, kind, about, participant) \
    SELECT gen_random_uuid(), $1, $2, $3, participant FROM ( \
        SELECT NULL::uuid AS participant \
        UNION ALL SELECT id FROM participant WHERE inquiry_id = $1 AND copied_from IS NOT NULL AND copied_until IS NULL \
            AND id NOT IN (SELECT id FROM participant WHERE inquiry_id = $1 AND instead_from IS NOT NULL \
                           ORDER BY instead_from DESC LIMIT 1) \
    ) AS answered ON CONFLICT DO NOTHING RETURNING id";

impl Ticket<'_> {
    /// Whom the mail names beside us. Answers go there if it is the visitor's side's and proves that.
    pub(super) async fn name_copied(self, mail: Uuid, content: &Content, is_visitors: bool) -> Result<(), DbErr> {
        let author = content.from().map(key_of);
        let named = content.parsed.named().iter().filter(|address| self.settings.is_outside(address));
        let named: BTreeMap<String, String> = named
            .filter_map(|address| EmailAddress::parse(address).ok())
            .map(|address| (address.key(), address.as_str().to_owned()))
            .filter(|(key, _)| author.as_ref() != Some(key))
            .collect();
        if named.is_empty() {
            return Ok(());
        }
        let (keys, addresses): (Vec<_>, Vec<_>) = named.into_iter().unzip();
        let is_proven = is_visitors && content.proof.is_authenticated();
        let values = [
            self.inquiry.into(),
            mail.into(),
            addresses.into(),
            keys.into(),
            is_proven.into(),
            MAX_PARTICIPANTS.into(),
        ];
        self.transaction.execute_raw(statement(NAME, values)).await.map(drop)
    }

    /// Answers go to nobody beside; or to those again who were left out. Returns whether that changes anything.
    pub(super) async fn copy_all(self, all: bool) -> Result<bool, DbErr> {
        let sql = statement(if all { ALL } else { ONLY }, [self.inquiry.into()]);
        Ok(self.transaction.execute_raw(sql).await?.rows_affected() > 0)
    }

    pub(super) async fn answer_instead(self, mail: Uuid, address: &EmailAddress) -> Result<(), DbErr> {
        let values = [self.inquiry.into(), mail.into(), address.as_str().into(), address.key().into()];
        self.transaction.execute_raw(statement(INSTEAD, values)).await.map(drop)
    }

    /// Queues an answer to everybody on the visitor's side.
    pub(super) async fn queue_answer(self, message: Uuid) -> Result<(), DbErr> {
        let values = [self.inquiry.into(), MailKind::Answer.to_value().into(), message.into()];
        self.queue(statement(QUEUE_ANSWER, values)).await
    }
}
