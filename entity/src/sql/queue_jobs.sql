, queued AS (
    INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, priority, idempotency_key)
    SELECT id, queue, convert_to(payload::text, 'UTF8'), 'Pending', 0, 25, now() + interval '1 millisecond', 0, key
    FROM job
    ON CONFLICT (job_type, idempotency_key) DO NOTHING
    RETURNING id
)
