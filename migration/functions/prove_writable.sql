-- Proves that the disk takes what an inquiry needs, and takes it back. A full disk still answers queries, and pages that are free in
-- old files would hide it: so a new file.
CREATE OR REPLACE FUNCTION prove_writable() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    LOCK TABLE write_proof IN ACCESS EXCLUSIVE MODE NOWAIT;
    TRUNCATE write_proof;
    INSERT INTO write_proof SELECT decode(repeat('00', 8000), 'hex') FROM generate_series(1, 32);
    RAISE EXCEPTION 'taken back' USING ERRCODE = 'FW015';
EXCEPTION
    -- Or another process proves it now, or a dump reads.
    WHEN SQLSTATE 'FW015' OR lock_not_available THEN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION prove_writable TO inquiry_app;
