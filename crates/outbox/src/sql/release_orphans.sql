-- Returns claims of this process whose answer was lost or came too late: nothing was sent.
--
-- $1 this process, $2 and $3 the claims that it works on.
--
-- Only after the lease has expired: a claim in progress is not among $2 and $3 yet.
WITH orphan AS (
    SELECT id FROM outbox
    WHERE state = 'sending' AND lease_holder = $1 AND data_at IS NULL AND lease_until < now()
        AND (id, claims) NOT IN (SELECT * FROM unnest($2::uuid[], $3::integer[]))
    ORDER BY id FOR UPDATE
)
UPDATE outbox SET
    state = 'retry',
    attempts = greatest(attempts - 1, 0),
    next_attempt_at = now(),
    lease_holder = NULL,
    lease_until = NULL,
    last_code = 'claim_lost'
FROM orphan WHERE outbox.id = orphan.id AND state = 'sending' AND lease_holder = $1
