-- Lists the oldest mails that this version cannot read: their kind, reason or program is unknown and nobody has claimed
-- them in five minutes, or a worker has failed to read them. `late` is the number of all of them. $1: the reasons that
-- this version knows. $2: the programs. $3: the kinds.
SELECT outbox.id, count(*) OVER () AS late
FROM outbox JOIN inquiry ON inquiry.id = inquiry_id
WHERE state IN ('ready', 'retry', 'ambiguous')
    -- The longest backoff is shorter. The bound lets the planner use the index of what is not finished.
    AND next_attempt_at < now() + interval '2 days'
    AND (last_code = 'unreadable'
        OR next_attempt_at < now() - interval '5 minutes'
        AND (kind <> ALL($3) OR contact_reason <> ALL($1) OR program <> ALL($2)))
ORDER BY outbox.created_at
LIMIT 20
