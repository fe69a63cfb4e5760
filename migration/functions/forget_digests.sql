-- Deletes digests for consultants and test mails after 30 days, and the digests of texts after the week in which a repetition counts.
CREATE OR REPLACE FUNCTION forget_digests() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT require_clock();
    DELETE FROM digest_mail WHERE created_at < now() - interval '30 days';
    DELETE FROM intake_check WHERE sent_at < now() - interval '30 days';
    DELETE FROM recent_text WHERE stored_at < now() - interval '7 days';
$$;
GRANT EXECUTE ON FUNCTION forget_digests TO inquiry_app;
