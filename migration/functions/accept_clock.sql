-- Confirms, after a person has looked, that the database clock is right although it seemed to jump. False: it does not seem so.
CREATE OR REPLACE FUNCTION accept_clock() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM require_clock();
    RETURN false;
EXCEPTION WHEN SQLSTATE 'FW001' THEN
    INSERT INTO ledger (kind) VALUES ('clock');
    RETURN true;
END
$$;
GRANT EXECUTE ON FUNCTION accept_clock TO inquiry_compliance;
