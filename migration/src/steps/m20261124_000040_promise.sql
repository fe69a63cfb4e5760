-- The promise to answer in time: when each ticket is due, who is reminded, and what became of it. An inquiry without a
-- row in `ticket` is open; a worker gives it one with its due time. Old processes work on: nothing of theirs changes.
SET LOCAL lock_timeout = '2s';

ALTER TABLE ticket
    -- From when the promised time of `half_at` and `due_at` runs: `started_at`, or the inquiry's receipt.
    ADD promised_from timestamptz,
    ADD half_at timestamptz,
    ADD due_at timestamptz,
    ADD reminded_at timestamptz,
    -- The last time.
    ADD escalated_at timestamptz,
    -- When the time to the first answer was counted in a metric.
    ADD measured_at timestamptz,
    ADD CONSTRAINT ticket_promise CHECK (
        (promised_from IS NULL) = (due_at IS NULL) AND (half_at IS NULL) = (due_at IS NULL)
    );
-- Answered ones that nobody closes become many: only a reopened one can be due again.
CREATE INDEX ticket_due ON ticket (due_at)
    WHERE state IN ('open', 'claimed') AND (first_answer_at IS NULL OR started_at IS NOT NULL);
CREATE INDEX ticket_unmeasured ON ticket (first_answer_at) WHERE first_answer_at IS NOT NULL AND measured_at IS NULL;

-- One row while the promise is watched. Inquiries from before `since` were answered elsewhere.
CREATE TABLE promise_watch (
    is_on boolean PRIMARY KEY DEFAULT true CHECK (is_on),
    since timestamptz NOT NULL DEFAULT now(),
    -- Every inquiry received before has its due time.
    seen_until timestamptz NOT NULL DEFAULT now(),
    -- When a worker last said so.
    checked_at timestamptz NOT NULL DEFAULT now(),
    -- The local day of the last digest.
    digest_on date
);
GRANT SELECT ON promise_watch TO inquiry_app, inquiry_compliance;

ALTER TABLE ticket_event
    DROP CONSTRAINT ticket_event_verb_check,
    ADD CONSTRAINT ticket_event_verb_check CHECK (verb IN (
        'claim', 'assign', 'close', 'reopen', 'spam', 'release', 'answer', 'note', 'delivered', 'status', 'help', 'new',
        'send', 'confirm', 'unknown', 'reminder', 'escalation'
    ));

-- The next step validates the rows that are there: a scan of a large table does not hold up its writers.
--
-- `reminder`: half of the promised time is over; `escalation`: all of it; `digest`: what is open. To consultants. `about`
-- is the event of the ticket, of a digest a random id. `question`: whether a consultant has written the mail `about`.
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_check CHECK (kind IN (
        'notification', 'auto_reply', 'visitor_reply', 'undeliverable', 'absence',
        'answer', 'answer_copy', 'receipt', 'answer_lost', 'reminder', 'escalation', 'digest', 'question'
    )) NOT VALID,
    DROP CONSTRAINT outbox_about,
    ADD CONSTRAINT outbox_about CHECK ((kind IN (
        'visitor_reply', 'absence', 'answer', 'answer_copy', 'receipt', 'answer_lost', 'reminder', 'escalation', 'digest', 'question'
    )) = (about IS NOT NULL)) NOT VALID;

-- Whether the visitor has had an answer since the promised time began.
CREATE FUNCTION is_answered(ticket) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT $1.first_answer_at IS NOT NULL AND (
        $1.started_at IS NULL OR $1.first_answer_at >= $1.started_at OR EXISTS (
            SELECT FROM outbox WHERE outbox.inquiry_id = $1.inquiry_id AND kind = 'answer' AND outbox.state = 'sent'
                AND finished_at >= $1.started_at
        )
    )
$$;

-- Begins the watch, or goes on with it; ends it a day after the last worker that watches. Another worker may have other
-- settings, or be older.
CREATE FUNCTION watch_promise(wanted boolean) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DELETE FROM promise_watch WHERE NOT wanted AND checked_at < now() - interval '1 day';
    INSERT INTO promise_watch (is_on) SELECT true WHERE wanted
        ON CONFLICT (is_on) DO UPDATE SET checked_at = now();
$$;

