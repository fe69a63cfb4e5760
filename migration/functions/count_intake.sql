-- Enters into the ledger how many mails came on each day that is over. The hour leaves time to transactions of the day.
-- Returns the number of days.
CREATE OR REPLACE FUNCTION count_intake() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    days integer;
BEGIN
    PERFORM require_clock();
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
GRANT EXECUTE ON FUNCTION count_intake TO inquiry_app;
