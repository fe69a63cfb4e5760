-- The request of an address's erasure, open and waiting for a confirmation; registered if there is none.
CREATE OR REPLACE FUNCTION ask_for_erasure(address_key text, spoken text DEFAULT NULL) RETURNS uuid
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT lock_retention();
    UPDATE data_subject_request SET language = spoken WHERE email_key = address_key AND kind = 'erasure' AND spoken IS NOT NULL;
    SELECT coalesce(
        (SELECT id FROM data_subject_request
         WHERE email_key = address_key AND kind = 'erasure' AND closed_at IS NULL ORDER BY received_at LIMIT 1),
        (SELECT request FROM register_request('erasure', address_key, now(), NULL, spoken))
    )
$$;
GRANT EXECUTE ON FUNCTION ask_for_erasure TO inquiry_compliance;
