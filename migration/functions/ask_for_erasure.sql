-- The request of an address's erasure, open and waiting for a confirmation; registered if there is none.
CREATE OR REPLACE FUNCTION ask_for_erasure(address_key text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    open uuid;
BEGIN
    PERFORM lock_retention();
    SELECT id INTO open FROM data_subject_request
        WHERE email_key = address_key AND kind = 'erasure' AND closed_at IS NULL ORDER BY received_at LIMIT 1;
    IF open IS NULL THEN
        SELECT request INTO open FROM register_request('erasure', address_key, now());
    END IF;
    RETURN open;
END
$$;
GRANT EXECUTE ON FUNCTION ask_for_erasure TO inquiry_compliance;
