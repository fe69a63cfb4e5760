-- False where there is no such hold, or it was released before.
CREATE OR REPLACE FUNCTION release_hold(hold uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM lock_retention();
    UPDATE legal_hold SET released_at = now() WHERE id = hold AND released_at IS NULL;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO ledger (kind, detail) VALUES ('release', jsonb_build_object('hold', hold));
    RETURN true;
END
$$;
GRANT EXECUTE ON FUNCTION release_hold TO inquiry_compliance;
