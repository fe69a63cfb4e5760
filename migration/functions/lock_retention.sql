-- One lock for everything that removes, holds or records: what is short is done one after the other, so no order of two of them can
-- deadlock or slip between a check and its deed. A session that keeps it waits for others at most 30 s.
CREATE OR REPLACE FUNCTION lock_retention() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '30s' AS $$
BEGIN
    LOCK TABLE retention_lock IN EXCLUSIVE MODE;
EXCEPTION WHEN lock_not_available THEN
    RAISE EXCEPTION 'another session holds the lock of retention' USING ERRCODE = 'FW008';
END
$$;
GRANT EXECUTE ON FUNCTION lock_retention TO inquiry_compliance;
