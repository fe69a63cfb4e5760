-- Answers to visitors, from a consultant's mailbox. The former version leaves the new kinds of mail to the new one.
SET LOCAL lock_timeout = '2s';

-- `answer`: a consultant's words, to the visitor; `answer_copy`: the same, to the other consultants; `receipt`: what became of
-- a consultant's mail; `answer_lost`: that an answer did not arrive, to its author. `about` is the consultant's mail, of
-- `answer_lost` the answer.
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_check CHECK (kind IN (
        'notification', 'auto_reply', 'visitor_reply', 'undeliverable', 'absence',
        'answer', 'answer_copy', 'receipt', 'answer_lost'
    )),
    DROP CONSTRAINT outbox_check,
    ADD CONSTRAINT outbox_recipient CHECK ((kind IN ('auto_reply', 'answer')) = (recipient IS NULL)),
    DROP CONSTRAINT outbox_about,
    ADD CONSTRAINT outbox_about CHECK (
        (kind IN ('visitor_reply', 'absence', 'answer', 'answer_copy', 'receipt', 'answer_lost')) = (about IS NOT NULL)
    );
DROP INDEX outbox_due_relays;
CREATE INDEX outbox_due_relays ON outbox (next_attempt_at)
    WHERE kind NOT IN ('notification', 'auto_reply') AND state IN ('ready', 'retry', 'ambiguous');

CREATE OR REPLACE FUNCTION is_contact(inquiry uuid, contact_kind text, contact_source uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT CASE contact_kind
        WHEN 'message' THEN EXISTS (
            SELECT FROM message JOIN intake ON intake.id = intake_id
            WHERE message.id = contact_source AND message.inquiry_id = is_contact.inquiry
              AND party = 'visitor' AND NOT is_machine AND fate = 'reply'
        )
        ELSE EXISTS (
            SELECT FROM outbox
            WHERE outbox.id = contact_source AND outbox.inquiry_id = is_contact.inquiry
              AND kind = 'answer' AND outbox.state = 'sent'
        )
    END
$$;
REVOKE ALL ON FUNCTION is_contact(uuid, text, uuid) FROM PUBLIC;

-- What follows from the end of an answer, in the commit that records it: a delivered one is a contact and the ticket's
-- first answer; of one that did not arrive its author hears.
CREATE FUNCTION note_answer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    author uuid;
    mailbox text;
BEGIN
    SELECT who INTO author FROM ticket_event JOIN message USING (intake_id)
        WHERE message.id = NEW.about AND verb IN ('answer', 'send') ORDER BY at DESC LIMIT 1;
    IF NEW.state = 'sent' THEN
        PERFORM record_contact(NEW.inquiry_id, 'answer', NEW.id);
        INSERT INTO ticket (inquiry_id, state, first_answer_at, first_answer_way)
            VALUES (NEW.inquiry_id, 'open', clock_timestamp(), 'mail')
            ON CONFLICT (inquiry_id) DO UPDATE
            SET first_answer_at = excluded.first_answer_at, first_answer_way = excluded.first_answer_way
            WHERE ticket.first_answer_at IS NULL;
        INSERT INTO ticket_event (inquiry_id, who, verb, outcome) VALUES (NEW.inquiry_id, author, 'delivered', 'done');
    ELSE
        SELECT recipient INTO mailbox FROM outbox WHERE id = author;
        IF mailbox IS NOT NULL THEN
            INSERT INTO outbox (id, inquiry_id, kind, recipient, about)
                VALUES (gen_random_uuid(), NEW.inquiry_id, 'answer_lost', mailbox, NEW.id) ON CONFLICT DO NOTHING;
        END IF;
    END IF;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION note_answer() FROM PUBLIC;
CREATE TRIGGER note_answer AFTER UPDATE OF state ON outbox FOR EACH ROW
    WHEN (NEW.kind = 'answer' AND OLD.state <> NEW.state AND NEW.state IN ('sent', 'failed', 'bounced'))
    EXECUTE FUNCTION note_answer();

-- While an inquiry is restricted nobody is mailed; its first mails are older than that.
CREATE TRIGGER suppress_restricted_mail BEFORE INSERT ON outbox FOR EACH ROW
    WHEN (NEW.state = 'ready' AND NEW.kind NOT IN ('notification', 'auto_reply'))
    EXECUTE FUNCTION suppress_restricted();
