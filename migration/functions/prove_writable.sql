-- Proves that the disk takes what an inquiry needs, and takes it back. A full disk still answers queries, and pages that are free in
-- old files would hide it: so a new file, of a table that nobody else sees, and whose lock no dump holds.
CREATE OR REPLACE FUNCTION prove_writable() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    CREATE UNLOGGED TABLE write_proof (filler bytea);
    -- Short enough to be stored as they are.
    INSERT INTO write_proof SELECT decode(repeat('00', 1900), 'hex') FROM generate_series(1, 128);
    RAISE EXCEPTION 'taken back' USING ERRCODE = 'FW015';
EXCEPTION
    WHEN SQLSTATE 'FW015' THEN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION prove_writable TO inquiry_app;
