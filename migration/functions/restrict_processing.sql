-- Restricts the processing of a person's inquiries and of the address on others' (art. 18), or lifts the restriction: they are kept
-- until they expire, but nobody is mailed about the inquiries, nor the address on any, and no contact of them counts. The person was
-- told before it is lifted (art. 18 (3)), while it was in force: when and how. Null: there is nothing to restrict, or to lift.
CREATE OR REPLACE FUNCTION restrict_processing(
    address_key text, lifted boolean, told_on date DEFAULT NULL, way channel DEFAULT NULL
) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    since timestamptz := CASE WHEN lifted THEN NULL ELSE now() END;
    wanted uuid[];
    named uuid[];
    mails bigint := 0;
BEGIN
    -- Behind the mails that are being settled, and in front of all others: whom they name is known, or is restricted as it is named.
    -- They wait meanwhile, and some for the lock of retention: so it comes second, and neither is waited for longer than they wait.
    BEGIN
        PERFORM set_config('lock_timeout', '2s', true);
        PERFORM pg_advisory_xact_lock(hashtext('restrict_processing'));
        LOCK TABLE retention_lock IN EXCLUSIVE MODE;
    EXCEPTION WHEN lock_not_available THEN
        RAISE EXCEPTION 'another session holds the lock of retention' USING ERRCODE = 'FW008';
    END;
    wanted := ARRAY(
        SELECT id FROM inquiry WHERE (restricted_at IS NOT NULL) = lifted
            AND id IN (SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = address_key)
    );
    named := ARRAY(
        SELECT id FROM compliance.participant AS one
        WHERE one.address_key = restrict_processing.address_key AND (restricted_at IS NOT NULL) = lifted
    );
    IF lifted AND (way IS NOT NULL AND told_on BETWEEN coalesce(((
        SELECT min(restricted_at) FROM (
            SELECT restricted_at FROM inquiry WHERE id = ANY (wanted)
            UNION ALL SELECT restricted_at FROM compliance.participant WHERE id = ANY (named)
        ) AS begun
    ) AT TIME ZONE 'UTC')::date, told_on) AND (now() AT TIME ZONE 'UTC')::date) IS NOT TRUE THEN
        RAISE EXCEPTION 'the person is told before a restriction ends' USING ERRCODE = 'FW016';
    ELSIF wanted = '{}' AND named = '{}' THEN
        RETURN 'null';
    END IF;
    UPDATE inquiry SET restricted_at = since WHERE id = ANY (wanted);
    UPDATE participant SET restricted_at = since WHERE id = ANY (named);
    UPDATE held_participant SET restricted_at = since WHERE id = ANY (named);
    IF NOT lifted THEN
        UPDATE outbox SET state = 'suppressed', finished_at = now(), last_code = 'restricted'
            WHERE (inquiry_id = ANY (wanted) OR participant = ANY (named))
              AND (state IN ('ready', 'retry') OR state = 'ambiguous' AND finished_at IS NULL);
        GET DIAGNOSTICS mails = ROW_COUNT;
    ELSE
        -- Consultants hear of what came meanwhile. A late auto-reply would only confuse.
        mails := release_kept_back(wanted, named);
        UPDATE spam_check SET told_at = NULL WHERE inquiry_id = ANY (wanted) AND is_suspected;
    END IF;
    INSERT INTO ledger (kind, detail) VALUES ('restriction', jsonb_build_object(
        'ids', to_jsonb(wanted), 'participants', to_jsonb(named), 'action', CASE WHEN lifted THEN 'lifted' ELSE 'restricted' END,
        'outbox', mails
    ) || CASE WHEN lifted THEN jsonb_build_object('told_on', told_on, 'channel', way) ELSE '{}' END);
    RETURN jsonb_build_object('inquiry', cardinality(wanted), 'participant', cardinality(named), 'outbox', mails);
END
$$;
GRANT EXECUTE ON FUNCTION restrict_processing TO inquiry_compliance;
