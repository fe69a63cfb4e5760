SET LOCAL lock_timeout = '2s';
DROP TRIGGER suppress_restricted_mail ON outbox;
DROP TRIGGER note_answer ON outbox;
DROP FUNCTION note_answer();
DELETE FROM outbox WHERE kind IN ('answer', 'answer_copy', 'receipt', 'answer_lost');
DROP INDEX outbox_due_relays;
ALTER TABLE outbox
    DROP CONSTRAINT outbox_about,
    ADD CONSTRAINT outbox_about CHECK ((kind IN ('visitor_reply', 'absence')) = (about IS NOT NULL)),
    DROP CONSTRAINT outbox_recipient,
    ADD CONSTRAINT outbox_check CHECK ((kind = 'auto_reply') = (recipient IS NULL)),
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_check
        CHECK (kind IN ('notification', 'auto_reply', 'visitor_reply', 'undeliverable', 'absence'));
CREATE INDEX outbox_due_relays ON outbox (next_attempt_at)
    WHERE kind IN ('visitor_reply', 'undeliverable', 'absence') AND state IN ('ready', 'retry', 'ambiguous');
CREATE OR REPLACE FUNCTION is_contact(inquiry uuid, contact_kind text, contact_source uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
    SELECT contact_kind = 'message' AND EXISTS (
        SELECT FROM message JOIN intake ON intake.id = intake_id
        WHERE message.id = contact_source AND message.inquiry_id = is_contact.inquiry
          AND party = 'visitor' AND NOT is_machine AND fate = 'reply'
    )
$$;
