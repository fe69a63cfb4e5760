-- Deletes the networks that the cap no longer needs. Call rewrite_networks() afterwards.
CREATE OR REPLACE FUNCTION forget_networks() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    forgotten bigint;
BEGIN
    PERFORM require_clock();
    DELETE FROM unverified_network WHERE stored_at < clock_timestamp() - interval '1 hour';
    GET DIAGNOSTICS forgotten = ROW_COUNT;
    RETURN forgotten;
END
$$;
GRANT EXECUTE ON FUNCTION forget_networks TO inquiry_app;
