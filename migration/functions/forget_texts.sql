-- Deletes the digests of texts after the week in which a repetition counts.
CREATE OR REPLACE FUNCTION forget_texts() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT require_clock();
    DELETE FROM recent_text WHERE stored_at < now() - interval '7 days';
$$;
GRANT EXECUTE ON FUNCTION forget_texts TO inquiry_app;
