-- A content is stored on its inquiry's day, so it has the same date, and there is one.
CREATE OR REPLACE FUNCTION is_of_another_day(inquiry_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM inquiry WHERE id = $1 AND (received_at AT TIME ZONE 'UTC')::date <> (now() AT TIME ZONE 'UTC')::date
    )
$$;
GRANT EXECUTE ON FUNCTION is_of_another_day TO inquiry_app;
