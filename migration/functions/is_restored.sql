-- Whether this database came out of a dump and nobody has re-applied yet what happened after the dump. Until then
-- nothing may be recorded, hence nothing purged, held or erased, and api and worker refuse to start.
CREATE OR REPLACE FUNCTION is_restored() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT coalesce((SELECT home <> ledger_home() FROM ledger ORDER BY seq DESC LIMIT 1), false)
$$;
GRANT EXECUTE ON FUNCTION is_restored TO inquiry_app, inquiry_compliance;
