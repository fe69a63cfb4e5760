-- What follows from the end of an answer, in the commit that records it: a delivered one is a contact and the ticket's
-- first answer; of one that did not arrive its author hears.
CREATE OR REPLACE FUNCTION note_answer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    author uuid;
    mailbox text;
BEGIN
    SELECT who INTO author FROM ticket_event JOIN messages_of(NEW.inquiry_id) AS message USING (intake_id)
        WHERE message.id = NEW.about AND verb IN ('answer', 'send') ORDER BY at DESC LIMIT 1;
    IF NEW.state = 'sent' AND OLD.state = 'bounced' THEN
        UPDATE outbox SET state = 'suppressed', finished_at = now(), last_code = 'delivered'
            WHERE about = NEW.id AND kind = 'answer_lost' AND outbox.state IN ('ready', 'retry');
    END IF;
    IF NEW.is_copy AND (NEW.state = 'sent' OR EXISTS (
        -- One mail tells of all copies that are lost meanwhile.
        SELECT FROM outbox AS copy JOIN outbox AS lost ON lost.about = copy.id AND lost.kind = 'answer_lost'
        WHERE copy.inquiry_id = NEW.inquiry_id AND copy.about = NEW.about AND copy.is_copy
            AND lost.state IN ('ready', 'retry') AND lost.attempts = 0
    )) THEN
        -- The mail beside it is the contact.
        RETURN NULL;
    ELSIF NEW.state = 'sent' THEN
        -- Nobody wrote it.
        IF NOT is_contact(NEW.inquiry_id, 'answer', NEW.id) THEN
            RETURN NULL;
        END IF;
        -- An operator has sent an answer that a restriction had kept back.
        UPDATE outbox SET state = 'ready', finished_at = NULL, last_code = NULL, age_from = NULL, next_attempt_at = now()
            WHERE inquiry_id = NEW.inquiry_id AND about = NEW.about AND kind = 'answer_copy'
              AND outbox.state = 'suppressed' AND last_code = 'restricted';
        IF OLD.state = 'bounced' THEN
            DELETE FROM contact WHERE kind = 'answer' AND source = NEW.id;
        END IF;
        PERFORM record_contact(NEW.inquiry_id, 'answer', NEW.id);
        INSERT INTO ticket (inquiry_id, state, first_answer_at, first_answer_way)
            VALUES (
                NEW.inquiry_id, 'open', CASE WHEN OLD.state = 'bounced' THEN NEW.finished_at ELSE clock_timestamp() END, 'mail'
            )
            ON CONFLICT (inquiry_id) DO UPDATE
            SET first_answer_at = excluded.first_answer_at, first_answer_way = excluded.first_answer_way
            WHERE ticket.first_answer_at IS NULL;
        INSERT INTO ticket_event (inquiry_id, who, verb, outcome) VALUES (NEW.inquiry_id, author, 'delivered', 'done');
    ELSE
        -- The ticket that goes on for this one waits for an answer again.
        UPDATE ticket SET state = CASE WHEN owner IS NULL THEN 'open' ELSE 'claimed' END, closed_at = NULL,
            started_at = clock_timestamp()
            WHERE inquiry_id = (SELECT merged_into FROM ticket AS merged WHERE merged.inquiry_id = NEW.inquiry_id)
                AND NOT NEW.is_copy;
        SELECT recipient INTO mailbox FROM outbox WHERE id = author;
        IF mailbox IS NOT NULL THEN
            INSERT INTO outbox (id, inquiry_id, kind, recipient, about)
                VALUES (gen_random_uuid(), NEW.inquiry_id, 'answer_lost', mailbox, NEW.id)
                -- A report took back what was still to be said, and another one says it again.
                ON CONFLICT ON CONSTRAINT outbox_once DO UPDATE
                SET state = 'ready', finished_at = NULL, last_code = NULL, age_from = NULL, next_attempt_at = now()
                WHERE outbox.state = 'suppressed' AND outbox.last_code = 'delivered';
        END IF;
    END IF;
    RETURN NULL;
END
$$;
