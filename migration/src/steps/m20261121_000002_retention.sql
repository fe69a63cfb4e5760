-- The version of the retention policy that this schema enforces. A step that changes the period of
-- inquiry.expires_at replaces this function and writes a 'policy' entry, and a test holds it to that.
CREATE FUNCTION retention_policy_version() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 1';

-- Names also survive their rows in statistics where they stand beside the content.
ALTER TABLE inquiry ALTER reference SET STATISTICS 0;
ALTER TABLE outbox ALTER recipient SET STATISTICS 0, ALTER message_id SET STATISTICS 0;

-- Finds the job rows of an outbox row, whose keys are 'outbox:ID' or 'outbox:ID:OCCASION'.
CREATE INDEX jobs_of_outbox ON apalis.jobs (split_part(idempotency_key, ':', 2)) WHERE job_type = 'mail';

-- One lock for everything that removes, holds or records: what is short is done one after the other,
-- so no order of two of them can deadlock or slip between a check and its deed.
CREATE FUNCTION lock_retention() RETURNS void LANGUAGE sql AS 'SELECT pg_advisory_xact_lock(1181315695)';

-- Evidence: append-only, chained by hash, without personal data. `entry` is the exact text that is hashed.
CREATE TABLE ledger (
    seq bigint PRIMARY KEY,
    at timestamptz NOT NULL,
    kind text NOT NULL CHECK (kind IN (
        'policy', 'purge', 'failure', 'reclaim', 'erasure', 'export', 'request', 'hold', 'release', 'clock', 'replay',
        'report'
    )),
    -- Counts and random ids only; an address could not even be stored by mistake.
    detail jsonb NOT NULL DEFAULT '{}' CHECK (strpos(detail::text, '@') = 0),
    entry text NOT NULL,
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    -- Which table this row was written to; see is_restored().
    home text NOT NULL
);
CREATE INDEX ledger_kind ON ledger (kind, seq);
CREATE INDEX ledger_tables ON ledger (seq) WHERE detail ? 'tables';

-- This ledger among all: a table that is restored from a dump has a new number, on a new server a new identifier.
CREATE FUNCTION ledger_home() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT system_identifier || '/' || 'ledger'::regclass::oid FROM pg_control_system()
$$;

-- Whether this database came out of a dump and nobody has re-applied yet what happened after the dump. Until then
-- nothing may be recorded, hence nothing purged, held or erased, and api and worker refuse to start.
CREATE FUNCTION is_restored() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT coalesce((SELECT home <> ledger_home() FROM ledger ORDER BY seq DESC LIMIT 1), false)
$$;

CREATE FUNCTION chain_ledger() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    last ledger;
    previous text;
