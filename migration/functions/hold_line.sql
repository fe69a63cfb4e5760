-- Notes the lines for which an answer waits, each with its reason, for its receipt. By its day: see content_of().
CREATE OR REPLACE FUNCTION hold_line(inquiry uuid, wanted uuid, line text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    day date := (SELECT received_on FROM messages_of(inquiry) WHERE id = wanted);
BEGIN
    UPDATE message SET held_line = line WHERE id = wanted AND received_on = day;
END
$$;
GRANT EXECUTE ON FUNCTION hold_line TO inquiry_app;
