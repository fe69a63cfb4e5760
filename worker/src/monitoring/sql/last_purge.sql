-- When the last purge ran. Before the first one, `seconds_ago` counts from the beginning of the ledger.
SELECT at, extract(epoch FROM now() - coalesce(at, began_at, now()))::double precision AS seconds_ago
FROM (
    SELECT
        (SELECT at FROM ledger WHERE kind IN ('purge', 'replay') ORDER BY seq DESC LIMIT 1) AS at,
        (SELECT at FROM ledger ORDER BY seq LIMIT 1) AS began_at
) AS ledger