BEGIN
    PERFORM lock_retention();
    SELECT * INTO last FROM ledger ORDER BY seq DESC LIMIT 1;
    previous := encode(coalesce(last.hash, decode(repeat('00', 32), 'hex')), 'hex');
    NEW.home := ledger_home();
    IF session_user = 'inquiry_owner' AND NEW.entry IS NOT NULL THEN
        -- A replay after a restore brings the entries that the dump did not have, as they were.
        IF NEW.seq <> coalesce(last.seq, 0) + 1 OR NEW.entry::jsonb ->> 'seq' <> NEW.seq::text
            OR NEW.entry::jsonb ->> 'prev' <> previous OR NEW.hash <> sha256(convert_to(NEW.entry, 'UTF8')) THEN
            RAISE EXCEPTION 'entry % does not continue the ledger', NEW.seq USING ERRCODE = 'FW003';
        END IF;
        NEW.at := NEW.entry::jsonb ->> 'at';
        NEW.kind := NEW.entry::jsonb ->> 'kind';
        NEW.detail := NEW.entry::jsonb -> 'detail';
        RETURN NEW;
    END IF;
    IF last.home <> NEW.home AND NOT (session_user = 'inquiry_owner' AND NEW.kind = 'replay') THEN
        RAISE EXCEPTION 'the database was restored and the ledger has not been replayed' USING ERRCODE = 'FW006';
    END IF;
    NEW.seq := coalesce(last.seq, 0) + 1;
    NEW.at := clock_timestamp();
    NEW.entry := jsonb_build_object(
        'seq', NEW.seq,
        'at', to_char(NEW.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'kind', NEW.kind,
        'policy', retention_policy_version(),
        'role', session_user,
        'detail', NEW.detail,
        'prev', previous
    )::text;
    NEW.hash := sha256(convert_to(NEW.entry, 'UTF8'));
    RETURN NEW;
END
$$;
CREATE TRIGGER chain BEFORE INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION chain_ledger();

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'FW004';
END
$$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

INSERT INTO ledger (kind, detail) VALUES ('policy', '{"version": 1, "years": 2}');

-- A hold keeps an inquiry, or all inquiries of an address, from the purge and from erasure.
CREATE TABLE legal_hold (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    inquiry_id uuid REFERENCES inquiry (id) ON DELETE CASCADE,
    email_key text CHECK (is_line(email_key, 255)),
    reason text NOT NULL CHECK (is_line(reason, 500)),
    placed_at timestamptz NOT NULL DEFAULT now(),
    ends_at timestamptz NOT NULL,
    released_at timestamptz,
    CHECK (num_nonnulls(inquiry_id, email_key) = 1),
    CHECK (ends_at > placed_at)
);
CREATE INDEX legal_hold_inquiry ON legal_hold (inquiry_id);
CREATE INDEX legal_hold_email_key ON legal_hold (email_key);
ALTER TABLE legal_hold ALTER email_key SET STATISTICS 0, ALTER reason SET STATISTICS 0;

-- A person's request for access or erasure, to be answered within 30 days. Closing it forgets the address.
CREATE TABLE request (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    kind text NOT NULL CHECK (kind IN ('access', 'erasure')),
    email_key text CHECK (is_line(email_key, 255)),
    received_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz NOT NULL
        GENERATED ALWAYS AS ((received_at AT TIME ZONE 'UTC' + interval '30 days') AT TIME ZONE 'UTC') STORED,
    reminded_at timestamptz,
    closed_at timestamptz,
    CHECK ((closed_at IS NULL) = (email_key IS NOT NULL))
);
CREATE INDEX request_open ON request (due_at) WHERE closed_at IS NULL;
ALTER TABLE request ALTER email_key SET STATISTICS 0;

CREATE VIEW held_inquiry AS
    SELECT inquiry_id FROM legal_hold WHERE inquiry_id IS NOT NULL AND released_at IS NULL AND ends_at > now()
    UNION
    SELECT content.inquiry_id FROM legal_hold JOIN inquiry_content AS content USING (email_key)
    WHERE released_at IS NULL AND ends_at > now();

-- Removes inquiries with everything that belongs to them. Returns what went, by table, and which tables' files
-- still have the bytes.
CREATE FUNCTION remove_inquiries(ids uuid[]) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    jobs bigint;
    mails bigint;
    contents bigint;
    inquiries bigint;
    touched text[];
BEGIN
    DELETE FROM apalis.jobs WHERE job_type = 'mail'
        AND split_part(idempotency_key, ':', 2) = ANY (ARRAY(SELECT id::text FROM outbox WHERE inquiry_id = ANY (ids)));
    GET DIAGNOSTICS jobs = ROW_COUNT;
    DELETE FROM outbox WHERE inquiry_id = ANY (ids);
    GET DIAGNOSTICS mails = ROW_COUNT;
    WITH gone AS (DELETE FROM inquiry_content WHERE inquiry_id = ANY (ids) RETURNING tableoid)
        SELECT coalesce(sum(removed), 0), coalesce(array_agg(part), '{}') INTO contents, touched
        FROM (SELECT tableoid::regclass::text AS part, count(*) AS removed FROM gone GROUP BY tableoid) AS parts;
    DELETE FROM inquiry WHERE id = ANY (ids);
    GET DIAGNOSTICS inquiries = ROW_COUNT;
    IF inquiries > 0 THEN
        touched := touched || ARRAY['inquiry', 'outbox'];
    END IF;
    RETURN jsonb_build_object('inquiry', inquiries, 'inquiry_content', contents, 'outbox', mails, 'jobs', jobs)
        || CASE WHEN touched = '{}' THEN '{}' ELSE jsonb_build_object('tables', touched) END;
END
$$;

-- One batch of the purge. Call it until it removes nothing; every call leaves one ledger entry.
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
        DELETE FROM request WHERE closed_at < now() - interval '1 year';
        IF FOUND THEN
            forgotten := forgotten || 'request'::text;
        END IF;
        IF forgotten <> '{}' THEN
            counts := counts || jsonb_build_object('tables', forgotten);
        END IF;
    END IF;
    INSERT INTO ledger (kind, detail) VALUES ('purge', counts);
    RETURN counts;
END
$$;

-- Confirms, after a person has looked, that the database clock is right although it seemed to jump.
CREATE FUNCTION accept_clock() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    INSERT INTO ledger (kind) VALUES ('clock')
$$;

-- Erases all inquiries of an address at the person's request, with the requests and ended holds that name it.
-- What is on hold stays and is counted as kept; then open requests stay open.
CREATE FUNCTION erase_person(address_key text) RETURNS jsonb
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
        IF NOT EXISTS (SELECT FROM request WHERE email_key = address_key AND kind = 'erasure') THEN
            INSERT INTO request (kind, closed_at) VALUES ('erasure', now());
        END IF;
        WITH answered AS (
            UPDATE request SET closed_at = now(), email_key = NULL WHERE email_key = address_key RETURNING id
        ) SELECT coalesce(array_agg(id), '{}') INTO closed FROM answered;
    END IF;
    counts := counts || jsonb_build_object(
        'ids', to_jsonb(erasable), 'kept', kept, 'legal_hold', holds, 'requests', to_jsonb(closed),
        'tables', coalesce(counts -> 'tables', '[]')
            || CASE WHEN holds > 0 THEN '["legal_hold"]'::jsonb ELSE '[]' END
            || CASE WHEN closed <> '{}' THEN '["request"]'::jsonb ELSE '[]' END
    );
    INSERT INTO ledger (kind, detail) VALUES ('erasure', counts);
    RETURN counts;
END
$$;

-- The entry names the inquiries by their random ids, so that a replay can place the hold again.
CREATE FUNCTION place_hold(inquiry uuid, address_key text, why text, until timestamptz) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    hold uuid;
    ids uuid[];
BEGIN
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

-- False where there is no such hold, or it was released before.
CREATE FUNCTION release_hold(hold uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM lock_retention();
    UPDATE legal_hold SET released_at = now() WHERE id = hold AND released_at IS NULL;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO ledger (kind, detail) VALUES ('release', jsonb_build_object('hold', hold));
    RETURN true;
END
$$;

-- Tables from which rows were removed and whose files have not been rewritten since, with their size and whether
-- new inquiries go into them. A rewrite keeps what a transaction older than the removal can still see, so it
-- settles only removals an hour older than itself.
CREATE FUNCTION unreclaimed_tables() RETURNS TABLE (name text, bytes bigint, in_use boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT part, pg_total_relation_size(to_regclass(part)), part IN (
        'inquiry', 'outbox', 'inquiry_content_default', to_char(now() AT TIME ZONE 'UTC', '"inquiry_content_"YYYY"q"Q')
    )
    FROM (
        SELECT part, max(at) AS removed_at FROM ledger, jsonb_array_elements_text(CASE
            -- Kinds that only the functions here may write: nobody else can put a table's name into it.
            WHEN kind IN ('purge', 'erasure') THEN detail -> 'tables'
            -- What the compliance role notes of requests counts for their own table.
            WHEN kind = 'request' AND detail -> 'tables' ? 'request' THEN '["request"]'
            ELSE '[]'
        END) AS part
        WHERE detail ? 'tables' GROUP BY part
    ) AS removed
    LEFT JOIN (
        SELECT detail ->> 'table' AS part, max(at) AS rewritten_at FROM ledger WHERE kind = 'reclaim' GROUP BY 1
    ) AS reclaimed USING (part)
    WHERE to_regclass(part) IS NOT NULL
      AND (rewritten_at IS NULL OR rewritten_at < removed_at
           OR (rewritten_at < removed_at + interval '1 hour' AND now() > removed_at + interval '1 hour'))
    ORDER BY 3, 2
$$;

-- Rewrites a table and its indexes, so that the bytes of removed rows leave its files. Nobody can use it meanwhile.
-- Waits for its turn as long as it takes a vacuum to give way (deadlock_timeout, 1 s), then gives up: others wait behind it.
CREATE FUNCTION reclaim_table(name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    primary_key text;
BEGIN
    PERFORM lock_retention();
    SELECT indexrelid::regclass::text INTO primary_key FROM pg_index
    WHERE indrelid = to_regclass(name) AND indisprimary
      AND (name IN ('inquiry', 'outbox', 'legal_hold', 'request')
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

-- What a report tells: the state now, and what happened from `since` to before `until`. Numbers only.
CREATE FUNCTION retention_evidence(since timestamptz, until timestamptz) RETURNS jsonb
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
        'requests_open', (SELECT count(*) FROM request WHERE closed_at IS NULL),
        'requests_overdue', (SELECT count(*) FROM request WHERE closed_at IS NULL AND due_at < now()),
        'last_purge_at', (SELECT max(at) FROM runs),
        'longest_gap_seconds', (SELECT extract(epoch FROM max(gap))::bigint FROM runs WHERE at >= since AND at < until),
        'unreclaimed', (SELECT count(*) FROM unreclaimed_tables()),
        'head_seq', (SELECT max(seq) FROM ledger),
        'head_hash', (SELECT encode(hash, 'hex') FROM ledger ORDER BY seq DESC LIMIT 1)
    )
    FROM tally
$$;

-- Rights. The application calls the purge and appends what it did; it can neither read holds nor requests,
-- nor remove a row by itself, nor record what it has no right to do.
ALTER TABLE ledger ENABLE ROW LEVEL SECURITY;
CREATE POLICY all_rows ON ledger FOR SELECT TO inquiry_app, inquiry_compliance USING (true);
CREATE POLICY reported ON ledger FOR INSERT TO inquiry_app WITH CHECK (kind IN ('report', 'failure'));
CREATE POLICY recorded ON ledger FOR INSERT TO inquiry_compliance
    WITH CHECK (kind IN ('report', 'failure', 'export', 'request'));
REVOKE ALL ON FUNCTION lock_retention(), chain_ledger(), refuse_change(), remove_inquiries(uuid[]),
    purge_expired(uuid, integer), accept_clock(), erase_person(text), place_hold(uuid, text, text, timestamptz),
    release_hold(uuid), unreclaimed_tables(), reclaim_table(text), retention_evidence(timestamptz, timestamptz),
    ledger_home(), is_restored() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION retention_policy_version(), purge_expired(uuid, integer), unreclaimed_tables(),
    reclaim_table(text), retention_evidence(timestamptz, timestamptz), is_restored()
    TO inquiry_app, inquiry_compliance;
-- Whoever records what was read or changed takes the lock before touching a table that may be waiting to be rewritten.
GRANT EXECUTE ON FUNCTION lock_retention(), accept_clock(), erase_person(text), place_hold(uuid, text, text, timestamptz),
    release_hold(uuid) TO inquiry_compliance;
GRANT SELECT, INSERT (kind, detail) ON ledger TO inquiry_app, inquiry_compliance;
GRANT SELECT ON legal_hold, held_inquiry, apalis.jobs TO inquiry_compliance;
-- When a request was received is the database's to say: the time to answer it runs from there.
GRANT SELECT, INSERT (kind, email_key, closed_at), UPDATE (email_key, reminded_at, closed_at) ON request
    TO inquiry_compliance;
-- For the reminder: which requests fall due, not whose they are.
GRANT SELECT (id, kind, received_at, due_at, reminded_at, closed_at), UPDATE (reminded_at) ON request TO inquiry_app;
