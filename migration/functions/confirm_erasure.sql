-- By a login of the officer's own: the one that all know may be that of the officer who erases. The last confirmation counts: that of the officer who erases has no effect, and must not keep another's out; once is an entry.
-- Of a mail that names nobody, its removal is confirmed by its own id. False: no request for erasure, objection or
-- correction and no such mail with this id is open.
CREATE OR REPLACE FUNCTION confirm_erasure(request uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '10s' AS $$
DECLARE
    subject text;
    is_confirmed boolean;
BEGIN
    PERFORM lock_retention();
    IF session_user = 'inquiry_compliance' THEN
        RAISE EXCEPTION 'it may be the login of the officer who erases' USING ERRCODE = 'FW010';
    END IF;
    SELECT 'request', confirmed_by = session_user INTO subject, is_confirmed FROM data_subject_request
        WHERE id = request AND kind IN ('erasure', 'objection', 'correction') AND closed_at IS NULL;
    IF NOT FOUND THEN
        SELECT 'mail', EXISTS (
            SELECT FROM ledger WHERE kind = 'confirm' AND detail ->> 'mail' = request::text
                AND at > clock_timestamp() - interval '1 day' AND entry::jsonb ->> 'role' = session_user
        ) INTO subject, is_confirmed FROM raw_mail_of(request) WHERE inquiry_id IS NULL AND address_keys = '{}';
    END IF;
    IF FOUND AND is_confirmed IS NOT TRUE THEN
        UPDATE data_subject_request SET confirmed_by = session_user WHERE id = request;
        INSERT INTO ledger (kind, detail) VALUES ('confirm', jsonb_build_object(subject, request));
    END IF;
    RETURN subject IS NOT NULL;
END
$$;
GRANT EXECUTE ON FUNCTION confirm_erasure TO inquiry_compliance;
