-- Refuses what deletes or tells of a due time while the clock may be wrong: more than a day from the last purge. What is stored may
-- be dated later, after a long stop; dated earlier, it would expire too early.
CREATE OR REPLACE FUNCTION require_clock(may_be_ahead boolean DEFAULT false) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    ahead double precision := extract(epoch FROM clock_timestamp() - (
        SELECT at FROM ledger WHERE kind IN ('purge', 'clock', 'replay') ORDER BY seq DESC LIMIT 1
    ));
BEGIN
    IF ahead < -86400 OR ahead > 86400 AND NOT may_be_ahead THEN
        RAISE EXCEPTION 'the database clock is more than a day from the last purge' USING ERRCODE = 'FW001';
    END IF;
END
$$;
GRANT EXECUTE ON FUNCTION require_clock TO inquiry_app;
