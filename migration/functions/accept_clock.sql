-- Confirms, after a person has looked, that the database clock is right although it seemed to jump.
CREATE OR REPLACE FUNCTION accept_clock() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    INSERT INTO ledger (kind) VALUES ('clock')
$$;
GRANT EXECUTE ON FUNCTION accept_clock TO inquiry_compliance;
