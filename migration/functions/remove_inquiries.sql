-- Removes inquiries with everything that belongs to them. Returns what went, by table, and which tables' files still have the bytes.
CREATE OR REPLACE FUNCTION remove_inquiries(ids uuid[]) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    raw jsonb := remove_mails(ids, '{}', '{}');
    jobs bigint;
    mails bigint;
    contents bigint;
    held bigint;
    contacts bigint;
    inquiries bigint;
    touched text[];
    tables jsonb;
BEGIN
    -- Requests that outlive them are answered in the language that goes.
    UPDATE data_subject_request AS request SET language = newest.language FROM (
        SELECT DISTINCT ON (email_key) email_key, language
        FROM inquiry JOIN compliance.inquiry_content ON inquiry_id = inquiry.id WHERE inquiry.id = ANY (ids)
        ORDER BY email_key, received_at DESC
    ) AS newest
    WHERE request.email_key = newest.email_key AND request.language IS NULL;
    DELETE FROM apalis.jobs WHERE job_type = 'mail'
        AND split_part(idempotency_key, ':', 2) = ANY (ARRAY(SELECT id::text FROM outbox WHERE inquiry_id = ANY (ids)));
    GET DIAGNOSTICS jobs = ROW_COUNT;
    DELETE FROM outbox WHERE inquiry_id = ANY (ids);
    GET DIAGNOSTICS mails = ROW_COUNT;
    WITH gone AS (
        DELETE FROM inquiry_content USING inquiry
        WHERE inquiry.id = ANY (ids) AND inquiry_id = inquiry.id AND received_on = (received_at AT TIME ZONE 'UTC')::date
        RETURNING inquiry_content.tableoid::regclass::text AS part
    ) SELECT count(*), coalesce(array_agg(DISTINCT part), '{}') INTO contents, touched FROM gone;
    -- Some are held, and some may have another date.
    IF contents < cardinality(ids) THEN
        WITH gone AS (
            DELETE FROM inquiry_content WHERE inquiry_id = ANY (ids) RETURNING tableoid::regclass::text AS part
        ) SELECT contents + count(*), ARRAY(SELECT unnest(touched) UNION SELECT part FROM gone) INTO contents, touched FROM gone;
    END IF;
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
    DELETE FROM participant WHERE inquiry_id = ANY (ids);
    IF FOUND THEN
        touched := touched || 'participant'::text;
    END IF;
    DELETE FROM held_participant WHERE inquiry_id = ANY (ids);
    IF FOUND THEN
        touched := touched || 'held_participant'::text;
    END IF;
    DELETE FROM inquiry WHERE id = ANY (ids);
    GET DIAGNOSTICS inquiries = ROW_COUNT;
    IF inquiries > 0 THEN
        touched := touched || ARRAY['inquiry', 'outbox'];
    END IF;
    tables := to_jsonb(touched) || (raw -> 'tables');
    RETURN jsonb_build_object('inquiry', inquiries, 'inquiry_content', contents + held, 'outbox', mails, 'jobs', jobs,
                              'contact', contacts)
        || (raw - '{tables,participants}'::text[])
        || CASE WHEN tables = '[]' THEN '{}' ELSE jsonb_build_object('tables', tables) END;
END
$$;
