-- Moves the sessions that kept a lock from the purge into the ledger.
CREATE OR REPLACE FUNCTION record_blockers() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    blocked blocked_purge;
BEGIN
    FOR blocked IN DELETE FROM blocked_purge RETURNING * LOOP
        INSERT INTO ledger (kind, detail) VALUES ('blocked', jsonb_build_object(
            'login', blocked.login, 'times', blocked.times, 'seconds', blocked.seconds
        ));
    END LOOP;
END
$$;
