SET LOCAL lock_timeout = '2s';
DROP FUNCTION forget_complaints();
DROP TABLE complaint;
DELETE FROM outbox WHERE kind = 'absence';
DROP INDEX outbox_due_relays, message_message_id;
ALTER TABLE outbox
    DROP CONSTRAINT outbox_about,
    ADD CONSTRAINT outbox_about CHECK ((kind = 'visitor_reply') = (about IS NOT NULL)),
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_check
        CHECK (kind IN ('notification', 'auto_reply', 'visitor_reply', 'undeliverable'));
CREATE INDEX outbox_due_relays ON outbox (next_attempt_at)
    WHERE kind IN ('visitor_reply', 'undeliverable') AND state IN ('ready', 'retry', 'ambiguous');
