SET LOCAL lock_timeout = '5s';
SELECT lock_retention();
DROP FUNCTION remove_inquiries(uuid[]), set_aside_held();
ALTER FUNCTION remove_inquiry_rows(uuid[]) RENAME TO remove_inquiries;
ALTER FUNCTION set_aside_held_content() RENAME TO set_aside_held;
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
CREATE OR REPLACE VIEW held_inquiry AS
    SELECT inquiry_id FROM legal_hold WHERE inquiry_id IS NOT NULL AND released_at IS NULL AND ends_at > now()
    UNION
    SELECT content.inquiry_id FROM legal_hold JOIN compliance.inquiry_content AS content USING (email_key)
    WHERE released_at IS NULL AND ends_at > now();
CREATE OR REPLACE FUNCTION is_contact(inquiry uuid, contact_kind text, contact_source uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$ SELECT false $$;
DROP FUNCTION remove_mails(uuid[], uuid[], uuid[]), turn_mail_partitions(), forget_mail_statistics(regclass);
DROP VIEW compliance.message;
DROP TABLE held_message, message, raw_mail, intake;
