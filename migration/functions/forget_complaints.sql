-- Deletes complaints after two years.
CREATE OR REPLACE FUNCTION forget_complaints() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    forgotten bigint;
BEGIN
    PERFORM require_clock();
    DELETE FROM complaint WHERE (at AT TIME ZONE 'UTC' + interval '2 years') AT TIME ZONE 'UTC' <= clock_timestamp();
    GET DIAGNOSTICS forgotten = ROW_COUNT;
    RETURN forgotten;
END
$$;
GRANT EXECUTE ON FUNCTION forget_complaints TO inquiry_app;
