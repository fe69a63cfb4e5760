-- The request of an address's erasure, open and waiting for a confirmation; registered if there is none. Notes the person's language.
CREATE OR REPLACE FUNCTION ask_for_erasure(address_key text, tongue spoken DEFAULT NULL) RETURNS uuid
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT lock_retention();
    WITH noted AS (
        UPDATE data_subject_request SET language = tongue
        WHERE email_key = address_key AND kind = 'erasure' AND language IS DISTINCT FROM tongue AND tongue IS NOT NULL RETURNING id
    ) INSERT INTO ledger (kind, detail)
        SELECT 'request', jsonb_build_object('request', id, 'action', 'language', 'language', tongue) FROM noted;
    SELECT coalesce(
        (SELECT id FROM data_subject_request
         WHERE email_key = address_key AND kind = 'erasure' AND closed_at IS NULL ORDER BY received_at LIMIT 1),
        (SELECT request FROM register_request('erasure', address_key, now(), NULL, tongue))
    )
$$;
GRANT EXECUTE ON FUNCTION ask_for_erasure TO inquiry_compliance;
