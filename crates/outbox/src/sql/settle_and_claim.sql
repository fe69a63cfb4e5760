-- Settles finished rows and claims the next ones in one statement and one commit.
--
-- $1 lease holder, $2 settlements as JSON, $3 rows wanted, $4 lease in seconds, $5 the Message-ID of the nil UUID,
-- $6 and $7 how many of the rows may be notifications, and how many auto-replies, $8 and $9 the reasons and programs
-- that this version knows, $10 the consultants' addresses by the settings, or NULL if this process has none,
-- $11 the kinds that this version knows.
--
-- Returns at least one row. Every row carries `states`, the state of each settlement's row under the key `id.claim`.
-- The other columns are a claimed row, or NULL if none was claimed.
WITH given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($2) AS g(
        id uuid, claim integer, outcome text, uncounted integer, ambiguous smallint, delay_ms bigint,
        undelivered boolean, give_up_after_s bigint, judged boolean, code text
    )
),
-- Locks in the order of ids, as the renewal of leases does: the two cannot deadlock. Reads `state` and `claims` under
-- the lock, because the statement's snapshot can be older.
-- `is_ours`: a 250 counts even after the lease is lost, unless another sender has the row now.
-- `aged_from`: the age that ends the attempts counts from a notification's first judgement, without the time in which
-- nothing could be sent; from an auto-reply's creation, with all time. After a few attempts alone it may be the clock that jumped; nothing ends while it
-- may be wrong (see require_clock).
-- `already`: this claim was settled before, by a statement whose answer was lost, or by the reaper.
mine AS (
    SELECT given.*, aged_from, state AS found,
        CASE WHEN (kind = 'auto_reply' OR attempts > 8) AND coalesce((
            SELECT abs(extract(epoch FROM clock_timestamp() - at)) <= 86400 FROM ledger
            WHERE kind IN ('purge', 'clock', 'replay') ORDER BY seq DESC LIMIT 1
        ), true) THEN aged_from + give_up_after_s * interval '1 second' END AS over_at,
        claims = claim AND state <> 'sending' AS already,
        lease_holder = $1 AND claims = claim
            OR outcome = 'sent' AND state IN ('ready', 'retry', 'ambiguous', 'failed') AS is_ours
    FROM given JOIN outbox USING (id), LATERAL (
        SELECT coalesce(age_from, CASE WHEN kind <> 'auto_reply' THEN now() ELSE created_at END) AS aged_from
    ) AS age
    ORDER BY id FOR UPDATE OF outbox
),
-- A reported outcome resets `crashes`: the row did not kill its sender.
settled AS (
    UPDATE outbox SET
        state = CASE WHEN now() >= over_at THEN 'failed' ELSE outcome END,
        attempts = greatest(attempts - uncounted, 0),
        ambiguities = ambiguities + ambiguous,
        copies = copies + ambiguous,
        crashes = 0,
        next_attempt_at = coalesce(least(now() + delay_ms * interval '1 millisecond',
            CASE WHEN over_at IS NOT NULL THEN greatest(now(), over_at) END), next_attempt_at),
        data_at = CASE WHEN undelivered THEN NULL ELSE data_at END,
        finished_at = CASE WHEN delay_ms IS NULL OR now() >= over_at THEN now() END,
        age_from = CASE WHEN kind = 'auto_reply' THEN age_from WHEN judged THEN aged_from
                        ELSE age_from + coalesce(delay_ms, 0) * interval '1 millisecond' END,
        last_code = code,
        lease_holder = NULL,
        lease_until = NULL
    FROM mine WHERE outbox.id = mine.id AND is_ours
    RETURNING outbox.id, claim, state
),
-- Two senders of this mail have crashed, and it may be the cause: it is sent with nothing beside it in its process. Of each 5 minutes
-- that one is due the process claims nothing for 20 seconds, to become free for it; and nothing in the first 20 seconds of its
-- attempt. A server that is silent keeps other mails back no longer.
due_alone AS (
    SELECT id, next_attempt_at, NOT EXISTS (
        SELECT FROM outbox AS beside
        WHERE beside.state = 'sending' AND beside.lease_holder = $1 AND beside.id NOT IN (SELECT id FROM given)
    ) AS is_alone
    FROM outbox
    WHERE next_attempt_at <= now() AND crashes >= 2 AND state IN ('ready', 'retry', 'ambiguous') AND kind = ANY ($11)
        AND CASE WHEN kind = 'auto_reply' THEN state <> 'ambiguous' AND data_at IS NULL AND $7 > 0 ELSE $6 > 0 END
        AND id NOT IN (SELECT id FROM given)
        AND (kind = 'journey' OR (SELECT contact_reason = ANY($8) AND (program IS NULL OR program = ANY($9))
             FROM inquiry WHERE inquiry.id = inquiry_id))
        AND (kind IN ('auto_reply', 'answer', 'journey') OR $10::text[] IS NULL OR recipient = ANY($10))
    ORDER BY next_attempt_at LIMIT least($3, 1) FOR UPDATE OF outbox SKIP LOCKED
),
others AS MATERIALIZED (
    SELECT CASE WHEN EXISTS (
        SELECT FROM outbox
        WHERE crashes >= 2 AND state = 'sending' AND lease_holder = $1 AND next_attempt_at > now() - interval '20 seconds'
            AND id NOT IN (SELECT id FROM given)
    ) OR EXISTS (
        SELECT FROM due_alone WHERE is_alone OR extract(epoch FROM now() - next_attempt_at)::bigint % 300 < 20
    ) THEN 0 ELSE $3 END AS wanted
),
-- Notifications first: a backlog of auto-replies must not delay them. A row that this version cannot read, because its
-- kind, reason or program is a newer version's, is left to that version. A consultant's address that the settings do not
-- name is not mailed: somebody else than the api may have written the row. It waits, and is alerted as late.
--
-- Never a row that this statement settles: Postgres applies only one of two updates of a row in one statement, and
-- does not say which.
due_notification AS (
    SELECT id FROM outbox
    WHERE next_attempt_at <= now() AND kind = 'notification' AND state IN ('ready', 'retry', 'ambiguous') AND crashes < 2
        AND id NOT IN (SELECT id FROM given)
        AND (SELECT contact_reason = ANY($8) AND (program IS NULL OR program = ANY($9))
             FROM inquiry WHERE inquiry.id = inquiry_id)
        AND ($10::text[] IS NULL OR recipient = ANY($10))
    ORDER BY next_attempt_at LIMIT least((SELECT wanted FROM others), $6) FOR UPDATE SKIP LOCKED
),
-- The mails of conversations.
due_relay AS (
    SELECT id FROM outbox
    WHERE next_attempt_at <= now() AND kind NOT IN ('notification', 'auto_reply')
        AND kind = ANY ($11)
        AND state IN ('ready', 'retry', 'ambiguous') AND crashes < 2
        AND id NOT IN (SELECT id FROM given)
        AND (kind = 'journey' OR (SELECT contact_reason = ANY($8) AND (program IS NULL OR program = ANY($9))
             FROM inquiry WHERE inquiry.id = inquiry_id))
        AND (kind IN ('answer', 'journey') OR $10::text[] IS NULL OR recipient = ANY($10))
    ORDER BY next_attempt_at LIMIT least((SELECT wanted FROM others), $6) - (SELECT count(*) FROM due_notification) FOR UPDATE SKIP LOCKED
),
due_auto_reply AS (
    SELECT id FROM outbox
    WHERE next_attempt_at <= now() AND kind = 'auto_reply' AND state IN ('ready', 'retry') AND data_at IS NULL AND crashes < 2
        AND id NOT IN (SELECT id FROM given)
        AND (SELECT contact_reason = ANY($8) AND (program IS NULL OR program = ANY($9))
             FROM inquiry WHERE inquiry.id = inquiry_id)
    ORDER BY next_attempt_at LIMIT least((SELECT wanted FROM others) - (SELECT count(*) FROM due_notification) - (SELECT count(*) FROM due_relay), $7) FOR UPDATE SKIP LOCKED
),
picked AS (
    SELECT id FROM due_alone WHERE is_alone
    UNION ALL SELECT id FROM due_notification UNION ALL SELECT id FROM due_relay UNION ALL SELECT id FROM due_auto_reply
),
-- What is claimed late has waited for a worker, or for the end of a pause: its age does not count that time.
--
-- Names every column: a prepared statement with a star fails once a later schema step adds a column.
claimed AS (
    UPDATE outbox SET
        state = 'sending',
        claims = claims + 1,
        attempts = attempts + 1,
        lease_holder = $1,
        lease_until = now() + $4 * interval '1 second',
        age_from = CASE WHEN kind = 'auto_reply' THEN age_from ELSE age_from + (now() - next_attempt_at) END,
        next_attempt_at = CASE WHEN crashes < 2 THEN next_attempt_at ELSE now() END,
        message_id = coalesce(message_id, replace($5, '00000000-0000-0000-0000-000000000000', outbox.id::text)),
        first_attempt_at = CASE WHEN kind <> 'auto_reply' THEN coalesce(first_attempt_at, now())
                                ELSE first_attempt_at END
    FROM picked WHERE outbox.id = picked.id
    RETURNING outbox.id, coalesce(inquiry_id, about) AS inquiry_id, kind, recipient, message_id, state, claims, attempts, crashes, ambiguities,
        copies, next_attempt_at, lease_holder, lease_until, first_attempt_at, data_at, finished_at, last_code, created_at,
        age_from, over_share, about, participant, is_copy
)
SELECT claimed.*, states
FROM (
    SELECT jsonb_object_agg(concat_ws('.', id, claim), coalesce(settled.state, found)) AS states
    FROM mine LEFT JOIN settled USING (id, claim)
    WHERE settled.id IS NOT NULL OR already
) AS known
LEFT JOIN claimed ON true
