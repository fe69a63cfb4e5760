SELECT lock_retention();
DROP FUNCTION turn_log_over(), older_transactions(xid8);
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
DROP FUNCTION erase_person(text);
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
REVOKE ALL ON FUNCTION erase_person(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_person(text) TO inquiry_compliance;
CREATE OR REPLACE FUNCTION remove_inquiries(ids uuid[]) RETURNS jsonb
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
DROP TRIGGER move_network ON inquiry_content;
UPDATE inquiry_content SET client_network = unverified_network.client_network
    FROM unverified_network WHERE unverified_network.inquiry_id = inquiry_content.inquiry_id;
DROP FUNCTION move_network(), forget_networks(), rewrite_networks();
DROP TABLE unverified_network;
-- Holds of inquiries that are gone have ended.
DELETE FROM legal_hold WHERE inquiry_id IS NOT NULL AND inquiry_id NOT IN (SELECT id FROM inquiry);
ALTER TABLE legal_hold ADD CONSTRAINT legal_hold_inquiry_id_fkey
    FOREIGN KEY (inquiry_id) REFERENCES inquiry (id) ON DELETE CASCADE;
ALTER TABLE legal_hold DROP wanted_until, DROP placed_by;
DROP FUNCTION confirm_hold(uuid), require_second_officer(boolean);
DROP TABLE compliance_rule;
