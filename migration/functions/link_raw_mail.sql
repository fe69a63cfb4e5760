-- Writes to a mail's bytes which inquiry it is about, and the keys of everybody it names, without a lock on the weeks beside its own.
CREATE OR REPLACE FUNCTION link_raw_mail(mail uuid, inquiry uuid, keys text[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    day date := (SELECT (accepted_at AT TIME ZONE 'UTC')::date FROM intake WHERE id = mail);
BEGIN
    UPDATE raw_mail SET inquiry_id = inquiry, address_keys = keys WHERE intake_id = mail AND accepted_on = day;
END
$$;
GRANT EXECUTE ON FUNCTION link_raw_mail TO inquiry_app;
