-- Does what a verb says and records it. Returns the outcome: `done`; `unchanged`, it was so already; `taken`, another
-- person owns the ticket; `merged`, another inquiry goes on for this one; `repeated`, this mail has said it before; `gone`, the inquiry
-- has expired.
--
-- With `as_outcome` the state stays, and this outcome is recorded: of a verb that only asks, or could not be followed.
CREATE OR REPLACE FUNCTION act_on_ticket(
    inquiry_key uuid, person uuid, ticket_verb text, by_mail uuid, new_owner uuid, as_outcome text, wanted_until timestamptz
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    expiry timestamptz;
    moment timestamptz;
    former ticket;
    next ticket;
    taker uuid;
    outcome text := coalesce(as_outcome, 'done');
    is_first_word boolean := false;
    effect text := CASE WHEN as_outcome IS NULL THEN ticket_verb END;
BEGIN
    -- The lock orders all verbs of one ticket.
    SELECT expires_at INTO expiry FROM inquiry WHERE id = inquiry_key FOR UPDATE;
    moment := clock_timestamp();
    IF expiry IS NULL OR expiry <= moment THEN
        RETURN 'gone';
    END IF;
    IF effect = 'assign' AND new_owner IS NULL OR EXISTS (SELECT FROM unnest(ARRAY[person, new_owner]) AS named WHERE named IS NOT NULL AND NOT EXISTS (
        SELECT FROM outbox WHERE id = named AND inquiry_id = inquiry_key AND kind = 'notification'
    )) THEN
        RAISE EXCEPTION 'this person was not notified of the inquiry' USING ERRCODE = 'FW009';
    END IF;
    IF EXISTS (SELECT FROM ticket_event WHERE intake_id = by_mail AND verb = ticket_verb) THEN
        RETURN 'repeated';
    END IF;
    SELECT * INTO former FROM ticket WHERE inquiry_id = inquiry_key;
    IF NOT FOUND THEN
        former.inquiry_id := inquiry_key;
        former.state := 'open';
    END IF;
    next := former;
    IF effect IN ('claim', 'assign', 'close', 'spam', 'reopen', 'release', 'wait')
        AND EXISTS (SELECT FROM inquiry WHERE id = former.merged_into AND expires_at > moment) THEN
        outcome := 'merged';
        effect := NULL;
    END IF;
    CASE effect
        WHEN 'claim' THEN
            IF former.state = 'claimed' AND former.owner <> person THEN
                outcome := 'taken';
            ELSE
                taker := person;
            END IF;
        WHEN 'assign' THEN
            taker := new_owner;
        WHEN 'answer' THEN
            -- The first answer claims.
            taker := CASE former.state WHEN 'open' THEN person END;
        WHEN 'wait' THEN
            -- Who waits, answers it.
            taker := CASE former.state WHEN 'open' THEN person END;
            IF former.state = 'claimed' AND former.owner <> person THEN
                outcome := 'taken';
            ELSE
                next.waits_until := CASE WHEN former.state IN ('open', 'claimed') THEN wanted_until END;
            END IF;
        WHEN 'close' THEN
            IF former.state <> 'closed' THEN
                next.state := 'closed';
                next.closed_at := moment;
                -- Closed without a mail to the visitor, or after one that was lost: answered by phone.
                IF former.first_answer_at IS NULL AND (NOT EXISTS (
                    SELECT FROM ticket_event AS event
                    WHERE event.inquiry_id = inquiry_key AND event.verb = 'answer' AND event.outcome = 'done'
                ) OR EXISTS (
                    SELECT FROM outbox AS lost JOIN outbox AS answer ON answer.id = lost.about
                    WHERE lost.inquiry_id = inquiry_key AND lost.kind = 'answer_lost' AND NOT answer.is_copy
                )) THEN
                    next.first_answer_at := moment;
                    next.first_answer_way := 'phone';
                END IF;
            END IF;
        WHEN 'spam' THEN
            IF former.state <> 'spam' THEN
                next.state := 'spam';
                next.closed_at := moment;
            END IF;
        WHEN 'reopen', 'release' THEN
            -- Of an inquiry from before the watch, the visitor's mail begins the promised time.
            IF former.state IN ('closed', 'spam') OR person IS NULL AND by_mail IS NOT NULL AND former.due_at IS NULL
                AND former.started_at IS NULL AND EXISTS (
                    SELECT FROM promise_watch JOIN inquiry ON received_at < since WHERE inquiry.id = inquiry_key
                ) THEN
                next.state := CASE WHEN former.owner IS NULL THEN 'open' ELSE 'claimed' END;
                next.closed_at := NULL;
                next.started_at := moment;
            END IF;
        ELSE NULL;
    END CASE;
    IF taker IS NOT NULL THEN
        next.state := 'claimed';
        next.owner := taker;
        next.closed_at := NULL;
    END IF;
    -- The visitor has written, or what was waited for is done.
    IF effect IN ('close', 'spam', 'reopen') OR effect = 'answer' AND former.waits_until <= moment THEN
        next.waits_until := NULL;
    END IF;
    -- A ticket that is opened again: its promised time starts now.
    IF former.state IN ('closed', 'spam') AND next.state NOT IN ('closed', 'spam') THEN
        next.started_at := moment;
    END IF;
    -- Of a marked inquiry, the auto-reply waits for a person's word. Called spam when it was due, it has not been sent.
    IF effect IN ('release', 'reopen', 'answer') THEN
        UPDATE outbox SET state = 'ready', next_attempt_at = moment, finished_at = NULL, last_code = NULL,
            created_at = coalesce(next.started_at, created_at)
        WHERE inquiry_id = inquiry_key AND kind = 'auto_reply' AND first_attempt_at IS NULL
            AND (state = 'ready' AND next_attempt_at > moment OR state = 'suppressed' AND last_code = 'spam');
        is_first_word := effect = 'release' AND NOT EXISTS (
            SELECT FROM ticket_event WHERE inquiry_id = inquiry_key AND verb = 'release'
        ) AND EXISTS (SELECT FROM spam_check WHERE inquiry_id = inquiry_key AND is_marked);
    END IF;
    IF ticket_verb IN ('claim', 'assign', 'close', 'spam', 'reopen', 'release', 'wait') AND next IS NOT DISTINCT FROM former
        AND outcome = 'done' AND NOT is_first_word THEN
        outcome := 'unchanged';
    END IF;
    IF next IS DISTINCT FROM former THEN
        INSERT INTO ticket SELECT next.*
        ON CONFLICT (inquiry_id) DO UPDATE SET state = excluded.state, owner = excluded.owner,
            started_at = excluded.started_at, first_answer_at = excluded.first_answer_at,
            first_answer_way = excluded.first_answer_way, closed_at = excluded.closed_at,
            waits_until = excluded.waits_until;
    END IF;
    INSERT INTO ticket_event (inquiry_id, at, who, verb, outcome, target, intake_id, until)
        VALUES (inquiry_key, moment, person, ticket_verb, outcome, new_owner, by_mail,
            CASE effect WHEN 'away' THEN wanted_until END);
    RETURN outcome;
END
$$;
GRANT EXECUTE ON FUNCTION act_on_ticket TO inquiry_app;
