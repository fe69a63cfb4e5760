-- No mail is lost: what was counted when a day was over is held against the rows and their fates.
SET LOCAL lock_timeout = '2s';

-- Enters into the ledger how many mails came on each day that is over. The hour leaves time to transactions of the day.
-- Returns the number of days.
CREATE FUNCTION count_intake() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    days integer;
BEGIN
    PERFORM lock_retention();
    INSERT INTO ledger (kind, detail)
    SELECT 'intake', jsonb_build_object('day', day, 'accepted', count(*))
    FROM intake, LATERAL (SELECT (accepted_at AT TIME ZONE 'UTC')::date AS day) AS came
    WHERE day < ((clock_timestamp() - interval '1 hour') AT TIME ZONE 'UTC')::date
      AND NOT EXISTS (SELECT FROM ledger WHERE kind = 'intake' AND detail ->> 'day' = day::text)
    GROUP BY day ORDER BY day;
    GET DIAGNOSTICS days = ROW_COUNT;
    RETURN days;
END
$$;

-- What a report tells of the mails that came from `since` to before `until`. Accepted: as the ledger has it of days that are
-- over, otherwise as the rows say.
CREATE FUNCTION intake_evidence(since timestamptz, until timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH counted AS (
        SELECT (detail ->> 'day')::date AS day, (detail ->> 'accepted')::bigint AS accepted FROM ledger
        WHERE kind = 'intake' AND (detail ->> 'day')::date >= (since AT TIME ZONE 'UTC')::date
          AND (detail ->> 'day')::date < (until AT TIME ZONE 'UTC')::date
    ), stored AS (
        SELECT fate, count(*) AS mails,
            count(*) FILTER (
                WHERE (accepted_at AT TIME ZONE 'UTC')::date NOT IN (SELECT day FROM counted)
            ) AS uncounted
        FROM intake WHERE accepted_at >= since AND accepted_at < until GROUP BY fate
    )
    SELECT jsonb_build_object(
        'accepted', (SELECT coalesce(sum(accepted), 0) FROM counted) + (SELECT coalesce(sum(uncounted), 0) FROM stored),
        'unsettled', (SELECT coalesce(sum(mails), 0) FROM stored WHERE fate IS NULL),
        'fates', (SELECT coalesce(jsonb_object_agg(fate, mails), '{}') FROM stored WHERE fate IS NOT NULL)
    )
$$;

-- The ways by which the product fetches mail: for how long nobody has read, and how many mails somebody else took away
-- before they were read. With LMTP and the pipe the mail server keeps the mail, so there is nothing to tell; the step of
-- IMAP fills it.
CREATE FUNCTION intake_ways() RETURNS TABLE (way text, silent_seconds double precision, taken_away bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT NULL::text, NULL::double precision, NULL::bigint WHERE false
$$;
REVOKE ALL ON FUNCTION count_intake(), intake_evidence(timestamptz, timestamptz), intake_ways() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_intake() TO inquiry_app;
GRANT EXECUTE ON FUNCTION intake_evidence(timestamptz, timestamptz), intake_ways() TO inquiry_app, inquiry_compliance;
