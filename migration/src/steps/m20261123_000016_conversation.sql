-- Mails of a conversation: what a visitor wrote, to the consultants; a mail that did not arrive is `bounced`. Old and new
-- processes work on one outbox: the former version claims the kinds that it knows, and leaves the others.
SET LOCAL lock_timeout = '2s';

-- `about`: the message that a mail relays. The mails of one message go once to each recipient.
ALTER TABLE outbox ADD about uuid;
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_check
        CHECK (kind IN ('notification', 'auto_reply', 'visitor_reply', 'undeliverable')),
    DROP CONSTRAINT outbox_state_check,
    ADD CONSTRAINT outbox_state_check
        CHECK (state IN ('ready', 'sending', 'sent', 'retry', 'ambiguous', 'failed', 'suppressed', 'bounced')),
    DROP CONSTRAINT outbox_check4,
    ADD CONSTRAINT outbox_finished CHECK (
        (state IN ('sent', 'failed', 'suppressed', 'bounced')) = (finished_at IS NOT NULL) OR state = 'ambiguous'
    ),
    ADD CONSTRAINT outbox_about CHECK ((kind = 'visitor_reply') = (about IS NOT NULL)),
    DROP CONSTRAINT outbox_inquiry_id_kind_recipient_key,
    ADD CONSTRAINT outbox_once UNIQUE NULLS NOT DISTINCT (inquiry_id, kind, recipient, about);
GRANT INSERT (about) ON outbox TO inquiry_app;
CREATE INDEX outbox_due_relays ON outbox (next_attempt_at)
    WHERE kind IN ('visitor_reply', 'undeliverable') AND state IN ('ready', 'retry', 'ambiguous');
CREATE INDEX outbox_bounced ON outbox (finished_at) WHERE state = 'bounced';