-- Records by when inquiries are to be answered. A later start, after a reopening, is reminded of anew.
CREATE FUNCTION promise_answers(
    inquiry_keys uuid[], new_froms timestamptz[], new_halves timestamptz[], new_dues timestamptz[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    -- In the order of act_on_ticket(): first the inquiry, then the ticket.
    PERFORM FROM inquiry WHERE id = ANY (inquiry_keys) ORDER BY id FOR NO KEY UPDATE;
    INSERT INTO ticket (inquiry_id, state, promised_from, half_at, due_at)
        SELECT inquiry.id, 'open', new_from, new_half, new_due
        FROM unnest(inquiry_keys, new_froms, new_halves, new_dues) AS given (key, new_from, new_half, new_due)
            JOIN inquiry ON inquiry.id = key
        ORDER BY inquiry.id
    ON CONFLICT (inquiry_id) DO UPDATE SET promised_from = excluded.promised_from, half_at = excluded.half_at,
        due_at = excluded.due_at, reminded_at = NULL, escalated_at = NULL
        WHERE ticket.promised_from IS DISTINCT FROM excluded.promised_from;
END
$$;

-- Every inquiry received ten minutes before this time has its due time: no commit takes longer.
CREATE FUNCTION promises_seen(until timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE promise_watch SET seen_until = least(until, now()) - interval '10 minutes'
        WHERE seen_until < least(until, now()) - interval '10 minutes';
$$;

-- Queues the mails about a ticket: to others if there are any; else to its owner, or to all who were notified if nobody has
-- claimed it. Of these, only whom the settings still name counts (NULL: everybody); if none is left, all of them do.
CREATE FUNCTION remind_of_ticket(inquiry_key uuid, event_verb text, others text[], consultants text[]) RETURNS bigint
LANGUAGE sql SET search_path = public, pg_temp AS $$
    WITH noted AS (
        INSERT INTO ticket_event (inquiry_id, verb, outcome) VALUES (inquiry_key, event_verb, 'done') RETURNING id
    ), told AS (
        SELECT outbox.id, recipient FROM outbox
        WHERE outbox.inquiry_id = inquiry_key AND kind = 'notification'
            AND (consultants IS NULL OR recipient = ANY (consultants))
    ), own AS (
        SELECT recipient FROM told JOIN ticket ON owner = told.id WHERE ticket.inquiry_id = inquiry_key
    ), addressed AS (
        SELECT unnest(others) AS address
        UNION SELECT recipient FROM own WHERE cardinality(others) = 0
        UNION SELECT recipient FROM told WHERE cardinality(others) = 0 AND NOT EXISTS (SELECT FROM own)
        UNION SELECT unnest(consultants) WHERE cardinality(others) = 0 AND NOT EXISTS (SELECT FROM told)
    ), queued AS (
        INSERT INTO outbox (id, inquiry_id, kind, recipient, about)
            SELECT gen_random_uuid(), inquiry_key, event_verb, address, noted.id FROM noted, addressed
            RETURNING 1
    )
    SELECT count(*) FROM queued
$$;

-- Reminds of each unanswered ticket once when half of its time is over, and escalates it when all is over, then once a
-- working day: from `opening` on, the beginning of today's office hours, NULL on other days. Returns the number of mails.
CREATE FUNCTION keep_promises(escalate_to text[], consultants text[], opening timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    moment timestamptz := clock_timestamp();
    is_opened boolean := coalesce(opening <= moment, false);
    key uuid;
    mails bigint := 0;
BEGIN
    -- A mail that waits for the relay while somebody answers is no longer needed.
    UPDATE outbox SET state = 'suppressed', last_code = 'answered', finished_at = now()
        WHERE outbox.id IN (
            SELECT outbox.id FROM outbox JOIN ticket USING (inquiry_id)
            WHERE kind IN ('reminder', 'escalation') AND outbox.state IN ('ready', 'retry', 'ambiguous')
                AND (ticket.state IN ('closed', 'spam') OR is_answered(ticket))
            FOR UPDATE OF outbox SKIP LOCKED
        );
    -- Locks the inquiry first, as act_on_ticket() does, and then looks at the ticket again.
    FOR key IN
        SELECT inquiry.id FROM ticket JOIN inquiry ON inquiry.id = inquiry_id
        WHERE ticket.state IN ('open', 'claimed') AND (first_answer_at IS NULL OR started_at IS NOT NULL)
            AND NOT is_answered(ticket) AND expires_at > moment
            AND restricted_at IS NULL AND promised_from = coalesce(started_at, received_at)
            AND (due_at <= moment AND (escalated_at IS NULL OR is_opened AND escalated_at < opening)
                OR half_at <= moment AND due_at > moment AND reminded_at IS NULL)
        ORDER BY due_at LIMIT 200 FOR UPDATE OF inquiry SKIP LOCKED
    LOOP
        UPDATE ticket SET escalated_at = moment
            WHERE inquiry_id = key AND state IN ('open', 'claimed') AND NOT is_answered(ticket) AND due_at <= moment
                AND (escalated_at IS NULL OR is_opened AND escalated_at < opening);
        IF FOUND THEN
            mails := mails + remind_of_ticket(key, 'escalation', escalate_to, consultants);
            CONTINUE;
        END IF;
        UPDATE ticket SET reminded_at = moment
            WHERE inquiry_id = key AND state IN ('open', 'claimed') AND NOT is_answered(ticket) AND due_at > moment
                AND half_at <= moment AND reminded_at IS NULL;
        IF FOUND THEN
            mails := mails + remind_of_ticket(key, 'reminder', '{}', consultants);
        END IF;
    END LOOP;
    RETURN mails;
END
$$;

-- What waits for an answer: a ticket that is not answered, or whose visitor has written since the last answer.
CREATE FUNCTION waits_since(ticket) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN $1.state IN ('closed', 'spam') THEN NULL WHEN NOT is_answered($1) THEN $1.promised_from ELSE (
        SELECT min(message.received_at) FROM message
        WHERE message.inquiry_id = $1.inquiry_id AND party = 'visitor' AND NOT is_machine AND message.received_at > greatest(
            $1.first_answer_at,
            (SELECT max(finished_at) FROM outbox
             WHERE outbox.inquiry_id = $1.inquiry_id AND kind = 'answer' AND outbox.state = 'sent')
        )
    ) END
$$;

-- Queues the digest of a day, once: to each person notified of a ticket that waits. The row stands at the oldest of them.
CREATE FUNCTION queue_digest(today date, consultants text[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    mails bigint;
BEGIN
    UPDATE promise_watch SET digest_on = today WHERE digest_on IS NULL OR digest_on < today;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;
    INSERT INTO outbox (id, inquiry_id, kind, recipient, about)
        SELECT DISTINCT ON (lower(recipient)) gen_random_uuid(), inquiry.id, 'digest', recipient, gen_random_uuid()
        FROM ticket JOIN inquiry ON inquiry.id = inquiry_id JOIN outbox ON outbox.inquiry_id = inquiry.id
        WHERE ticket.state IN ('open', 'claimed') AND due_at IS NOT NULL
            -- Answered ones that nobody closes become many: of these, only who has been in contact lately is looked at.
            AND (first_answer_at IS NULL OR started_at IS NOT NULL OR last_contact_at > now() - interval '30 days')
            AND waits_since(ticket) IS NOT NULL
            AND expires_at > clock_timestamp() AND restricted_at IS NULL AND outbox.kind = 'notification'
            AND (consultants IS NULL OR recipient = ANY (consultants))
        ORDER BY lower(recipient), waits_since(ticket), inquiry.id;
    GET DIAGNOSTICS mails = ROW_COUNT;
    RETURN mails;
END
$$;

-- First answers that no metric has counted yet: how long each took, and whether the promise was kept.
CREATE FUNCTION measure_answers() RETURNS TABLE (seconds double precision, is_kept boolean)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE ticket SET measured_at = clock_timestamp()
        WHERE first_answer_at IS NOT NULL AND measured_at IS NULL AND due_at IS NOT NULL
        RETURNING extract(epoch FROM first_answer_at - promised_from)::double precision, first_answer_at <= due_at
$$;

-- The promises that fell due in a period: those of inquiries that are still stored, and were no spam.
CREATE FUNCTION answer_evidence(since timestamptz, until timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH promised AS (
        -- Of a reopened ticket the earlier answer does not count.
        SELECT contact_reason, coalesce(first_answer_at BETWEEN promised_from AND due_at, false) AS is_kept,
            CASE WHEN first_answer_at >= promised_from THEN extract(epoch FROM first_answer_at - promised_from) END
                AS seconds
        FROM ticket JOIN inquiry ON inquiry.id = inquiry_id
        WHERE due_at >= since AND due_at < least(until, now()) AND state <> 'spam'
    ), reasons AS (
        SELECT contact_reason AS reason, count(*) AS promised, count(*) FILTER (WHERE is_kept) AS kept,
            (percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds))::bigint AS median_seconds,
            max(seconds)::bigint AS worst_seconds
        FROM promised GROUP BY GROUPING SETS ((), (contact_reason))
    )
    SELECT jsonb_build_object(
        'is_watched', EXISTS (SELECT FROM promise_watch),
        'total', (SELECT to_jsonb(reasons) FROM reasons WHERE reason IS NULL),
        'reasons', coalesce((
            SELECT jsonb_agg(to_jsonb(reasons) ORDER BY promised DESC, reason) FROM reasons WHERE reason IS NOT NULL
        ), '[]')
    )
$$;

REVOKE ALL ON FUNCTION is_answered(ticket), watch_promise(boolean), waits_since(ticket),
    promise_answers(uuid[], timestamptz[], timestamptz[], timestamptz[]), promises_seen(timestamptz),
    remind_of_ticket(uuid, text, text[], text[]), keep_promises(text[], text[], timestamptz), queue_digest(date, text[]), measure_answers(),
    answer_evidence(timestamptz, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_answered(ticket), watch_promise(boolean), waits_since(ticket),
    promise_answers(uuid[], timestamptz[], timestamptz[], timestamptz[]), promises_seen(timestamptz),
    keep_promises(text[], text[], timestamptz), queue_digest(date, text[]), measure_answers() TO inquiry_app;
GRANT EXECUTE ON FUNCTION answer_evidence(timestamptz, timestamptz) TO inquiry_app, inquiry_compliance;
