//! The visitor's side of a ticket: whom a mail copies, and where a consultant lets answers go.

use std::collections::BTreeMap;

use entity::{EmailAddress, email_address::key_of, outbox::MailKind};
use mailer::db::statement;
use sea_orm::{ActiveEnum, ConnectionTrait, DbErr};
use uuid::Uuid;

use super::{content::Content, ticket::Ticket};

/// A column of whom answers of the inquiry `$1` go to instead of its own address.
macro_rules! main_participant {
    ($column:literal) => {
        concat!(
            "(SELECT ",
            $column,
            " FROM participant WHERE inquiry_id = $1 AND instead_from IS NOT NULL ORDER BY instead_from DESC LIMIT 1)"
        )
    };
}
pub(super) use main_participant;

/// Of a ticket: each answer goes to all of them.
const MAX_PARTICIPANTS: i64 = 20;

/// Answers go to whom the mail of the one copies who reads them, if its sender is proven and the mail has come to an address of that
/// one, since nothing else covers `Cc`. Who was named before without a proof is copied from then on. After `#only`, nobody is.
///
/// `$1` inquiry, `$2` mail, `$3` addresses, `$4` their keys, `$5` key of the author, `$6` whether the author is proven, `$7` whether the
/// mail has come to the visitor's own address, `$8` at most so many of a ticket.
const NAME: &str = concat!(
    "\
    WITH side AS ( \
        SELECT email_key, coalesce(( \
            SELECT verb FROM ticket_event WHERE inquiry_id = $1 AND verb IN ('only', 'all') AND outcome <> 'waits' \
            ORDER BY at DESC LIMIT 1 \
        ) = 'only', false) AS is_only, $6 AND $5 = coalesce(main, email_key) AND ($7 OR main IS NOT NULL) AS proves \
        FROM content_of($1), (SELECT ",
    main_participant!("address_key"),
    " AS main) AS instead \
    ), named AS ( \
        SELECT address, key, CASE WHEN proves THEN now() END AS copied_from, CASE WHEN proves AND is_only THEN now() END AS copied_until \
        FROM unnest($3::text[], $4::text[]) AS named(address, key), side WHERE key <> email_key AND lower(address) NOT IN ( \
            SELECT lower(recipient) FROM outbox WHERE inquiry_id = $1 AND kind = 'notification' \
        ) \
    ), proven AS ( \
        UPDATE participant SET copied_from = named.copied_from, copied_until = named.copied_until FROM named \
        WHERE inquiry_id = $1 AND address_key = key AND participant.copied_from IS NULL AND named.copied_from IS NOT NULL \
    ) \
    INSERT INTO participant (inquiry_id, intake_id, address, address_key, copied_from, copied_until) \
    SELECT $1, $2, address, key, copied_from, copied_until FROM named \
    WHERE key NOT IN (SELECT address_key FROM participant WHERE inquiry_id = $1) \
    LIMIT greatest($8 - ( \
        SELECT count(*) FROM participant, side WHERE inquiry_id = $1 AND (copied_from IS NOT NULL OR NOT proves) \
    ), 0)"
);

/// One to where answers go, and one to each who is copied. `$1` inquiry, `$2` kind, `$3` message.
const QUEUE_ANSWER: &str = concat!(
    "\
    WITH main AS ",
    main_participant!("id, address_key"),
    ", own AS (SELECT email_key FROM content_of($1)) \
    INSERT INTO outbox (id, inquiry_id, kind, about, participant, is_copy) \
    SELECT gen_random_uuid(), $1, $2, $3, participant, is_copy FROM ( \
        SELECT (SELECT id FROM main WHERE address_key NOT IN (SELECT email_key FROM own)) AS participant, false AS is_copy \
        UNION ALL SELECT id, true FROM participant \
        WHERE inquiry_id = $1 AND copied_from IS NOT NULL AND copied_until IS NULL \
            AND id NOT IN (SELECT id FROM main) AND address_key NOT IN (SELECT email_key FROM own) \
    ) AS answered ON CONFLICT DO NOTHING RETURNING id"
);

impl Ticket<'_> {
    /// Whom the mail names beside us. `is_contact`: it is the visitor's side's; `is_own`: it has come to an address of the visitor.
    pub(super) async fn name_copied(
        self,
        mail: Uuid,
        content: &Content,
        (is_contact, is_own): (bool, bool),
    ) -> Result<(), DbErr> {
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
        let is_proven = is_contact && content.proof.is_authenticated();
        let values = [
            self.inquiry.into(),
            mail.into(),
            addresses.into(),
            keys.into(),
            author.into(),
            is_proven.into(),
            is_own.into(),
            MAX_PARTICIPANTS.into(),
        ];
        self.transaction.execute_raw(statement(NAME, values)).await.map(drop)
    }

    /// Queues an answer to everybody on the visitor's side.
    pub(super) async fn queue_answer(self, message: Uuid) -> Result<(), DbErr> {
        let values = [self.inquiry.into(), MailKind::Answer.to_value().into(), message.into()];
        self.queue(statement(QUEUE_ANSWER, values)).await
    }
}
