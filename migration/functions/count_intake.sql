-- Enters into the ledger how many mails came on each day that is over, and how many of them searched. The hour leaves time to transactions of the day.
-- Returns the number of days.
CREATE OR REPLACE FUNCTION count_intake() RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT require_clock(), lock_retention();
    WITH counted AS (
        INSERT INTO ledger (kind, detail)
        SELECT 'intake', jsonb_build_object('day', day, 'accepted', count(*), 'searches', count(*) FILTER (WHERE rule = 'find'))
        FROM intake, LATERAL (SELECT (accepted_at AT TIME ZONE 'UTC')::date AS day) AS came
        -- From the end of the last day that was counted on: only journeys go from the table.
        WHERE accepted_at >= coalesce((
                SELECT ((detail ->> 'day')::date + 1)::timestamp AT TIME ZONE 'UTC' FROM ledger
                WHERE kind = 'intake' ORDER BY seq DESC LIMIT 1
            ), '-infinity')
          -- The worker's own way is nobody's mail.
          AND NOT coalesce(rule = 'journey' AND fate = 'dropped' AND inquiry_id IS NULL AND EXISTS (
              SELECT FROM journey WHERE journey.id = outbox_id AND accepted_at BETWEEN begun_at AND begun_at + interval '1 hour'
          ), false)
          AND accepted_at < date_trunc('day', (clock_timestamp() - interval '1 hour') AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
        GROUP BY day ORDER BY day
        RETURNING 1
    ) SELECT count(*)::integer FROM counted
$$;
GRANT EXECUTE ON FUNCTION count_intake TO inquiry_app;
