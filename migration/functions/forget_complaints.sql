-- Deletes complaints after two years.
CREATE OR REPLACE FUNCTION forget_complaints() RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT require_clock();
    WITH gone AS (
        DELETE FROM complaint WHERE (at AT TIME ZONE 'UTC' + interval '2 years') AT TIME ZONE 'UTC' <= clock_timestamp()
        RETURNING 1
    ) SELECT count(*) FROM gone
$$;
GRANT EXECUTE ON FUNCTION forget_complaints TO inquiry_app;
