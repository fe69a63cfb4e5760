-- When the last finished run of each schedule ended; NULL: none has. What a wrong clock has dated ahead does not count. $1 the queue of
-- the schedules, $2 their names.
SELECT
    name AS schedule,
    max(done_at) AS done_at,
    extract(epoch FROM now() - max(done_at))::double precision AS seconds_ago,
    extract(epoch FROM now() - coalesce((
        SELECT greatest((SELECT at FROM ledger ORDER BY seq LIMIT 1), max(applied_at)) FROM schema_migrations
    ), now()))::double precision AS schema_seconds
FROM unnest($2::text[]) AS name
    LEFT JOIN apalis.jobs ON job_type = $1 AND status = 'Done' AND split_part(idempotency_key, ':', 1) = name
        AND done_at < now() + interval '1 minute'
GROUP BY name
ORDER BY name
