-- An inquiry's content. A statement that does not name the quarter takes a lock on each of them when it is planned, and waits while
-- one is rewritten; so each plan of this function is for one day.
CREATE OR REPLACE FUNCTION content_of(wanted uuid) RETURNS SETOF inquiry_content
LANGUAGE plpgsql STABLE ROWS 1 SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    day date := (SELECT (received_at AT TIME ZONE 'UTC')::date FROM inquiry WHERE id = wanted);
BEGIN
    RETURN QUERY SELECT * FROM inquiry_content WHERE inquiry_id = wanted AND received_on = day;
    -- Where somebody has changed one of the two times by hand.
    IF NOT FOUND AND day IS NOT NULL THEN
        RETURN QUERY SELECT * FROM inquiry_content WHERE inquiry_id = wanted;
    END IF;
END
$$;
GRANT EXECUTE ON FUNCTION content_of TO inquiry_app;
