-- Records that an officer read the list of holds, which names persons.
CREATE OR REPLACE FUNCTION record_read(holds bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM lock_retention();
    INSERT INTO ledger (kind, detail) VALUES ('read', jsonb_build_object('legal_hold', holds));
END
$$;
GRANT EXECUTE ON FUNCTION record_read TO inquiry_compliance;
