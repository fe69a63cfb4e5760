-- The state of a ticket and its history. A person is named by the notification that went to that person, so no address
-- stands here; an inquiry without a row of `ticket` is open. Old processes work on: nothing of theirs changes.
SET LOCAL lock_timeout = '5s';

CREATE TABLE ticket (
    inquiry_id uuid PRIMARY KEY REFERENCES inquiry (id) ON DELETE CASCADE,
    state text NOT NULL CHECK (state IN ('open', 'claimed', 'closed', 'spam')),
    -- The owner's notification, a row of `outbox`.
    owner uuid,
    -- From when the promised time runs, if not from the inquiry's receipt: released from spam, or reopened.
    started_at timestamptz,
    first_answer_at timestamptz,
    first_answer_way text CHECK (first_answer_way IN ('mail', 'phone')),
    closed_at timestamptz,
    CHECK (state <> 'claimed' OR owner IS NOT NULL),
    CHECK ((first_answer_at IS NULL) = (first_answer_way IS NULL)),
    CHECK ((state IN ('closed', 'spam')) = (closed_at IS NOT NULL))
);
CREATE INDEX ticket_unanswered ON ticket (inquiry_id) WHERE first_answer_at IS NULL AND state IN ('open', 'claimed');

CREATE TABLE ticket_event (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    inquiry_id uuid NOT NULL REFERENCES inquiry (id) ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- The acting person's notification; NULL: an operator on the command line, or the system.
    who uuid,
    verb text NOT NULL CHECK (verb IN (
        'claim', 'assign', 'close', 'reopen', 'spam', 'release', 'answer', 'note', 'delivered', 'status', 'help', 'new',
        'send', 'confirm', 'unknown'
    )),
    outcome text NOT NULL CHECK (outcome ~ '^[a-z_]{1,30}$'),
    -- Of `assign`: the new owner's notification.
    target uuid,
    -- The mail that said so.
    intake_id uuid,
    UNIQUE (intake_id, verb)
);
CREATE INDEX ticket_event_inquiry ON ticket_event (inquiry_id, at);

ALTER TABLE ticket ENABLE ROW LEVEL SECURITY;
ALTER TABLE ticket_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY alive ON ticket FOR SELECT TO inquiry_app
    USING ((SELECT true FROM inquiry WHERE inquiry.id = inquiry_id));
CREATE POLICY alive ON ticket_event FOR SELECT TO inquiry_app
    USING ((SELECT true FROM inquiry WHERE inquiry.id = inquiry_id));
CREATE POLICY all_rows ON ticket FOR SELECT TO inquiry_compliance USING (true);
CREATE POLICY all_rows ON ticket_event FOR SELECT TO inquiry_compliance USING (true);
GRANT SELECT ON ticket, ticket_event TO inquiry_app, inquiry_compliance;

-- Does what a verb says and records it. Returns the outcome: `done`; `unchanged`, it was so already; `taken`, another
-- person owns the ticket; `repeated`, this mail has said it before; `gone`, the inquiry has expired.
--
-- With `as_outcome` the state stays, and this outcome is recorded: of a verb that only asks, or could not be followed.
CREATE FUNCTION act_on_ticket(
    inquiry_key uuid, person uuid, ticket_verb text, by_mail uuid, new_owner uuid, as_outcome text
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    expiry timestamptz;
    moment timestamptz;
    former ticket;
    next ticket;
    outcome text := coalesce(as_outcome, 'done');
    effect text := CASE WHEN as_outcome IS NULL THEN ticket_verb END;
BEGIN
    -- The lock orders all verbs of one ticket.
    SELECT expires_at INTO expiry FROM inquiry WHERE id = inquiry_key FOR UPDATE;
    moment := clock_timestamp();
    IF expiry IS NULL OR expiry <= moment THEN
        RETURN 'gone';
    END IF;
    IF EXISTS (SELECT FROM unnest(ARRAY[person, new_owner]) AS named WHERE named IS NOT NULL AND NOT EXISTS (
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
    CASE effect
        WHEN 'claim' THEN
            IF former.state = 'claimed' AND former.owner <> person THEN
                outcome := 'taken';
            ELSIF person IS NOT NULL THEN
                next.state := 'claimed';
                next.owner := person;
                next.closed_at := NULL;
            END IF;
        WHEN 'assign' THEN
            next.state := 'claimed';
            next.owner := new_owner;
            next.closed_at := NULL;
        WHEN 'answer' THEN
            -- The first answer claims.
            IF former.state = 'open' AND person IS NOT NULL THEN
                next.state := 'claimed';
                next.owner := person;
            END IF;
        WHEN 'close' THEN
            IF former.state <> 'closed' THEN
                next.state := 'closed';
                next.closed_at := moment;
                -- Closed without a mail to the visitor, or after one that was lost: answered by phone.
                IF former.first_answer_at IS NULL AND (NOT EXISTS (
                    SELECT FROM ticket_event AS event
                    WHERE event.inquiry_id = inquiry_key AND event.verb = 'answer' AND event.outcome = 'done'
                ) OR EXISTS (SELECT FROM outbox WHERE inquiry_id = inquiry_key AND kind = 'answer_lost')) THEN
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
            IF former.state IN ('closed', 'spam') THEN
                next.state := CASE WHEN former.owner IS NULL THEN 'open' ELSE 'claimed' END;
                next.closed_at := NULL;
                next.started_at := moment;
            END IF;
        ELSE NULL;
    END CASE;
    IF ticket_verb IN ('claim', 'assign', 'close', 'spam', 'reopen', 'release') AND next IS NOT DISTINCT FROM former
        AND outcome = 'done' THEN
        outcome := 'unchanged';
    END IF;
    IF next IS DISTINCT FROM former THEN
        INSERT INTO ticket SELECT next.*
        ON CONFLICT (inquiry_id) DO UPDATE SET state = excluded.state, owner = excluded.owner,
            started_at = excluded.started_at, first_answer_at = excluded.first_answer_at,
            first_answer_way = excluded.first_answer_way, closed_at = excluded.closed_at;
    END IF;
    INSERT INTO ticket_event (inquiry_id, at, who, verb, outcome, target, intake_id)
        VALUES (inquiry_key, moment, person, ticket_verb, outcome, new_owner, by_mail);
    RETURN outcome;
END
$$;
REVOKE ALL ON FUNCTION act_on_ticket(uuid, uuid, text, uuid, uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION act_on_ticket(uuid, uuid, text, uuid, uuid, text) TO inquiry_app;
