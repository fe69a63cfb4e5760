-- A session that keeps a lock from the purge is named in the month's report, too. It waits in a table until a purge can
-- record it in the ledger: the lock that it keeps may be the ledger's.
SET LOCAL lock_timeout = '5s';
SELECT lock_retention();

CREATE TABLE blocked_purge (
    login text PRIMARY KEY,
    times integer NOT NULL,
    seconds integer NOT NULL,
    last_at timestamptz NOT NULL
);

-- Notes only what the server's list of locks shows, so the application cannot name somebody else. The ledger takes no @.
CREATE FUNCTION note_blockers() RETURNS TABLE (pid integer, login text, seconds double precision, rewrites boolean)
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

CREATE FUNCTION record_blockers() RETURNS void
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

-- Those of a period: recorded, or not yet.
CREATE FUNCTION blockers_between(since timestamptz, until timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    WITH blocked AS (
        SELECT detail ->> 'login' AS login, (detail ->> 'times')::bigint AS times, (detail ->> 'seconds')::bigint AS seconds
        FROM ledger WHERE kind = 'blocked' AND at >= since AND at < until
        UNION ALL
        SELECT login, times, seconds FROM blocked_purge WHERE last_at >= since AND last_at < until
    ), named AS (SELECT login, sum(times) AS times, max(seconds) AS seconds FROM blocked GROUP BY 1)
    SELECT coalesce(jsonb_agg(to_jsonb(named) ORDER BY login), '[]') FROM named
$$;

DO $$
DECLARE
    purge text := pg_get_functiondef('purge_expired(uuid, integer)'::regprocedure);
    evidence text := pg_get_functiondef('retention_evidence(timestamptz, timestamptz)'::regprocedure);
    purge_with text := replace(purge, 'PERFORM record_month();', 'PERFORM record_blockers();
    PERFORM record_month();');
    evidence_with text := replace(evidence, '''last_purge_at'', ', '''blockers'', blockers_between(since, until),
        ''last_purge_at'', ');
BEGIN
    IF purge_with = purge OR evidence_with = evidence THEN
        RAISE EXCEPTION 'purge_expired() or retention_evidence() has another form';
    END IF;
    EXECUTE purge_with;
    EXECUTE evidence_with;
END
$$;

REVOKE ALL ON FUNCTION note_blockers(), record_blockers(), blockers_between(timestamptz, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_blockers() TO inquiry_app;
