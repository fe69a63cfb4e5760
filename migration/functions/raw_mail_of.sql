-- The bytes of a mail, without a lock on the weeks beside its own: see content_of(). They have the day on which it was accepted.
CREATE OR REPLACE FUNCTION raw_mail_of(mail uuid) RETURNS SETOF raw_mail
LANGUAGE plpgsql STABLE ROWS 1 SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    day date := (SELECT (accepted_at AT TIME ZONE 'UTC')::date FROM intake WHERE id = mail);
BEGIN
    RETURN QUERY SELECT * FROM raw_mail WHERE intake_id = mail AND accepted_on = day;
END
$$;
GRANT EXECUTE ON FUNCTION raw_mail_of TO inquiry_app;
