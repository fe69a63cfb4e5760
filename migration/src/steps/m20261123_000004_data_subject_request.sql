-- The table of data subject requests gets the name of its entity, and a legal hold an end within 100 years.

-- Behind a dump, the rename would wait for its lock, and the purge behind the rename, with the lock of retention.
SET LOCAL lock_timeout = '5s';

ALTER TABLE request RENAME TO data_subject_request;
ALTER INDEX request_pkey RENAME TO data_subject_request_pkey;
ALTER INDEX request_open RENAME TO data_subject_request_open;
ALTER TABLE data_subject_request RENAME CONSTRAINT request_kind_check TO data_subject_request_kind_check;
ALTER TABLE data_subject_request RENAME CONSTRAINT request_email_key_check TO data_subject_request_email_key_check;
ALTER TABLE data_subject_request RENAME CONSTRAINT request_check TO data_subject_request_check;

-- For the previous release, which runs until the rollout ends; a later step drops it, together with the
-- release whose replay closes requests through it. Not security_invoker: that needs
-- SELECT on every column of the view, and the application must not read email_key. The grants on the view are those on
-- the table.
CREATE VIEW request AS
    SELECT id, kind, email_key, received_at, due_at, reminded_at, closed_at FROM data_subject_request;
GRANT SELECT, INSERT (kind, email_key, closed_at), UPDATE (email_key, reminded_at, closed_at) ON request
    TO inquiry_compliance;
GRANT SELECT (id, kind, received_at, due_at, reminded_at, closed_at), UPDATE (reminded_at) ON request TO inquiry_app;

-- Entries of the ledger keep the name that the table had when they were written.
CREATE FUNCTION current_table_name(recorded text) RETURNS text LANGUAGE sql IMMUTABLE
    AS $$ SELECT CASE recorded WHEN 'request' THEN 'data_subject_request' ELSE recorded END $$;
REVOKE ALL ON FUNCTION current_table_name(text) FROM PUBLIC;

-- The functions below use the new name; place_hold also has the new limit.

CREATE OR REPLACE FUNCTION purge_expired(run uuid, batch_size integer) RETURNS jsonb
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

CREATE OR REPLACE FUNCTION erase_person(address_key text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    wanted uuid[];
    erasable uuid[];
    kept integer;
    holds bigint;
    closed uuid[] := '{}';
    counts jsonb;
BEGIN
    PERFORM lock_retention();
    wanted := ARRAY(SELECT inquiry_id FROM inquiry_content WHERE email_key = address_key);
    erasable := ARRAY(SELECT id FROM unnest(wanted) AS id WHERE id NOT IN (SELECT inquiry_id FROM held_inquiry));
    kept := cardinality(wanted) - cardinality(erasable);
    counts := remove_inquiries(erasable);
    DELETE FROM legal_hold WHERE email_key = address_key AND (released_at IS NOT NULL OR ends_at <= now());
    GET DIAGNOSTICS holds = ROW_COUNT;
    IF kept = 0 THEN
        IF NOT EXISTS (
            SELECT FROM data_subject_request WHERE email_key = address_key AND kind = 'erasure'
        ) THEN
            INSERT INTO data_subject_request (kind, closed_at) VALUES ('erasure', now());
        END IF;
        WITH answered AS (
            UPDATE data_subject_request SET closed_at = now(), email_key = NULL
            WHERE email_key = address_key RETURNING id
        ) SELECT coalesce(array_agg(id), '{}') INTO closed FROM answered;
    END IF;
    counts := counts || jsonb_build_object(
        'ids', to_jsonb(erasable), 'kept', kept, 'legal_hold', holds, 'requests', to_jsonb(closed),
        'tables', coalesce(counts -> 'tables', '[]')
            || CASE WHEN holds > 0 THEN '["legal_hold"]'::jsonb ELSE '[]' END
            || CASE WHEN closed <> '{}' THEN '["data_subject_request"]'::jsonb ELSE '[]' END
    );
    INSERT INTO ledger (kind, detail) VALUES ('erasure', counts);
    RETURN counts;
END
$$;

CREATE OR REPLACE FUNCTION place_hold(inquiry uuid, address_key text, why text, until timestamptz) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    hold uuid;
    ids uuid[];
BEGIN
    IF until IS NULL OR until <= now() OR until > now() + interval '100 years' THEN
        RAISE EXCEPTION 'a hold must end in the future and within 100 years' USING ERRCODE = 'FW007';
    END IF;
    PERFORM lock_retention();
    INSERT INTO legal_hold (inquiry_id, email_key, reason, ends_at) VALUES (inquiry, address_key, why, until)
        RETURNING id INTO hold;
    ids := CASE
        WHEN inquiry IS NOT NULL THEN ARRAY[inquiry]
        ELSE ARRAY(SELECT inquiry_id FROM inquiry_content WHERE email_key = address_key)
    END;
    INSERT INTO ledger (kind, detail) VALUES ('hold', jsonb_build_object(
        'hold', hold, 'ends_at', to_char(until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'by', CASE WHEN inquiry IS NULL THEN 'address' ELSE 'inquiry' END, 'ids', to_jsonb(ids)
    ));
    RETURN hold;
END
$$;

CREATE OR REPLACE FUNCTION unreclaimed_tables() RETURNS TABLE (name text, bytes bigint, in_use boolean)
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

CREATE OR REPLACE FUNCTION reclaim_table(name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    primary_key text;
BEGIN
    PERFORM lock_retention();
    -- A worker of the previous release may have listed the table by its former name.
    name := current_table_name(name);
    SELECT indexrelid::regclass::text INTO primary_key FROM pg_index
    WHERE indrelid = to_regclass(name) AND indisprimary
      AND (name IN ('inquiry', 'outbox', 'legal_hold', 'data_subject_request')
           OR EXISTS (SELECT FROM pg_inherits WHERE inhrelid = indrelid AND inhparent = 'inquiry_content'::regclass));
    IF primary_key IS NULL THEN
        RAISE EXCEPTION '% is not a table that is reclaimed', name USING ERRCODE = 'FW005';
    END IF;
    PERFORM set_config('lock_timeout', '1500ms', true);
    EXECUTE format('CLUSTER %s USING %s', to_regclass(name), primary_key);
    PERFORM set_config('lock_timeout', '0', true);
    INSERT INTO ledger (kind, detail) VALUES ('reclaim', jsonb_build_object('table', name));
END
$$;

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
