-- The messages of an inquiry, without a lock on the quarters before it: see content_of(). A message has the day on which its mail was
-- settled, whatever the clock was when the inquiry came.
CREATE OR REPLACE FUNCTION messages_of(wanted uuid) RETURNS SETOF message
LANGUAGE plpgsql STABLE ROWS 10 SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    first_day date := least(
        (SELECT received_at FROM inquiry WHERE id = wanted), (SELECT min(settled_at) FROM intake WHERE inquiry_id = wanted)
    ) AT TIME ZONE 'UTC';
BEGIN
    RETURN QUERY SELECT * FROM message WHERE inquiry_id = wanted AND received_on >= first_day;
END
$$;
GRANT EXECUTE ON FUNCTION messages_of TO inquiry_app;
