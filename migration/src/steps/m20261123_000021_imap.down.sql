CREATE OR REPLACE FUNCTION intake_ways() RETURNS TABLE (way text, silent_seconds double precision, taken_away bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT NULL::text, NULL::double precision, NULL::bigint WHERE false
$$;

SET LOCAL lock_timeout = '5s';
DROP TABLE imap_account;
