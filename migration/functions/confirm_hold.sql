-- Confirms the end of a hold that waits for a second officer. False: no such hold waits.
CREATE OR REPLACE FUNCTION confirm_hold(hold uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    waiting legal_hold;
BEGIN
    PERFORM lock_retention();
    SELECT * INTO waiting FROM legal_hold
    WHERE id = hold AND wanted_until IS NOT NULL AND released_at IS NULL AND ends_at > now();
    IF waiting.id IS NULL THEN
        RETURN false;
    END IF;
    IF waiting.placed_by = session_user OR 'inquiry_compliance' IN (waiting.placed_by, session_user) THEN
        RAISE EXCEPTION 'the officer who placed a hold cannot confirm it, nor one whose login all know' USING ERRCODE = 'FW010';
    END IF;
    UPDATE legal_hold SET ends_at = wanted_until, wanted_until = NULL WHERE id = hold;
    INSERT INTO ledger (kind, detail) VALUES ('confirm', jsonb_build_object(
        'hold', hold, 'ends_at', to_char(waiting.wanted_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    ));
    RETURN true;
END
$$;
GRANT EXECUTE ON FUNCTION confirm_hold TO inquiry_compliance;
