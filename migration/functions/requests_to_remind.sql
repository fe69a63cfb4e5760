-- Requests without an answer that are due within these days and were not reminded of that day: whose they are it does not tell. With
-- the last moment of the hold in force that they wait for.
CREATE OR REPLACE FUNCTION requests_to_remind(days integer) RETURNS TABLE (
    id uuid, kind text, received_at timestamptz, due_at timestamptz, closed_at timestamptz, waits_until timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT request.id, kind, received_at, due_at, closed_at, ends_at - interval '1 microsecond'
    FROM data_subject_request AS request
        LEFT JOIN legal_hold AS hold ON hold.id = waits_for AND closed_at IS NULL AND released_at IS NULL AND ends_at > now()
    WHERE answered_on IS NULL AND reminded_due_at IS DISTINCT FROM due_at
        AND (due_at AT TIME ZONE 'UTC')::date <= (now() AT TIME ZONE 'UTC')::date + days
    ORDER BY due_at, id
$$;
GRANT EXECUTE ON FUNCTION requests_to_remind TO inquiry_app;
