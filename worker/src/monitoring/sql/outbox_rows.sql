-- Counts mails by kind and state. Sent and suppressed mails count for a day: their number only grows. Each part has a
-- partial index: one condition for all of them would read the whole table.
SELECT kind, state, count(*) AS rows
FROM (
    SELECT kind, state FROM outbox WHERE state IN ('ready', 'retry', 'ambiguous')
    UNION ALL
    SELECT kind, state FROM outbox WHERE state = 'sending'
    UNION ALL
    SELECT kind, state FROM outbox WHERE state = 'failed'
    UNION ALL
    SELECT kind, state FROM outbox WHERE finished_at > now() - interval '1 day' AND state IN ('sent', 'suppressed')
) AS counted
WHERE kind <> 'journey'
GROUP BY kind, state
ORDER BY kind, state
