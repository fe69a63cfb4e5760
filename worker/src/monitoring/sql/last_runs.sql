-- When the last finished run of each schedule ended. $1 the queue of the schedules.
SELECT
    split_part(idempotency_key, ':', 1) AS schedule,
    max(done_at) AS done_at,
    extract(epoch FROM now() - max(done_at))::double precision AS seconds_ago
FROM apalis.jobs
WHERE job_type = $1 AND status = 'Done'
GROUP BY 1
ORDER BY 1
