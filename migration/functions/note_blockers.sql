-- Notes only what the server's list of locks shows, so the application cannot name somebody else. The ledger takes no @.
CREATE OR REPLACE FUNCTION note_blockers() RETURNS TABLE (pid integer, login text, seconds double precision, rewrites boolean)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '10s' AS $$
    WITH seen AS MATERIALIZED (SELECT * FROM retention_blockers()),
    noted AS (
        INSERT INTO blocked_purge (login, times, seconds, last_at)
            SELECT translate(coalesce(seen.login, 'unknown'), '@', ' '), 1, coalesce(max(seen.seconds), 0)::integer,
                clock_timestamp()
            FROM seen WHERE NOT seen.rewrites GROUP BY 1
            ON CONFLICT (login) DO UPDATE SET times = blocked_purge.times + 1,
                seconds = greatest(blocked_purge.seconds, excluded.seconds), last_at = excluded.last_at
    )
    SELECT seen.pid, seen.login, seen.seconds, seen.rewrites FROM seen
$$;
GRANT EXECUTE ON FUNCTION note_blockers TO inquiry_app;
