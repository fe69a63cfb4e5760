-- The request of an address's erasure, open and waiting for a confirmation or a hold; registered if there is none,
-- as due with an objection, which asks for it as well (art. 17 (1) (c)). Notes the person's
-- language, as chosen, or where none is noted as known, and how the person was checked. `kinds`: what serves as such a request.
DROP FUNCTION IF EXISTS ask_for_erasure(text, spoken, spoken, text);
CREATE OR REPLACE FUNCTION ask_for_erasure(
    address_key text, chosen spoken DEFAULT NULL, known spoken DEFAULT NULL, checked text DEFAULT NULL,
    kinds text[] DEFAULT '{erasure,objection}'
) RETURNS uuid
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT lock_retention();
    WITH noted AS (
        UPDATE data_subject_request SET language = coalesce(chosen, language, known),
            identity = coalesce(checked, identity)
        WHERE email_key = address_key AND kind = ANY (kinds)
          AND (language, identity) IS DISTINCT FROM (coalesce(chosen, language, known), coalesce(checked, identity))
        RETURNING id, language, identity
    ) INSERT INTO ledger (kind, detail) SELECT 'request', jsonb_build_object(
        'request', id, 'action', 'noted', 'language', language, 'identity', identity
    ) FROM noted;
    SELECT coalesce(
        (SELECT id FROM data_subject_request
         WHERE email_key = address_key AND kind = ANY (kinds) ORDER BY kind, received_at LIMIT 1),
        (SELECT request FROM register_request('erasure', address_key, coalesce((
            SELECT least(now(), greatest(received_at, due_at - interval '30 days', now() - interval '1 year')) FROM data_subject_request
            WHERE email_key = address_key AND kind = 'objection' ORDER BY received_at LIMIT 1
        ), now()), checked, coalesce(chosen, known)))
    )
$$;
GRANT EXECUTE ON FUNCTION ask_for_erasure TO inquiry_compliance;
