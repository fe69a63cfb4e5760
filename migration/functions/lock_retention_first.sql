-- Before the first row is locked: everything that records takes this lock first.
CREATE OR REPLACE FUNCTION lock_retention_first() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM lock_retention();
    RETURN NULL;
END
$$;
