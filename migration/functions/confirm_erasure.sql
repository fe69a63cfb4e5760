-- The last confirmation counts: that of the officer who erases has no effect, and must not keep another's out.
-- Of a mail that names nobody, its removal is confirmed by its own id. False: no request for erasure or correction and no
-- such mail with this id is open, or this officer has confirmed it already.
CREATE OR REPLACE FUNCTION confirm_erasure(request uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '10s' AS $$
DECLARE
    subject text := 'request';
BEGIN
    PERFORM lock_retention();
    UPDATE data_subject_request SET confirmed_by = session_user
        WHERE id = request AND kind IN ('erasure', 'correction') AND closed_at IS NULL AND confirmed_by IS DISTINCT FROM session_user;
    IF NOT FOUND THEN
        subject := 'mail';
        PERFORM FROM raw_mail_of(request) WHERE inquiry_id IS NULL AND address_keys = '{}' AND NOT EXISTS (
            SELECT FROM ledger WHERE kind = 'confirm' AND detail ->> 'mail' = request::text
                AND at > clock_timestamp() - interval '1 day' AND entry::jsonb ->> 'role' = session_user
        );
    END IF;
    IF FOUND THEN
        INSERT INTO ledger (kind, detail) VALUES ('confirm', jsonb_build_object(subject, request));
    END IF;
    RETURN FOUND;
END
$$;
GRANT EXECUTE ON FUNCTION confirm_erasure TO inquiry_compliance;
