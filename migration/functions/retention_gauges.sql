-- For the gauges, the alerts and the check: answers from indexes and small tables, so it may be asked every few seconds.
DROP FUNCTION IF EXISTS retention_gauges();
CREATE OR REPLACE FUNCTION retention_gauges() RETURNS TABLE (
    due bigint, due_seconds double precision, oldest_contact_at timestamptz, requests_overdue bigint,
    unreclaimed bigint, unreclaimed_bytes bigint, unreclaimed_overdue bigint
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH waiting AS (
        SELECT greatest(expires_at, kept_until) AS due_at FROM inquiry
        LEFT JOIN (SELECT inquiry_id, max(kept_until) AS kept_until FROM hold_ends() GROUP BY 1) AS kept
            ON kept.inquiry_id = id
        WHERE expires_at <= now() AND id NOT IN (SELECT inquiry_id FROM held_inquiry)
    ), unreclaimed AS (SELECT * FROM unreclaimed_tables())
    SELECT (SELECT count(*) FROM waiting),
        (SELECT coalesce(extract(epoch FROM now() - min(due_at)), 0) FROM waiting),
        -- Expiry grows with the last contact, and has the index.
        (SELECT last_contact_at FROM inquiry ORDER BY expires_at LIMIT 1),
        -- Also of an erasure the person is to be told.
        (SELECT count(*) FROM data_subject_request WHERE answered_on IS NULL AND due_at < now()),
        (SELECT count(*) FROM unreclaimed),
        (SELECT coalesce(sum(bytes), 0)::bigint FROM unreclaimed),
        -- And weeks of raw mail that should have been dropped a day ago.
        (SELECT count(*) FROM unreclaimed WHERE is_overdue) + (
            SELECT count(*) FROM pg_inherits WHERE inhparent = 'raw_mail'::regclass AND inhrelid <> 'raw_mail_default'::regclass
                AND to_date(substr(inhrelid::regclass::text, 10), 'IYYY"w"IW') + 7 <= (now() AT TIME ZONE 'UTC')::date - 31
        )
$$;
GRANT EXECUTE ON FUNCTION retention_gauges TO inquiry_app;
