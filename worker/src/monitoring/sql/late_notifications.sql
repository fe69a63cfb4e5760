-- Lists the oldest notifications that are still to be sent after 15 minutes. `late` is the number of all of them. Two
-- parts, each with a partial index.
SELECT id, count(*) OVER () AS late
FROM (
    SELECT id, created_at FROM outbox WHERE kind = 'notification' AND state IN ('ready', 'retry', 'ambiguous')
    UNION ALL
    SELECT id, created_at FROM outbox WHERE kind = 'notification' AND state = 'sending'
) AS open
WHERE created_at < now() - interval '15 minutes'
ORDER BY created_at
LIMIT 20
