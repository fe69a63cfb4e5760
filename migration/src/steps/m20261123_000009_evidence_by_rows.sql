-- The purge runs every minute, and report and check judge by rows: what is stored, not what ran.
SET LOCAL lock_timeout = '5s';
SELECT lock_retention();

-- What a hold keeps after its expiry leaves the application's reach. Row security alone does not do that: EXPLAIN ANALYZE
-- counts the rows that it hides, so their text can be guessed.
CREATE TABLE held_content (LIKE inquiry_content INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (inquiry_id));
ALTER TABLE held_content ADD FOREIGN KEY (inquiry_id) REFERENCES inquiry (id) ON DELETE CASCADE;
CREATE INDEX held_content_email_key ON held_content (email_key);
SELECT forget_statistics('held_content');
GRANT SELECT ON held_content TO inquiry_compliance;
-- The compliance commands look here first, so that they find a person wherever the content is.
CREATE SCHEMA compliance;
CREATE VIEW compliance.inquiry_content AS
    SELECT * FROM public.inquiry_content UNION ALL SELECT * FROM public.held_content;
GRANT USAGE ON SCHEMA compliance TO inquiry_compliance;
GRANT SELECT ON compliance.inquiry_content TO inquiry_compliance;
CREATE OR REPLACE VIEW held_inquiry AS
    SELECT inquiry_id FROM legal_hold WHERE inquiry_id IS NOT NULL AND released_at IS NULL AND ends_at > now()
    UNION
    SELECT content.inquiry_id FROM legal_hold JOIN compliance.inquiry_content AS content USING (email_key)
    WHERE released_at IS NULL AND ends_at > now();

CREATE FUNCTION set_aside_held() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    moved bigint;
    touched text[];
BEGIN
    WITH gone AS (
        DELETE FROM inquiry_content USING inquiry
        WHERE inquiry.id = inquiry_content.inquiry_id AND expires_at <= clock_timestamp()
          AND inquiry.id IN (SELECT inquiry_id FROM held_inquiry)
        RETURNING inquiry_content.*, inquiry_content.tableoid::regclass::text AS part
    ), kept AS (
        INSERT INTO held_content (inquiry_id, received_on, first_name, last_name, company, email, email_key,
                                  country, phone, message, client_network)
        SELECT inquiry_id, received_on, first_name, last_name, company, email, email_key, country, phone, message,
            client_network FROM gone
    )
    SELECT count(*), array_agg(DISTINCT part) INTO moved, touched FROM gone;
    IF moved > 0 THEN
        INSERT INTO ledger (kind, detail)
            VALUES ('set_aside', jsonb_build_object('inquiry_content', moved, 'tables', touched));
    END IF;
END
$$;

-- Counts the addresses that notifications went to for the first time.
CREATE FUNCTION record_addresses() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    fresh bigint;
BEGIN
    UPDATE notified_address SET is_recorded = true WHERE NOT is_recorded;
    GET DIAGNOSTICS fresh = ROW_COUNT;
    IF fresh > 0 THEN
        INSERT INTO ledger (kind, detail) VALUES ('recipient', jsonb_build_object('addresses', fresh));
    END IF;
END
$$;

