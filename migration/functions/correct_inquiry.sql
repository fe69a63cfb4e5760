-- Corrects one field of one inquiry (art. 16): any but the keys, and the key of the address, which follows it. The entry names
-- inquiry and field, never a value. The files with the former value are rewritten like those of deleted rows. What a hold keeps
-- stays as it is.
CREATE OR REPLACE FUNCTION correct_inquiry(inquiry uuid, field text, value text, address_key text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    part text;
    touched text;
    former_key text;
    type text := (
        SELECT format_type(atttypid, atttypmod) FROM pg_attribute
        WHERE attrelid = 'inquiry_content'::regclass AND attname = field AND attnum > 0 AND NOT attisdropped
          AND attname NOT IN ('inquiry_id', 'received_on', 'email_key', 'client_network')
    );
BEGIN
    IF type IS NULL OR (field = 'email') <> (address_key IS NOT NULL) THEN
        RAISE EXCEPTION '% cannot be corrected', field USING ERRCODE = 'FW012';
    END IF;
    PERFORM lock_retention();
    SELECT email_key INTO former_key FROM compliance.inquiry_content WHERE inquiry_id = inquiry;
    IF EXISTS (SELECT FROM legal_hold AS hold WHERE released_at IS NULL AND ends_at > now()
        AND (hold.inquiry_id = inquiry OR hold.email_key = former_key)) THEN
        RAISE EXCEPTION 'a legal hold keeps the inquiry as it is' USING ERRCODE = 'FW017';
    END IF;
    FOREACH part IN ARRAY ARRAY['inquiry_content', 'held_content'] LOOP
        EXECUTE format(
            'UPDATE %I SET %I = CAST($1 AS %s), email_key = coalesce($2, email_key) WHERE inquiry_id = $3
             RETURNING tableoid::regclass',
            part, field, type
        ) INTO touched USING value, address_key, inquiry;
        EXIT WHEN touched IS NOT NULL;
    END LOOP;
    IF touched IS NULL THEN
        RETURN false;
    END IF;
    -- Who lets a person's data go has not said that it may go to another address or number.
    PERFORM require_another_officer(
        ARRAY[former_key], CASE field WHEN 'message' THEN '{erasure,correction}' ELSE '{correction}' END::text[],
        CASE WHEN field NOT IN ('message', 'email') THEN inquiry END
    );
    INSERT INTO ledger (kind, detail) VALUES ('correction', jsonb_build_object(
        'ids', ARRAY[inquiry], 'field', field, 'tables', ARRAY[touched], 'requests', ARRAY(
            SELECT id FROM data_subject_request WHERE kind = 'correction' AND email_key IN (former_key, address_key)
        )
    ));
    RETURN true;
END
$$;
GRANT EXECUTE ON FUNCTION correct_inquiry TO inquiry_compliance;
