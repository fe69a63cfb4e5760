-- False where there is no such hold, or it was released before.
CREATE OR REPLACE FUNCTION release_hold(hold uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT lock_retention();
    WITH released AS (
        UPDATE legal_hold SET released_at = now() WHERE id = hold AND released_at IS NULL RETURNING id
    ), recorded AS (
        INSERT INTO ledger (kind, detail) SELECT 'release', jsonb_build_object('hold', id) FROM released
    ) SELECT EXISTS (SELECT FROM released)
$$;
GRANT EXECUTE ON FUNCTION release_hold TO inquiry_compliance;
