-- Bytes: a hold stays until its time, networks have a small table whose file can be rewritten at once, and the log of the
-- database is turned over after a rewrite.
SET LOCAL lock_timeout = '5s';
SELECT lock_retention();

-- A hold outlives its inquiry, as docs/retention.md says: 30 days from its end. Deleted with the inquiry it would be
-- counted by nobody, and its reason would stay in the file.
ALTER TABLE legal_hold DROP CONSTRAINT legal_hold_inquiry_id_fkey;

-- The networks of unverified inquiries. Setting the former column to NULL left the old row's bytes in a large file.
CREATE TABLE unverified_network (
    inquiry_id uuid PRIMARY KEY,
    client_network cidr NOT NULL,
    stored_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE unverified_network ALTER client_network SET STATISTICS 0;
CREATE INDEX unverified_network_stored_at ON unverified_network (stored_at);
INSERT INTO unverified_network (inquiry_id, client_network, stored_at)
    SELECT inquiry_id, client_network, received_at FROM inquiry_content JOIN inquiry ON id = inquiry_id
    WHERE client_network IS NOT NULL;
UPDATE inquiry_content SET client_network = NULL WHERE client_network IS NOT NULL;
-- Every release writes the network with the content, and the previous one clears it there.
CREATE FUNCTION move_network() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO unverified_network (inquiry_id, client_network) VALUES (NEW.inquiry_id, NEW.client_network)
        ON CONFLICT DO NOTHING;
    NEW.client_network := NULL;
    RETURN NEW;
END
$$;
CREATE TRIGGER move_network BEFORE INSERT OR UPDATE OF client_network ON inquiry_content
    FOR EACH ROW WHEN (NEW.client_network IS NOT NULL) EXECUTE FUNCTION move_network();
GRANT SELECT ON unverified_network TO inquiry_app, inquiry_compliance;

-- Deletes the networks that the cap no longer needs. Call rewrite_networks() afterwards.
CREATE FUNCTION forget_networks() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    forgotten bigint;
BEGIN
    DELETE FROM unverified_network WHERE stored_at < clock_timestamp() - interval '1 hour';
    GET DIAGNOSTICS forgotten = ROW_COUNT;
    RETURN forgotten;
END
$$;

-- Takes the bytes of deleted networks out of the file, in a transaction after the one that deleted them: a rewrite keeps
-- what its own transaction deleted. False: another session uses the table, and the next run has to try again.
CREATE FUNCTION rewrite_networks() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1500ms' AS $$
BEGIN
    IF pg_relation_size('unverified_network') = 0 THEN
        RETURN true;
    END IF;
    LOCK TABLE unverified_network IN ACCESS EXCLUSIVE MODE;
    IF EXISTS (SELECT FROM unverified_network) THEN
        CLUSTER unverified_network USING unverified_network_pkey;
    ELSE
        TRUNCATE unverified_network;
    END IF;
    RETURN true;
EXCEPTION WHEN lock_not_available THEN
    RETURN false;
END
$$;

CREATE OR REPLACE FUNCTION remove_inquiries(ids uuid[]) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    jobs bigint;
    mails bigint;
    contents bigint;
    held bigint;
    contacts bigint;
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
    DELETE FROM held_content WHERE inquiry_id = ANY (ids);
    GET DIAGNOSTICS held = ROW_COUNT;
    IF held > 0 THEN
        touched := touched || 'held_content'::text;
    END IF;
    DELETE FROM contact WHERE inquiry_id = ANY (ids);
    GET DIAGNOSTICS contacts = ROW_COUNT;
    DELETE FROM unverified_network WHERE inquiry_id = ANY (ids);
    IF FOUND THEN
        touched := touched || 'unverified_network'::text;
    END IF;
    DELETE FROM inquiry WHERE id = ANY (ids);
    GET DIAGNOSTICS inquiries = ROW_COUNT;
    IF inquiries > 0 THEN
        touched := touched || ARRAY['inquiry', 'outbox'];
    END IF;
    RETURN jsonb_build_object('inquiry', inquiries, 'inquiry_content', contents + held, 'outbox', mails, 'jobs', jobs,
                              'contact', contacts)
        || CASE WHEN touched = '{}' THEN '{}' ELSE jsonb_build_object('tables', touched) END;
END
$$;

CREATE OR REPLACE FUNCTION erase_person(address_key text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '10s' AS $$
DECLARE
    wanted uuid[];
    erasable uuid[];
    kept integer;
    holds bigint;
    closed uuid[] := '{}';
    counts jsonb;
BEGIN
    PERFORM lock_retention();
    wanted := ARRAY(SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = address_key);
    erasable := ARRAY(SELECT id FROM unnest(wanted) AS id WHERE id NOT IN (SELECT inquiry_id FROM held_inquiry));
    kept := cardinality(wanted) - cardinality(erasable);
    counts := remove_inquiries(erasable);
    DELETE FROM legal_hold
    WHERE (email_key = address_key OR inquiry_id = ANY (erasable)) AND (released_at IS NOT NULL OR ends_at <= now());
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

-- COMPLIANCE_SECOND_OFFICER, as `migration` was told: the owner's to say, so that no officer can switch it off.
CREATE TABLE compliance_rule (second_officer boolean NOT NULL);
INSERT INTO compliance_rule VALUES (false);
CREATE FUNCTION require_second_officer(required boolean) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM lock_retention();
    UPDATE compliance_rule SET second_officer = required WHERE second_officer <> required;
    IF FOUND THEN
        INSERT INTO ledger (kind, detail) VALUES ('rule', jsonb_build_object('second_officer', required));
    END IF;
END
$$;
-- `wanted_until`: the end that waits for another officer than `placed_by`.
ALTER TABLE legal_hold ADD wanted_until timestamptz, ADD placed_by text;

CREATE OR REPLACE FUNCTION place_hold(inquiry uuid, address_key text, why text, until timestamptz) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    hold uuid;
    ids uuid[];
    ends timestamptz := until;
BEGIN
    IF until IS NULL OR until <= now() OR until > now() + interval '100 years' THEN
        RAISE EXCEPTION 'a hold must end in the future and within 100 years' USING ERRCODE = 'FW007';
    END IF;
    PERFORM lock_retention();
    IF inquiry IS NOT NULL
        AND NOT EXISTS (SELECT FROM public.inquiry AS stored WHERE stored.id = place_hold.inquiry) THEN
        RAISE EXCEPTION 'the inquiry does not exist' USING ERRCODE = 'foreign_key_violation';
    END IF;
    -- It keeps at once, and for a year: what is not kept in time is gone.
    IF (SELECT second_officer FROM compliance_rule) THEN
        ends := least(until, now() + interval '1 year');
    END IF;
    INSERT INTO legal_hold (inquiry_id, email_key, reason, ends_at, wanted_until, placed_by)
        VALUES (inquiry, address_key, why, ends, nullif(until, ends), session_user)
        RETURNING id INTO hold;
    ids := CASE
        WHEN inquiry IS NOT NULL THEN ARRAY[inquiry]
        ELSE ARRAY(SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = address_key)
    END;
    INSERT INTO ledger (kind, detail) VALUES ('hold', jsonb_build_object(
        'hold', hold, 'ends_at', to_char(ends AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'by', CASE WHEN inquiry IS NULL THEN 'address' ELSE 'inquiry' END, 'ids', to_jsonb(ids)
    ));
    RETURN hold;
END
$$;

-- Confirms the end of a hold that waits for a second officer. False: no such hold waits.
CREATE FUNCTION confirm_hold(hold uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    waiting legal_hold;
BEGIN
    PERFORM lock_retention();
    SELECT * INTO waiting FROM legal_hold
    WHERE id = hold AND wanted_until IS NOT NULL AND released_at IS NULL AND ends_at > now();
    IF waiting.id IS NULL THEN
        RETURN false;
    END IF;
    IF waiting.placed_by = session_user THEN
        RAISE EXCEPTION 'the officer who placed a hold cannot confirm it' USING ERRCODE = 'FW010';
    END IF;
    UPDATE legal_hold SET ends_at = wanted_until, wanted_until = NULL WHERE id = hold;
    INSERT INTO ledger (kind, detail) VALUES ('confirm', jsonb_build_object(
        'hold', hold, 'ends_at', to_char(waiting.wanted_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    ));
    RETURN true;
END
$$;
REVOKE ALL ON FUNCTION require_second_officer(boolean), confirm_hold(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION confirm_hold(uuid) TO inquiry_compliance;

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
      AND (name IN ('inquiry', 'outbox', 'legal_hold', 'data_subject_request', 'unverified_network',
                    'held_content')
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

-- Whether a transaction of this database, readers included, may still see what was removed before transaction `newest`:
-- a rewrite would keep it. Without the role pg_read_all_stats only transactions that write are known.
CREATE FUNCTION older_transactions(newest xid8) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT pg_snapshot_xmin(pg_current_snapshot()) < newest OR EXISTS (
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND age(backend_xmin) > age((newest::text::numeric % 4294967296)::text::xid)
    )
$$;

-- Turns the log over: what it has of removed rows is deleted with its files (`wal_recycle = off`). The message fills the
-- current file, whose end nobody else may ask for. False: the owner lacks pg_checkpoint, which `migration` grants with
-- ADMIN_DATABASE_URL; then the next checkpoints do it, see docs/retention.md.
CREATE FUNCTION turn_log_over() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(current_user, 'pg_checkpoint', 'USAGE') THEN
        RETURN false;
    END IF;
    PERFORM pg_logical_emit_message(false, '', repeat(' ', setting::integer)) FROM pg_settings
    WHERE name = 'wal_segment_size';
    CHECKPOINT;
    RETURN true;
END
$$;
REVOKE ALL ON FUNCTION move_network(), forget_networks(), rewrite_networks(), older_transactions(xid8), turn_log_over()
    FROM PUBLIC;
GRANT EXECUTE ON FUNCTION older_transactions(xid8), turn_log_over() TO inquiry_app, inquiry_compliance;
GRANT EXECUTE ON FUNCTION forget_networks(), rewrite_networks() TO inquiry_app;
