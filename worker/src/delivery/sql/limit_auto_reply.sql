-- Decides whether an auto-reply may be sent: at most one per person in 24 hours, two in 7 days, and 100 an hour in all.
--
-- $1 row, $2 lease holder, $3 inquiry, $4 whether it may be granted, $5 the claim's number.
--
-- Returns the refusal, NULL for a grant, or no row if the claim is lost (or the reply could be granted and $4 is false).
--
-- The hourly count comes first and is cheap: a refused reply has no `first_attempt_at`, so an hour holds at most 100.
-- MATERIALIZED: the replies of a week are the cheap side of the join when one address is abused thousands of times.
WITH recent AS MATERIALIZED (
    SELECT inquiry_id, first_attempt_at FROM outbox
    WHERE kind = 'auto_reply' AND state <> 'suppressed' AND first_attempt_at > now() - interval '7 days'
),
person AS (
    SELECT count(*) AS week, count(*) FILTER (WHERE first_attempt_at > now() - interval '24 hours') AS day
    FROM recent JOIN inquiry_content USING (inquiry_id)
    WHERE email_key = (SELECT email_key FROM inquiry_content WHERE inquiry_id = $3)
),
decision AS (
    SELECT CASE
        WHEN (
            SELECT count(*) FROM outbox
            WHERE kind = 'auto_reply' AND state <> 'suppressed' AND first_attempt_at > now() - interval '1 hour'
        ) >= 100 THEN 'hourly_limit'
        WHEN (SELECT day FROM person) >= 1 THEN 'daily_limit'
        WHEN (SELECT week FROM person) >= 2 THEN 'weekly_limit'
    END AS refusal
)
UPDATE outbox SET
    first_attempt_at = CASE WHEN refusal IS NULL THEN now() END,
    state = CASE WHEN refusal IS NULL THEN state ELSE 'suppressed' END,
    attempts = CASE WHEN refusal IS NULL THEN attempts ELSE attempts - 1 END,
    finished_at = CASE WHEN refusal IS NULL THEN NULL ELSE now() END,
    lease_holder = CASE WHEN refusal IS NULL THEN lease_holder END,
    lease_until = CASE WHEN refusal IS NULL THEN lease_until END,
    last_code = coalesce(refusal, last_code)
FROM decision
WHERE id = $1 AND lease_holder = $2 AND claims = $5 AND (refusal IS NOT NULL OR $4)
RETURNING refusal
