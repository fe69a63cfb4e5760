-- Records senders that crashed: those whose leases have expired, and one that is known to have panicked.
--
-- $1 this process, $2 and $3 the claims that it works on, $4 and $5 the claim whose sender panicked (or NULL),
-- $6 the kinds that this version knows.
--
-- Waits until all leases of a dead process have expired, so that the rows it held are counted together. From the second crash
-- on a row waits, and is then sent alone: see settle_and_claim.sql. Somebody kills processes, too, and one in 25 mails was hit
-- by such a kill where they came each 4 seconds: a row is given up at the fifth crash, if its process held nothing else.
-- A row of a kind that this version does not know is left to the version that does.
-- A row whose delivery panicked waits a minute: the cause may be gone by then.
WITH gone AS (
    SELECT id, claims, lease_holder, panicked,
        crashes + 1 >= CASE WHEN panicked THEN 2 ELSE 5 END
            AND (panicked OR count(*) OVER (PARTITION BY lease_holder) = 1) AS over
    FROM outbox, LATERAL (
        SELECT coalesce(lease_holder = $1 AND id = $4 AND claims = $5, false) AS panicked
    ) AS known
    WHERE state = 'sending' AND kind = ANY ($6) AND (panicked OR (
        lease_until < now()
        AND NOT (lease_holder = $1 AND (id, claims) IN (SELECT * FROM unnest($2::uuid[], $3::integer[])))
        AND NOT EXISTS (
            SELECT FROM outbox AS other
            WHERE other.state = 'sending' AND other.lease_holder = outbox.lease_holder AND other.lease_until >= now()
        )
    ))
),
-- Locks in the order of ids, as every statement on several rows does.
-- `may_be_sent`: an auto-reply past DATA stays ambiguous for ever.
locked AS (
    SELECT outbox.id, kind = 'auto_reply' AND data_at IS NOT NULL AS may_be_sent
    FROM outbox JOIN gone USING (id) ORDER BY id FOR UPDATE OF outbox
)
UPDATE outbox SET
    crashes = crashes + 1,
    lease_holder = NULL,
    lease_until = NULL,
    next_attempt_at = now() + CASE WHEN panicked THEN interval '1 minute' WHEN crashes = 0 THEN interval '0'
                                   ELSE interval '1 minute' * (0.5 + random()) END,
    state = CASE WHEN may_be_sent THEN 'ambiguous' WHEN over THEN 'failed'
                 WHEN kind = 'auto_reply' THEN 'retry' ELSE 'ambiguous' END,
    ambiguities = ambiguities + CASE WHEN kind <> 'auto_reply' OR may_be_sent THEN 1 ELSE 0 END,
    finished_at = CASE WHEN over OR may_be_sent THEN now() END,
    last_code = CASE WHEN over THEN 'sender_crashed' ELSE 'sender_lost' END
FROM gone JOIN locked USING (id)
WHERE outbox.id = gone.id AND outbox.claims = gone.claims AND outbox.lease_holder = gone.lease_holder
    AND state = 'sending' AND (panicked OR lease_until < now())
RETURNING outbox.id, state
