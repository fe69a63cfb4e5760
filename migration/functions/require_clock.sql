-- Refuses what deletes or tells of a due time while the clock may be wrong: more than a day from the last purge.
CREATE OR REPLACE FUNCTION require_clock() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF abs(extract(epoch FROM clock_timestamp() - (
        SELECT at FROM ledger WHERE kind IN ('purge', 'clock', 'replay') ORDER BY seq DESC LIMIT 1
    ))) > 86400 THEN
        RAISE EXCEPTION 'the database clock is more than a day from the last purge' USING ERRCODE = 'FW001';
    END IF;
END
$$;
GRANT EXECUTE ON FUNCTION require_clock TO inquiry_app;
