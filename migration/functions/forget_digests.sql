-- Deletes digests after 30 days.
CREATE OR REPLACE FUNCTION forget_digests() RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT require_clock();
    WITH gone AS (DELETE FROM digest_mail WHERE created_at < now() - interval '30 days' RETURNING 1)
    SELECT count(*) FROM gone
$$;
GRANT EXECUTE ON FUNCTION forget_digests TO inquiry_app;
