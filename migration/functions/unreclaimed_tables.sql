-- Tables from which rows were removed and whose files still have the bytes, with their size, whether new inquiries go into
-- them, and since when.
--
-- A rewrite locks a table for about a second per 50 MB, and every inquiry needs `inquiry` and `outbox`. What a deleted row
-- leaves in their files names nobody: random ids, the reference, closed lists, times, consultants' addresses and the text of
-- our own confirmation. So they are rewritten while that takes less than a second, and no longer when they are large.
CREATE OR REPLACE FUNCTION unreclaimed_tables()
RETURNS TABLE (name text, bytes bigint, in_use boolean, waiting_since timestamptz, is_overdue boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH recent AS MATERIALIZED (
        -- A rewrite after which no other table waited has settled all that is a day older. Also by number: a clock may go back.
        -- A union, since for an OR the planner reads the whole ledger.
        SELECT seq, kind, at, detail FROM ledger WHERE (detail ? 'tables' OR kind = 'reclaim')
            AND seq > coalesce((SELECT max(seq) FROM ledger WHERE detail ? 'all'), 0)
        UNION SELECT seq, kind, at, detail FROM ledger WHERE (detail ? 'tables' OR kind = 'reclaim')
            AND at > (SELECT at FROM ledger WHERE detail ? 'all' ORDER BY seq DESC LIMIT 1) - interval '1 day'
    ), removal AS (
        SELECT recorded AS part, at FROM recent, jsonb_array_elements_text(CASE
            -- Kinds that only functions of the database and the replay may write: nobody else can put a name into it.
            WHEN kind IN ('purge', 'erasure', 'replay', 'set_aside', 'correction') THEN detail -> 'tables'
            -- What the compliance role notes of requests counts for their own table.
            WHEN kind = 'request' AND detail -> 'tables' ? 'data_subject_request'
                THEN '["data_subject_request"]'
            ELSE '[]'
        END) AS recorded
        WHERE detail ? 'tables'
    ), reclaimed AS (
        SELECT detail ->> 'table' AS part, max(at) AS rewritten_at
        FROM recent WHERE kind = 'reclaim' GROUP BY 1
    ), waiting AS (
        SELECT part, max(at) AS removed_at, rewritten_at,
            -- A rewrite keeps what a transaction older than the removal can still see, so it settles only removals an
            -- hour older than itself.
            min(at) FILTER (WHERE rewritten_at IS NULL OR rewritten_at < at + interval '1 hour') AS waiting_since
        FROM removal LEFT JOIN reclaimed USING (part)
        WHERE to_regclass(part) IS NOT NULL
        GROUP BY part, rewritten_at
    ), sized AS (
        SELECT *, pg_total_relation_size(to_regclass(part)) AS bytes, part IN (
            'inquiry', 'outbox', 'inquiry_content_default',
            to_char(now() AT TIME ZONE 'UTC', '"inquiry_content_"YYYY"q"Q')
        ) AS in_use FROM waiting
    )
    SELECT part, bytes, in_use, waiting_since,
        -- Promised: within three hours; a table in use of 32 MB or more at the next weekend.
        waiting_since < now() - CASE WHEN in_use AND bytes >= 33554432 THEN interval '8 days' ELSE interval '3 hours' END
    FROM sized
    WHERE NOT (part IN ('inquiry', 'outbox') AND bytes >= 33554432) AND (
        rewritten_at IS NULL OR rewritten_at < removed_at
            OR (rewritten_at < removed_at + interval '1 hour' AND now() > removed_at + interval '1 hour')
    )
    ORDER BY 3, 2
$$;
GRANT EXECUTE ON FUNCTION unreclaimed_tables TO inquiry_app, inquiry_compliance;
