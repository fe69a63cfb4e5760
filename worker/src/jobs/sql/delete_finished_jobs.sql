-- Deletes one batch of the job runner's finished jobs, and of those that never finished: the outbox decides, jobs only wake, and what
-- `run_at` says nobody changes. $1 batch size, $2 queue of the schedules.
--
-- The newest run of each schedule stays: its unique key keeps a restarted worker from repeating it.
DELETE FROM apalis.jobs WHERE id IN (
    SELECT id FROM apalis.jobs AS job
    WHERE (run_at < now() - interval '7 days' OR coalesce(done_at, lock_at, run_at) < now() - interval '1 day'
            AND (status IN ('Done', 'Killed') OR (status = 'Failed' AND attempts >= max_attempts)))
        AND NOT (job_type = $2 AND NOT EXISTS (
            SELECT FROM apalis.jobs AS newer
            WHERE newer.job_type = $2 AND newer.run_at > job.run_at
                AND split_part(newer.idempotency_key, ':', 1) = split_part(job.idempotency_key, ':', 1)))
    LIMIT $1 FOR UPDATE SKIP LOCKED
)
