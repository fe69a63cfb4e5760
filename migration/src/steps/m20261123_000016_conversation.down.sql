SET LOCAL lock_timeout = '2s';
DELETE FROM outbox WHERE kind IN ('visitor_reply', 'undeliverable');
UPDATE outbox SET state = 'failed' WHERE state = 'bounced';
DROP INDEX outbox_due_relays, outbox_bounced;
ALTER TABLE outbox
    DROP CONSTRAINT outbox_once,
    ADD CONSTRAINT outbox_inquiry_id_kind_recipient_key UNIQUE NULLS NOT DISTINCT (inquiry_id, kind, recipient),
    DROP CONSTRAINT outbox_about,
    DROP CONSTRAINT outbox_finished,
    ADD CONSTRAINT outbox_check4
        CHECK ((state IN ('sent', 'failed', 'suppressed')) = (finished_at IS NOT NULL) OR state = 'ambiguous'),
    DROP CONSTRAINT outbox_state_check,
    ADD CONSTRAINT outbox_state_check
        CHECK (state IN ('ready', 'sending', 'sent', 'retry', 'ambiguous', 'failed', 'suppressed')),
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('notification', 'auto_reply')),
    DROP about;
