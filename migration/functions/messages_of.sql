-- The messages of an inquiry, without a lock on the quarters before or after it: see content_of(). A message has the day on which its
-- mail was settled, whatever the clock was when the inquiry came, or is now.
CREATE OR REPLACE FUNCTION messages_of(wanted uuid) RETURNS SETOF message
LANGUAGE plpgsql STABLE ROWS 10 SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    first_day date;
    last_day date;
BEGIN
    SELECT least(received_at, first) AT TIME ZONE 'UTC', greatest(now(), last) AT TIME ZONE 'UTC' INTO first_day, last_day
    FROM inquiry, (SELECT min(settled_at) AS first, max(settled_at) AS last FROM intake WHERE inquiry_id = wanted) AS settled
    WHERE id = wanted;
    RETURN QUERY SELECT * FROM message WHERE inquiry_id = wanted AND received_on BETWEEN first_day AND last_day;
END
$$;
GRANT EXECUTE ON FUNCTION messages_of TO inquiry_app;
