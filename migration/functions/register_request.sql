-- The entry names the person's inquiries by their random ids, so that a replay finds the address again.
CREATE OR REPLACE FUNCTION register_request(
    request_kind text, address_key text, received timestamptz, checked text DEFAULT NULL, tongue spoken DEFAULT NULL
)
RETURNS TABLE (request uuid, due timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF received IS NULL OR received > now() OR received < now() - interval '1 year' THEN
        RAISE EXCEPTION 'a request is received today or within the last year' USING ERRCODE = 'FW011';
    END IF;
    PERFORM lock_retention();
    INSERT INTO data_subject_request (kind, email_key, received_at, identity, language)
        VALUES (request_kind, address_key, received, checked, tongue)
        RETURNING id, due_at INTO request, due;
    INSERT INTO ledger (kind, detail) VALUES ('request', jsonb_build_object(
        'request', request, 'action', 'registered', 'request_kind', request_kind, 'identity', checked, 'language', tongue,
        'received_at', to_char(received AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'due_at', to_char(due AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'ids', to_jsonb(ARRAY(SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = address_key))
    ));
    RETURN NEXT;
END
$$;
GRANT EXECUTE ON FUNCTION register_request TO inquiry_compliance;
