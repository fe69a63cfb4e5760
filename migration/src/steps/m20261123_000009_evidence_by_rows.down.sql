SELECT lock_retention();
CREATE OR REPLACE FUNCTION retention_evidence(since timestamptz, until timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH held AS MATERIALIZED (SELECT inquiry_id FROM held_inquiry),
    age AS (
        -- Eighths of the period; 9 is over the limit.
        SELECT greatest(1, width_bucket(
            extract(epoch FROM now() - last_contact_at) / extract(epoch FROM expires_at - last_contact_at), 0, 1, 8
        )) AS eighth, count(*) AS inquiries, min(last_contact_at) AS oldest_contact_at,
        count(*) FILTER (WHERE received_at >= since AND received_at < until) AS received,
        count(*) FILTER (WHERE expires_at <= now() AND id NOT IN (SELECT inquiry_id FROM held)) AS due,
        min(expires_at) FILTER (WHERE id NOT IN (SELECT inquiry_id FROM held)) AS next_expiry_at
        FROM inquiry GROUP BY 1
    ),
    recent AS MATERIALIZED (SELECT * FROM ledger WHERE at >= since AND at < until),
    runs AS (SELECT at, at - lag(at) OVER (ORDER BY seq) AS gap FROM ledger WHERE kind IN ('purge', 'replay')),
    tally AS (
        SELECT count(DISTINCT detail ->> 'run') FILTER (WHERE kind = 'purge') AS runs,
            coalesce(sum((detail ->> 'inquiry')::bigint) FILTER (WHERE kind = 'purge'), 0) AS purged,
            coalesce(sum((detail ->> 'late')::bigint) FILTER (WHERE kind = 'purge'), 0) AS late,
            coalesce(sum((detail ->> 'inquiry')::bigint) FILTER (WHERE kind = 'erasure'), 0) AS erased,
            count(*) FILTER (WHERE kind = 'erasure') AS erasures,
            count(*) FILTER (WHERE kind = 'export') AS exports,
            count(*) FILTER (WHERE kind = 'hold') AS holds_placed,
            count(*) FILTER (WHERE kind = 'release') AS holds_released,
            count(*) FILTER (WHERE kind = 'failure') AS failures,
            count(*) FILTER (WHERE kind = 'replay') AS replays
        FROM recent
    )
    SELECT to_jsonb(tally) || jsonb_build_object(
        'now', now(),
        'policy', retention_policy_version(),
        'inquiries', (SELECT coalesce(sum(inquiries), 0) FROM age),
        'received', (SELECT coalesce(sum(received), 0) FROM age),
        'oldest_contact_at', (SELECT min(oldest_contact_at) FROM age),
        'next_expiry_at', (SELECT min(next_expiry_at) FROM age),
        'due', (SELECT coalesce(sum(due), 0) FROM age),
        'on_hold', (SELECT count(*) FROM held),
        'ages', (SELECT jsonb_agg(coalesce(inquiries, 0) ORDER BY n)
                 FROM generate_series(1, 9) AS n LEFT JOIN age ON eighth = n),
        'holds_active', (SELECT count(*) FROM legal_hold WHERE released_at IS NULL AND ends_at > now()),
        'requests_open', (SELECT count(*) FROM data_subject_request WHERE closed_at IS NULL),
        'requests_overdue', (
            SELECT count(*) FROM data_subject_request WHERE closed_at IS NULL AND due_at < now()
        ),
        'last_purge_at', (SELECT max(at) FROM runs),
        'longest_gap_seconds', (SELECT extract(epoch FROM max(gap))::bigint FROM runs WHERE at >= since AND at < until),
        'unreclaimed', (SELECT count(*) FROM unreclaimed_tables()),
        'head_seq', (SELECT max(seq) FROM ledger),
        'head_hash', (SELECT encode(hash, 'hex') FROM ledger ORDER BY seq DESC LIMIT 1)
    )
    FROM tally
$$;
DROP FUNCTION purge_expired(uuid, integer);
CREATE FUNCTION purge_expired(run uuid, batch_size integer) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    last_tick timestamptz;
    ids uuid[];
    late bigint;
    counts jsonb;
    forgotten text[] := '{}';
BEGIN
    PERFORM lock_retention();
    SELECT at INTO last_tick FROM ledger WHERE kind IN ('purge', 'clock', 'replay') ORDER BY seq DESC LIMIT 1;
    IF abs(extract(epoch FROM clock_timestamp() - last_tick)) > 86400 THEN
        RAISE EXCEPTION 'the database clock is more than a day from the last purge' USING ERRCODE = 'FW001';
    END IF;
    ids := ARRAY(
        SELECT id FROM inquiry
        WHERE expires_at <= statement_timestamp() AND id NOT IN (SELECT inquiry_id FROM held_inquiry)
        ORDER BY expires_at
        LIMIT batch_size
        FOR UPDATE SKIP LOCKED
    );
    -- Late: more than two hours after the second it expired, unless a hold kept it. What a replay finds came back
    -- with the dump and had been purged in time.
    SELECT count(*) INTO late FROM inquiry
    WHERE id = ANY (ids) AND expires_at < now() - interval '2 hours' AND session_user <> 'inquiry_owner'
      AND NOT EXISTS (SELECT FROM legal_hold WHERE inquiry_id = inquiry.id)
      AND NOT EXISTS (SELECT FROM inquiry_content AS content JOIN legal_hold USING (email_key)
                      WHERE content.inquiry_id = inquiry.id);
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
    END IF;
    INSERT INTO ledger (kind, detail) VALUES ('purge', counts);
    RETURN counts;
END
$$;
DROP FUNCTION set_aside_held(), record_addresses(), retention_gauges(), record_month(), retention_state(), unreclaimed_tables();
CREATE FUNCTION unreclaimed_tables() RETURNS TABLE (name text, bytes bigint, in_use boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT part, pg_total_relation_size(to_regclass(part)), part IN (
        'inquiry', 'outbox', 'inquiry_content_default', to_char(now() AT TIME ZONE 'UTC', '"inquiry_content_"YYYY"q"Q')
    )
    FROM (
        SELECT current_table_name(recorded) AS part, max(at) AS removed_at FROM ledger, jsonb_array_elements_text(CASE
            -- Kinds that only the functions here may write: nobody else can put a table's name into it.
            WHEN kind IN ('purge', 'erasure') THEN detail -> 'tables'
            -- What the compliance role notes of requests counts for their own table.
            -- An export closes its request, which clears the address.
            WHEN kind IN ('request', 'export') AND detail -> 'tables' ?| ARRAY['request', 'data_subject_request']
                THEN '["data_subject_request"]'
            ELSE '[]'
        END) AS recorded
        WHERE detail ? 'tables' GROUP BY 1
    ) AS removed
    LEFT JOIN (
        SELECT current_table_name(detail ->> 'table') AS part, max(at) AS rewritten_at
        FROM ledger WHERE kind = 'reclaim' GROUP BY 1
    ) AS reclaimed USING (part)
    WHERE to_regclass(part) IS NOT NULL
      AND (rewritten_at IS NULL OR rewritten_at < removed_at
           OR (rewritten_at < removed_at + interval '1 hour' AND now() > removed_at + interval '1 hour'))
    ORDER BY 3, 2
$$;
REVOKE ALL ON FUNCTION purge_expired(uuid, integer), unreclaimed_tables() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purge_expired(uuid, integer), unreclaimed_tables() TO inquiry_app, inquiry_compliance;
INSERT INTO inquiry_content SELECT * FROM held_content;
CREATE OR REPLACE VIEW held_inquiry AS
    SELECT inquiry_id FROM legal_hold WHERE inquiry_id IS NOT NULL AND released_at IS NULL AND ends_at > now()
    UNION
    SELECT content.inquiry_id FROM legal_hold JOIN inquiry_content AS content USING (email_key)
    WHERE released_at IS NULL AND ends_at > now();
DROP SCHEMA compliance CASCADE;
DROP TABLE held_content;
