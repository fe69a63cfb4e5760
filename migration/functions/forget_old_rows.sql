-- Deletes complaints after two years, the quotas of former days, digests for consultants and test mails after 30 days, and the digests of texts after the week
-- in which a repetition counts.
CREATE OR REPLACE FUNCTION forget_old_rows() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT require_clock();
    DELETE FROM complaint WHERE (at AT TIME ZONE 'UTC' + interval '2 years') AT TIME ZONE 'UTC' <= clock_timestamp();
    DELETE FROM digest_mail WHERE created_at < now() - interval '30 days';
    DELETE FROM intake_check WHERE sent_at < now() - interval '30 days';
    DELETE FROM intake_quota WHERE day < (now() AT TIME ZONE 'UTC')::date;
    DELETE FROM recent_text WHERE stored_at < now() - interval '7 days';
$$;
GRANT EXECUTE ON FUNCTION forget_old_rows TO inquiry_app;
