-- False where no such request is open.
CREATE OR REPLACE FUNCTION close_request(request uuid, how text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT lock_retention();
    WITH closed AS (
        UPDATE data_subject_request SET closed_at = now(), email_key = NULL, answer = how
        WHERE id = request AND closed_at IS NULL RETURNING id
    ), recorded AS (
        INSERT INTO ledger (kind, detail) SELECT 'request', jsonb_build_object(
            'request', id, 'action', 'closed', 'answer', how, 'tables', ARRAY['data_subject_request']
        ) FROM closed
    ) SELECT EXISTS (SELECT FROM closed)
$$;
GRANT EXECUTE ON FUNCTION close_request TO inquiry_compliance;
