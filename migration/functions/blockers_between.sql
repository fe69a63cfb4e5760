-- Those of a period: recorded, or not yet.
CREATE OR REPLACE FUNCTION blockers_between(since timestamptz, until timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    WITH blocked AS (
        SELECT detail ->> 'login' AS login, (detail ->> 'times')::bigint AS times, (detail ->> 'seconds')::bigint AS seconds
        FROM ledger WHERE kind = 'blocked' AND at >= since AND at < until
        UNION ALL
        SELECT login, times, seconds FROM blocked_purge WHERE last_at >= since AND last_at < until
    ), named AS (SELECT login, sum(times) AS times, max(seconds) AS seconds FROM blocked GROUP BY 1)
    SELECT coalesce(jsonb_agg(to_jsonb(named) ORDER BY login), '[]') FROM named
$$;