-- Tables from which rows were removed and whose files still have the bytes, with their size, whether new inquiries go
-- into them, and since when.
DROP FUNCTION unreclaimed_tables();
CREATE FUNCTION unreclaimed_tables()
RETURNS TABLE (name text, bytes bigint, in_use boolean, waiting_since timestamptz, is_overdue boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH removal AS (
        SELECT current_table_name(recorded) AS part, at FROM ledger, jsonb_array_elements_text(CASE
            -- Kinds that only functions of the database and the replay may write: nobody else can put a name into it.
            WHEN kind IN ('purge', 'erasure', 'replay', 'set_aside') THEN detail -> 'tables'
            -- What the compliance role notes of requests counts for their own table.
            -- An export closes its request, which clears the address.
            WHEN kind IN ('request', 'export') AND detail -> 'tables' ?| ARRAY['request', 'data_subject_request']
                THEN '["data_subject_request"]'
            ELSE '[]'
        END) AS recorded
        WHERE detail ? 'tables'
    ), reclaimed AS (
        SELECT current_table_name(detail ->> 'table') AS part, max(at) AS rewritten_at
        FROM ledger WHERE kind = 'reclaim' GROUP BY 1
    ), waiting AS (
        SELECT part, max(at) AS removed_at, rewritten_at,
            -- A rewrite keeps what a transaction older than the removal can still see, so it settles only removals an
            -- hour older than itself.
            min(at) FILTER (WHERE rewritten_at IS NULL OR rewritten_at < at + interval '1 hour') AS waiting_since
        FROM removal LEFT JOIN reclaimed USING (part)
        WHERE to_regclass(part) IS NOT NULL
        GROUP BY part, rewritten_at
    ), sized AS (
        SELECT *, pg_total_relation_size(to_regclass(part)) AS bytes, part IN (
            'inquiry', 'outbox', 'inquiry_content_default',
            to_char(now() AT TIME ZONE 'UTC', '"inquiry_content_"YYYY"q"Q')
        ) AS in_use FROM waiting
    )
    SELECT part, bytes, in_use, waiting_since,
        -- Promised: within three hours; a table in use of 32 MB or more at the next weekend.
        waiting_since < now() - CASE WHEN in_use AND bytes >= 33554432 THEN interval '8 days' ELSE interval '3 hours' END
    FROM sized
    WHERE rewritten_at IS NULL OR rewritten_at < removed_at
       OR (rewritten_at < removed_at + interval '1 hour' AND now() > removed_at + interval '1 hour')
    ORDER BY 3, 2
$$;

-- The state now, judged by rows. Numbers and times only.
CREATE FUNCTION retention_state() RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH held AS MATERIALIZED (SELECT inquiry_id FROM held_inquiry),
    contacted AS (SELECT inquiry_id, max(at) AS at FROM contact GROUP BY 1),
    age AS (
        -- Eighths of the period; 9 is over the limit.
        SELECT greatest(1, width_bucket(
            extract(epoch FROM now() - last_contact_at) / extract(epoch FROM expires_at - last_contact_at), 0, 1, 8
        )) AS eighth, count(*) AS inquiries, min(last_contact_at) AS oldest_contact_at,
        count(*) FILTER (WHERE expires_at <= now() AND id NOT IN (SELECT inquiry_id FROM held)) AS due,
        min(expires_at) FILTER (WHERE id NOT IN (SELECT inquiry_id FROM held)) AS next_expiry_at,
        -- A last contact that neither the receipt nor a recorded contact explains, or that lies ahead.
        count(*) FILTER (
            WHERE last_contact_at <> greatest(received_at, contacted.at) OR last_contact_at > now() + interval '1 minute'
        ) AS unexplained
        FROM inquiry LEFT JOIN contacted ON contacted.inquiry_id = inquiry.id GROUP BY 1
    ), unreclaimed AS (SELECT * FROM unreclaimed_tables())
    SELECT jsonb_build_object(
        'inquiries', (SELECT coalesce(sum(inquiries), 0) FROM age),
        'oldest_contact_at', (SELECT min(oldest_contact_at) FROM age),
        'next_expiry_at', (SELECT min(next_expiry_at) FROM age),
        'due', (SELECT coalesce(sum(due), 0) FROM age),
        'due_seconds', (SELECT greatest(0, extract(epoch FROM now() - min(next_expiry_at)))::bigint FROM age),
        'unexplained', (SELECT coalesce(sum(unexplained), 0) FROM age),
        'on_hold', (SELECT count(*) FROM held),
        'ages', (SELECT jsonb_agg(coalesce(inquiries, 0) ORDER BY n)
                 FROM generate_series(1, 9) AS n LEFT JOIN age ON eighth = n),
        'holds_active', (SELECT count(*) FROM legal_hold WHERE released_at IS NULL AND ends_at > now()),
        'requests_open', (SELECT count(*) FROM data_subject_request WHERE closed_at IS NULL),
        'requests_overdue', (SELECT count(*) FROM data_subject_request WHERE closed_at IS NULL AND due_at < now()),
        'unreclaimed', (SELECT count(*) FROM unreclaimed),
        'unreclaimed_bytes', (SELECT coalesce(sum(bytes), 0) FROM unreclaimed),
        'unreclaimed_overdue', (SELECT count(*) FROM unreclaimed WHERE is_overdue),
        -- Nothing here uses them, and no erasure reaches them.
        'large_objects', (SELECT count(*) FROM pg_largeobject_metadata),
        -- A login can always change its own defaults, which api and worker would inherit.
        'login_settings', (
            SELECT count(*) FROM pg_db_role_setting JOIN pg_roles ON pg_roles.oid = setrole, unnest(setconfig) AS setting
            WHERE rolname = 'inquiry_app' AND setting <> 'jit=off'
              AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
        )
    )
$$;

-- Keeps the state at the end of a month for its report. The first purge of the next month writes it.
CREATE FUNCTION record_month() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    began timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
    ended text := to_char(began - interval '1 day', 'YYYY-MM');
BEGIN
    IF (SELECT at FROM ledger ORDER BY seq LIMIT 1) < began AT TIME ZONE 'UTC'
        AND NOT EXISTS (SELECT FROM ledger WHERE kind = 'state' AND detail ->> 'month' = ended) THEN
        INSERT INTO ledger (kind, detail) VALUES ('state', jsonb_build_object('month', ended) || retention_state());
    END IF;
END
$$;

-- For the gauges, the alerts and the check: answers from indexes and small tables, so it may be asked every few seconds.
CREATE FUNCTION retention_gauges() RETURNS TABLE (
    due bigint, due_seconds double precision, oldest_contact_at timestamptz, requests_overdue bigint,
    unreclaimed_bytes bigint, unreclaimed_overdue bigint
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH waiting AS (
        SELECT expires_at FROM inquiry
        WHERE expires_at <= now() AND id NOT IN (SELECT inquiry_id FROM held_inquiry)
    ), unreclaimed AS (SELECT * FROM unreclaimed_tables())
    SELECT (SELECT count(*) FROM waiting),
        (SELECT coalesce(extract(epoch FROM now() - min(expires_at)), 0) FROM waiting),
        -- Expiry grows with the last contact, and has the index.
        (SELECT last_contact_at FROM inquiry ORDER BY expires_at LIMIT 1),
        (SELECT count(*) FROM data_subject_request WHERE closed_at IS NULL AND due_at < now()),
        (SELECT coalesce(sum(bytes), 0)::bigint FROM unreclaimed),
        (SELECT count(*) FROM unreclaimed WHERE is_overdue)
$$;

-- One batch of the purge. Call it until it removes nothing.
CREATE OR REPLACE FUNCTION purge_expired(run uuid, batch_size integer) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '10s' AS $$
DECLARE
    last_tick timestamptz;
    ids uuid[];
    late bigint;
    locked bigint;
    counts jsonb;
    forgotten text[] := '{}';
BEGIN
    IF run IS NULL OR batch_size IS NULL OR batch_size NOT BETWEEN 1 AND 10000 THEN
        RAISE EXCEPTION 'a purge has an id and takes 1 to 10000 inquiries' USING ERRCODE = 'FW009';
    END IF;
    PERFORM lock_retention();
    SELECT at INTO last_tick FROM ledger WHERE kind IN ('purge', 'clock', 'replay') ORDER BY seq DESC LIMIT 1;
    IF abs(extract(epoch FROM clock_timestamp() - last_tick)) > 86400 THEN
        RAISE EXCEPTION 'the database clock is more than a day from the last purge' USING ERRCODE = 'FW001';
    END IF;
    PERFORM record_addresses();
    PERFORM record_month();
    PERFORM set_aside_held();
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
      AND NOT EXISTS (SELECT FROM legal_hold WHERE inquiry_id = inquiry.id)
      AND NOT EXISTS (SELECT FROM compliance.inquiry_content AS content JOIN legal_hold USING (email_key)
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
        -- What is due and was skipped, because another session keeps its row locked.
        SELECT count(*) INTO locked FROM inquiry
        WHERE expires_at <= clock_timestamp() AND id NOT IN (SELECT inquiry_id FROM held_inquiry);
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

-- What a report tells: what happened from `since` to before `until`, and the state at the end of a month that has ended,
-- as it was recorded, or the state now. Numbers and times only.
CREATE OR REPLACE FUNCTION retention_evidence(since timestamptz, until timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH recent AS MATERIALIZED (SELECT * FROM ledger WHERE at >= since AND at < until),
    runs AS (
        SELECT at, at - lag(at) OVER (ORDER BY seq) AS gap FROM ledger WHERE kind IN ('purge', 'replay') AND at < until
    ),
    recorded AS (
        SELECT at, detail - 'month' AS state FROM ledger
        WHERE kind = 'state' AND until <= now() AND detail ->> 'month' = to_char(since AT TIME ZONE 'UTC', 'YYYY-MM')
        ORDER BY seq LIMIT 1
    ),
    tally AS (
        SELECT count(DISTINCT detail ->> 'run') FILTER (WHERE kind = 'purge') AS runs,
            coalesce(sum((detail ->> 'inquiry')::bigint) FILTER (WHERE kind = 'purge'), 0) AS purged,
            coalesce(sum((detail ->> 'late')::bigint) FILTER (WHERE kind = 'purge'), 0) AS late,
            coalesce(sum((detail ->> 'inquiry')::bigint) FILTER (WHERE kind = 'erasure'), 0) AS erased,
            count(*) FILTER (WHERE kind = 'erasure') AS erasures,
            count(*) FILTER (WHERE kind = 'export') AS exports,
            count(*) FILTER (WHERE kind = 'read') AS reads,
            count(*) FILTER (WHERE kind = 'hold') AS holds_placed,
            count(*) FILTER (WHERE kind = 'release') AS holds_released,
            count(*) FILTER (WHERE kind = 'failure') AS failures,
            count(*) FILTER (WHERE kind = 'replay') AS replays,
            count(*) FILTER (WHERE kind = 'clock') AS clocks_accepted,
            count(*) FILTER (WHERE kind = 'reminder') AS reminders,
            coalesce(sum((detail ->> 'addresses')::bigint) FILTER (WHERE kind = 'recipient'), 0) AS new_addresses
        FROM recent
    )
    SELECT to_jsonb(tally) || coalesce((SELECT state FROM recorded), retention_state()) || jsonb_build_object(
        'now', now(),
        'state_at', coalesce((SELECT at FROM recorded), now()),
        'policy', retention_policy_version(),
        'received', (SELECT count(*) FROM inquiry WHERE received_at >= since AND received_at < until),
        'contacts', (SELECT count(*) FROM contact WHERE at >= since AND at < until),
        'reports_sent', (
            SELECT coalesce(jsonb_agg(substr(detail ->> 'report', 8) ORDER BY seq), '[]') FROM ledger WHERE kind = 'report'
        ),
        'last_purge_at', (SELECT max(at) FROM runs),
        'longest_gap_seconds', (SELECT extract(epoch FROM max(gap))::bigint FROM runs WHERE at >= since),
        'head_seq', (SELECT max(seq) FROM ledger),
        'head_hash', (SELECT encode(hash, 'hex') FROM ledger ORDER BY seq DESC LIMIT 1)
    )
    FROM tally
$$;
REVOKE ALL ON FUNCTION set_aside_held(), record_addresses(), unreclaimed_tables(), retention_state(), record_month(), retention_gauges()
    FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unreclaimed_tables(), retention_gauges() TO inquiry_app, inquiry_compliance;
