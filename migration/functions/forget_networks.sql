-- Deletes the networks that the cap no longer needs. Call rewrite_forgotten() afterwards.
CREATE OR REPLACE FUNCTION forget_networks() RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT require_clock();
    WITH gone AS (DELETE FROM unverified_network WHERE stored_at < clock_timestamp() - interval '1 hour' RETURNING 1)
    SELECT count(*) FROM gone
$$;
GRANT EXECUTE ON FUNCTION forget_networks TO inquiry_app;
