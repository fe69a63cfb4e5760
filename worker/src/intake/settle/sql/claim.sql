-- Claims the mail that has waited longest. $1 the process. A lease that has expired is a crash of who held it.
WITH due AS (
    SELECT id, state = 'settling' AS crashed FROM intake
    WHERE state <> 'settled' AND next_attempt_at <= now() AND (state = 'accepted' OR lease_until < now())
    ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED
)
UPDATE intake SET
    state = 'settling',
    claims = claims + 1,
    crashes = crashes + crashed::integer,
    lease_holder = $1,
    lease_until = now() + interval '20 seconds'
FROM due WHERE intake.id = due.id
-- `inquiry_id`: a person has attached it. `rule`: what a person has decided besides.
RETURNING intake.id, way, claims, crashes, digest, size, (accepted_at AT TIME ZONE 'UTC')::date AS accepted_on, inquiry_id AS attached, rule
