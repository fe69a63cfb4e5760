-- False where no such request is open.
CREATE OR REPLACE FUNCTION close_request(request uuid, how text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM lock_retention();
    UPDATE data_subject_request SET closed_at = now(), email_key = NULL, answer = how
        WHERE id = request AND closed_at IS NULL;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO ledger (kind, detail) VALUES ('request', jsonb_build_object(
        'request', request, 'action', 'closed', 'answer', how, 'tables', ARRAY['data_subject_request']
    ));
    RETURN true;
END
$$;
GRANT EXECUTE ON FUNCTION close_request TO inquiry_compliance;
