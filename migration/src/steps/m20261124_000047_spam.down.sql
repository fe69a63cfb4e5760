SET LOCAL lock_timeout = '5s';
SELECT lock_retention();
DROP TRIGGER count_spam_decision ON ticket_event;
DROP TABLE spam_decision, spam_check;
DROP FUNCTION suspect_inquiry(), count_spam_decision();
CREATE OR REPLACE FUNCTION correct_inquiry(inquiry uuid, field text, value text, address_key text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    part text;
    touched text;
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
    INSERT INTO ledger (kind, detail) VALUES ('correction', jsonb_build_object(
        'ids', ARRAY[inquiry], 'field', field, 'tables', ARRAY[touched]
    ));
    RETURN true;
END
$$;
SELECT drop_content_column('message_digest');
