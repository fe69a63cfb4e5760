-- Removes messages and raw mails: of inquiries, or single ones. Returns what went, and which files still have the bytes.
CREATE OR REPLACE FUNCTION remove_mails(inquiries uuid[], messages uuid[], mails uuid[]) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    texts bigint := 0;
    held bigint;
    raws bigint;
    parts text[];
    touched text[] := '{}';
BEGIN
    WITH gone AS (
        DELETE FROM message WHERE inquiry_id = ANY (inquiries) OR id = ANY (messages)
        RETURNING tableoid::regclass::text AS part
    ) SELECT count(*), coalesce(array_agg(DISTINCT part), '{}') INTO texts, parts FROM gone;
    touched := touched || parts;
    DELETE FROM held_message WHERE inquiry_id = ANY (inquiries) OR id = ANY (messages);
    GET DIAGNOSTICS held = ROW_COUNT;
    IF held > 0 THEN
        touched := touched || 'held_message'::text;
    END IF;
    WITH gone AS (
        DELETE FROM raw_mail WHERE inquiry_id = ANY (inquiries) OR intake_id = ANY (mails)
        RETURNING tableoid::regclass::text AS part
    ) SELECT count(*), coalesce(array_agg(DISTINCT part), '{}') INTO raws, parts FROM gone;
    RETURN jsonb_build_object('message', texts + held, 'raw_mail', raws, 'tables', to_jsonb(touched || parts));
END
$$;
