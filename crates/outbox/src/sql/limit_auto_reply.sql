-- Decides before each attempt whether an auto-reply may be sent: not a day late, at most one per person in 24 hours, two
-- in 7 days, and 100 an hour in all; none for what a consultant has called spam.
--
-- $1 row, $2 lease holder, $3 inquiry, $4 whether it may be granted, $5 the claim's number, $6 its maximum age in seconds,
-- $7 a refusal that is known already, or NULL.
--
-- Returns the refusal (NULL for a grant) and the row's state, or no row if the claim is lost (or the reply could be
-- granted for the first time and $4 is false).
--
-- The hourly limit holds back: the reply waits in the order of creation. Replies beyond their network's share come last
-- and get half of the limit.
--
-- MATERIALIZED: the replies of a week are the cheap side of the join when one address is abused thousands of times. An older inquiry's
-- reply was released, which is rare: see content_of(). {since} is a day in the text, as no plan for any day would do.
WITH mine AS (
    SELECT created_at, first_attempt_at, over_share, CASE WHEN over_share THEN 50 ELSE 100 END AS most,
        coalesce(age_from, created_at) + $6 * interval '1 second' AS over_at
    FROM outbox WHERE id = $1
),
recent AS MATERIALIZED (
    SELECT inquiry_id, first_attempt_at FROM outbox
    -- What a wrong clock has dated ahead does not count for ever.
    WHERE kind = 'auto_reply' AND state <> 'suppressed' AND first_attempt_at BETWEEN now() - interval '7 days' AND clock_timestamp()
),
person AS (
    SELECT count(*) AS week, count(*) FILTER (WHERE first_attempt_at > now() - interval '24 hours') AS day
    FROM (
        SELECT first_attempt_at, email_key FROM recent JOIN inquiry_content USING (inquiry_id)
        WHERE received_on >= '{since}'
        UNION ALL
        SELECT first_attempt_at, email_key
        FROM recent JOIN inquiry ON inquiry.id = recent.inquiry_id CROSS JOIN LATERAL content_of(inquiry.id)
        WHERE received_at < '{since} 00:00+00'
    ) AS replied
    WHERE auto_reply_key(email_key) = (SELECT auto_reply_key(email_key) FROM content_of($3))
),
consultant AS (
    SELECT EXISTS (
        SELECT FROM outbox CROSS JOIN content_of($3) AS content
        WHERE outbox.inquiry_id = $3 AND kind = 'notification' AND lower(recipient) = lower(email)
    ) AS is_consultant
),
called_spam AS (
    -- Until somebody takes it back: closing or claiming it meanwhile does not.
    SELECT coalesce((
        SELECT verb = 'spam' FROM ticket_event
        WHERE inquiry_id = $3 AND verb IN ('spam', 'release', 'reopen', 'answer') AND outcome IN ('done', 'unchanged')
        ORDER BY at DESC LIMIT 1
    ), false) AS is_spam
),
hour AS (
    SELECT count(*) AS granted, min(first_attempt_at) + interval '1 hour' AS free_at
    FROM recent WHERE first_attempt_at > now() - interval '1 hour'
),
ahead AS (
    SELECT count(*) AS held FROM (
        SELECT FROM outbox, mine
        WHERE state = 'retry' AND last_code = 'hourly_limit'
            -- Older ones end at their next attempt, or a newer version's claim knows them.
            AND outbox.created_at > now() - interval '24 hours'
            AND (outbox.over_share, outbox.created_at) < (mine.over_share, mine.created_at)
        -- Behind so many, the reply is too old when its turn comes: in a flood, each of thousands would count all.
        LIMIT (SELECT most * $6 / 3600 FROM mine)
    ) AS earlier
),
decision AS (
    SELECT
        CASE
            WHEN $7 IS NOT NULL THEN $7
            -- Unless the clock may be wrong: see require_clock().
            WHEN over_at <= now() AND coalesce((
                SELECT abs(extract(epoch FROM clock_timestamp() - at)) <= 86400 FROM ledger
                WHERE kind IN ('purge', 'clock', 'replay') ORDER BY seq DESC LIMIT 1
            ), true) THEN 'too_late'
            WHEN is_consultant THEN 'own_address'
            WHEN is_spam THEN 'spam'
            WHEN first_attempt_at IS NOT NULL THEN NULL
            WHEN (SELECT day FROM person) >= 1 THEN 'daily_limit'
            WHEN (SELECT week FROM person) >= 2 THEN 'weekly_limit'
            WHEN granted + held >= most THEN 'hourly_limit'
        END AS refusal,
        least(CASE WHEN over_at > now() THEN over_at END, greatest(now(), free_at) + held * interval '1 hour' / most) AS held_until
    FROM mine, consultant, called_spam, hour, ahead
)
UPDATE outbox SET
    first_attempt_at = CASE WHEN refusal IS NULL THEN coalesce(first_attempt_at, now()) ELSE first_attempt_at END,
    state = CASE WHEN refusal IS NULL THEN state WHEN refusal = 'too_late' THEN 'failed'
                 WHEN refusal = 'hourly_limit' THEN 'retry' ELSE 'suppressed' END,
    attempts = CASE WHEN refusal IS NULL THEN attempts ELSE attempts - 1 END,
    next_attempt_at = CASE WHEN refusal = 'hourly_limit' THEN held_until ELSE next_attempt_at END,
    finished_at = CASE WHEN refusal <> 'hourly_limit' THEN now() END,
    lease_holder = CASE WHEN refusal IS NULL THEN lease_holder END,
    lease_until = CASE WHEN refusal IS NULL THEN lease_until END,
    last_code = coalesce(refusal, last_code)
FROM decision
WHERE id = $1 AND lease_holder = $2 AND claims = $5 AND (refusal IS NOT NULL OR first_attempt_at IS NOT NULL OR $4)
RETURNING refusal, state
