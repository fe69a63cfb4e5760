-- What a report tells: what happened from `since` to before `until`, and the state at the end of a month that has ended, as it was
-- recorded, or the state now. Numbers and times only.
CREATE OR REPLACE FUNCTION retention_evidence(since timestamptz, until timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH recent AS MATERIALIZED (SELECT * FROM ledger WHERE at >= since AND at < until),
    runs AS (
        SELECT at, at - lag(at) OVER (ORDER BY seq) AS gap FROM ledger WHERE kind IN ('purge', 'replay') AND at < until
    ),
    -- Sessions that kept a lock from the purge: recorded, or not yet.
    blocked AS (
        SELECT detail ->> 'login' AS login, (detail ->> 'times')::bigint AS times, (detail ->> 'seconds')::bigint AS seconds
        FROM recent WHERE kind = 'blocked'
        UNION ALL
        SELECT login, times, seconds FROM blocked_purge WHERE last_at >= since AND last_at < until
    ),
    named AS (SELECT login, sum(times) AS times, max(seconds) AS seconds FROM blocked GROUP BY 1),
    recorded AS (
        SELECT at, detail - 'month' AS state FROM ledger
        WHERE kind = 'state' AND until <= now() AND detail ->> 'month' = to_char(since AT TIME ZONE 'UTC', 'YYYY-MM')
        ORDER BY seq LIMIT 1
    ),
    tally AS (
        SELECT count(DISTINCT detail ->> 'run') FILTER (WHERE kind = 'purge') AS runs,
            coalesce(sum((detail ->> 'inquiry')::bigint) FILTER (WHERE kind = 'purge'), 0) AS purged,
            coalesce(sum((detail ->> 'late')::bigint) FILTER (WHERE kind = 'purge'), 0) AS late,
            coalesce(sum((detail ->> 'inquiry')::bigint) FILTER (WHERE kind = 'erasure'), 0) AS erased,
            count(*) FILTER (WHERE kind = 'erasure' AND NOT detail ? 'single' AND detail -> 'tables' <> '[]') AS erasures,
            count(*) FILTER (WHERE kind = 'erasure' AND detail -> 'tables' = '[]') AS empty_erasures,
            count(*) FILTER (WHERE kind = 'erasure' AND detail ? 'single') AS removals,
            count(*) FILTER (WHERE kind = 'export') AS exports,
            count(*) FILTER (WHERE kind = 'correction') AS corrections,
            count(*) FILTER (WHERE kind = 'restriction') AS restrictions,
            count(*) FILTER (WHERE kind = 'read') AS reads,
            count(*) FILTER (WHERE kind = 'hold') AS holds_placed,
            count(*) FILTER (WHERE kind = 'release') AS holds_released,
            count(*) FILTER (WHERE kind = 'failure') AS failures,
            count(*) FILTER (WHERE kind = 'replay') AS replays,
            count(*) FILTER (WHERE kind = 'clock') AS clocks_accepted,
            count(*) FILTER (WHERE kind = 'reminder') AS reminders,
            count(*) FILTER (WHERE kind = 'request') AS request_entries,
            -- Each by the entry of its first answer, erasure or wait after its last day, so also after a restore.
            coalesce(sum(jsonb_array_length(detail -> 'late')) FILTER (WHERE kind IN ('request', 'erasure')), 0) AS answered_late,
            count(*) FILTER (WHERE kind = 'confirm') AS confirmations,
            coalesce(sum((detail ->> 'addresses')::bigint) FILTER (WHERE kind = 'recipient'), 0) AS new_addresses
        FROM recent
    )
    SELECT to_jsonb(tally) || coalesce((SELECT state FROM recorded), retention_state()) || jsonb_build_object(
        'now', now(),
        'state_at', coalesce((SELECT at FROM recorded), now()),
        'policy', retention_policy_version(),
        'received', (SELECT count(*) FROM inquiry WHERE received_at >= since AND received_at < until),
        'contacts', (SELECT count(*) FROM contact WHERE at >= since AND at < until),
        'reports_sent', (
            SELECT coalesce(jsonb_agg(substr(detail ->> 'report', 8) ORDER BY seq), '[]') FROM ledger WHERE kind = 'report'
        ),
        'blockers', (SELECT coalesce(jsonb_agg(to_jsonb(named) ORDER BY login), '[]') FROM named),
        'last_purge_at', (SELECT max(at) FROM runs),
        'longest_gap_seconds', (SELECT extract(epoch FROM max(gap))::bigint FROM runs WHERE at >= since),
        'head_seq', (SELECT max(seq) FROM ledger),
        'head_hash', (SELECT encode(hash, 'hex') FROM ledger ORDER BY seq DESC LIMIT 1)
    )
    FROM tally
$$;
GRANT EXECUTE ON FUNCTION retention_evidence TO inquiry_app, inquiry_compliance;
