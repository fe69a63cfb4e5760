-- One batch of the purge. Call it until it removes nothing.
DROP FUNCTION IF EXISTS set_aside_held();
CREATE OR REPLACE FUNCTION purge_expired(run uuid, batch_size integer) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '10s' AS $$
DECLARE
    this_month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
    last_month text := to_char(this_month - interval '1 day', 'YYYY-MM');
    moment timestamptz;
    ids uuid[];
    mails uuid[];
    late bigint;
    locked bigint;
    counts jsonb;
    forgotten text[] := '{}';
    living text;
    held text;
    moved bigint;
    touched text[];
BEGIN
    IF run IS NULL OR batch_size IS NULL OR batch_size NOT BETWEEN 1 AND 10000 THEN
        RAISE EXCEPTION 'a purge has an id and takes 1 to 10000 inquiries' USING ERRCODE = 'FW009';
    END IF;
    PERFORM lock_retention();
    PERFORM require_clock();
    -- What a wrong clock has dated ahead is as of now: nothing is kept, due or newest by a moment that has not been. A day is what
    -- require_clock() allows: by a clock that is behind so little, nothing true is overwritten.
    moment := clock_timestamp();
    WITH ahead AS (
        UPDATE inquiry SET last_contact_at = moment
        WHERE expires_at > moment + interval '729 days' AND last_contact_at > moment + interval '1 day' RETURNING id
    ), dated AS (
        UPDATE contact SET at = moment FROM ahead WHERE contact.inquiry_id = ahead.id AND at > moment
    ) SELECT array_agg(id) INTO ids FROM ahead;
    mails := ARRAY(SELECT id FROM intake WHERE accepted_at > moment + interval '1 day');
    ids := ids || ARRAY(SELECT inquiry_id FROM intake WHERE id = ANY (mails));
    IF ids <> '{}' THEN
        WITH ahead AS (
            SELECT id, row_number() OVER (ORDER BY received_at DESC) AS place FROM message
            WHERE inquiry_id = ANY (ids) AND received_at > moment + interval '1 day'
        ) UPDATE message SET received_at = moment - place * interval '1 microsecond' FROM ahead WHERE message.id = ahead.id;
        INSERT INTO ledger (kind, detail)
            SELECT 'set_aside', jsonb_build_object('tables', jsonb_agg(DISTINCT tableoid::regclass::text))
            FROM raw_mail WHERE intake_id = ANY (mails) HAVING count(*) > 0;
        UPDATE raw_mail SET accepted_on = (moment AT TIME ZONE 'UTC')::date WHERE intake_id = ANY (mails);
        UPDATE intake SET accepted_at = CASE WHEN id = ANY (mails) THEN moment ELSE accepted_at END,
                settled_at = CASE WHEN settled_at IS NOT NULL THEN least(settled_at, moment) END
            WHERE id = ANY (mails) OR inquiry_id = ANY (ids) AND settled_at > moment + interval '1 day';
    END IF;
    -- Not of answers: one that has not been is none.
    UPDATE outbox SET finished_at = moment WHERE finished_at > moment + interval '1 day' AND kind <> 'answer';
    -- A person has counted from the day that it was then.
    UPDATE ticket SET waits_until = waits_until - (event.at - moment) FROM ticket_event AS event
        WHERE event.inquiry_id = ticket.inquiry_id AND verb = 'wait' AND outcome = 'done'
            AND event.at > moment + interval '1 day' AND waits_until > event.at;
    UPDATE ticket SET started_at = moment
        WHERE state IN ('open', 'claimed') AND due_at > moment
            AND coalesce(started_at, promised_from) > moment + interval '1 day';
    WITH ahead AS (
        SELECT id, row_number() OVER (ORDER BY at DESC) AS place FROM ticket_event WHERE at > moment + interval '1 day'
    ) UPDATE ticket_event SET at = moment - place * interval '1 microsecond', until = until - (at - moment)
        FROM ahead WHERE ticket_event.id = ahead.id;
    -- The addresses that notifications, or answers beside the inquiry's own address, go to for the first time.
    WITH notified AS (UPDATE notified_address SET is_recorded = true WHERE NOT is_recorded RETURNING 1), answered AS (
        UPDATE participant SET is_recorded = true
        WHERE NOT is_recorded AND (copied_from IS NOT NULL OR instead_from IS NOT NULL) RETURNING 1
    ), fresh AS (SELECT FROM notified UNION ALL SELECT FROM answered)
    INSERT INTO ledger (kind, detail)
        SELECT 'recipient', jsonb_build_object('addresses', count(*)) FROM fresh HAVING count(*) > 0;
    -- The sessions that kept a lock from the purge.
    WITH blocked AS (DELETE FROM blocked_purge RETURNING login, times, seconds)
    INSERT INTO ledger (kind, detail)
        SELECT 'blocked', jsonb_build_object('login', login, 'times', times, 'seconds', seconds) FROM blocked;
    -- The state at the end of a month, for its report: the first purge of the next month writes it.
    IF (SELECT at FROM ledger ORDER BY seq LIMIT 1) < this_month AT TIME ZONE 'UTC'
        AND NOT EXISTS (SELECT FROM ledger WHERE kind = 'state' AND detail ->> 'month' = last_month) THEN
        INSERT INTO ledger (kind, detail) VALUES ('state', jsonb_build_object('month', last_month) || retention_state());
    END IF;
    -- Moves what a hold keeps after its expiry out of the application's reach.
    FOR living, held IN
        SELECT * FROM (VALUES ('inquiry_content', 'held_content'), ('participant', 'held_participant'), ('message', 'held_message')) AS pair
        WHERE EXISTS (SELECT FROM held_inquiry)
    LOOP
        -- An insert by name: a column that the other table lacks is an error of the purge, not a loss.
        EXECUTE format(
            'WITH gone AS (
                DELETE FROM %1$I AS row_of USING inquiry
                WHERE inquiry.id = row_of.inquiry_id AND expires_at <= clock_timestamp()
                  AND inquiry.id IN (SELECT inquiry_id FROM held_inquiry)
                RETURNING row_of.*, row_of.tableoid::regclass::text AS "file of"
            ), kept AS (
                INSERT INTO %2$I (%3$s) SELECT %3$s FROM gone
            )
            SELECT count(*), array_agg(DISTINCT "file of") FROM gone',
            living, held, column_list(living::regclass)
        ) INTO moved, touched;
        IF moved > 0 THEN
            INSERT INTO ledger (kind, detail)
                VALUES ('set_aside', jsonb_build_object(living, moved, 'tables', touched));
        END IF;
    END LOOP;
    ids := ARRAY(
        SELECT id FROM inquiry
        WHERE expires_at <= clock_timestamp() AND id NOT IN (SELECT inquiry_id FROM held_inquiry)
        ORDER BY expires_at
        LIMIT batch_size
        FOR UPDATE SKIP LOCKED
    );
    -- Late: more than two hours after the second it expired, unless a hold kept it. What a replay finds came back
    -- with the dump and had been purged in time.
    SELECT count(*) INTO late FROM inquiry
    WHERE id = ANY (ids) AND expires_at < now() - interval '2 hours' AND session_user <> 'inquiry_owner'
      AND id NOT IN (SELECT inquiry_id FROM hold_ends() WHERE kept_until > now() - interval '2 hours');
    counts := remove_inquiries(ids) || jsonb_build_object('run', run, 'late', late);
    IF ids = '{}' THEN
        -- Holds that ended a month ago have no more to explain.
        DELETE FROM legal_hold WHERE least(ends_at, released_at) < now() - interval '30 days';
        IF FOUND THEN
            forgotten := forgotten || 'legal_hold'::text;
        END IF;
        DELETE FROM data_subject_request WHERE closed_at < now() - interval '1 year';
        IF FOUND THEN
            forgotten := forgotten || 'data_subject_request'::text;
        END IF;
        IF forgotten <> '{}' THEN
            counts := counts || jsonb_build_object('tables', forgotten);
        END IF;
        -- What is due and was skipped, because another session keeps its row locked.
        SELECT count(*) INTO locked FROM inquiry
        WHERE expires_at <= now() AND id NOT IN (SELECT inquiry_id FROM held_inquiry);
        counts := counts || jsonb_build_object('locked', locked);
    END IF;
    -- The purge runs every minute; an hourly entry shows that it runs, also while nothing expires.
    IF ids <> '{}' OR forgotten <> '{}' OR NOT EXISTS (
        SELECT FROM ledger WHERE kind = 'purge' AND at > clock_timestamp() - interval '50 minutes'
    ) THEN
        INSERT INTO ledger (kind, detail) VALUES ('purge', counts);
    END IF;
    RETURN counts;
END
$$;
GRANT EXECUTE ON FUNCTION purge_expired TO inquiry_app, inquiry_compliance;
