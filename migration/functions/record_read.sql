-- Records that an officer read the list of holds, which names persons: at most as many as there are.
CREATE OR REPLACE FUNCTION record_read(holds bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT lock_retention();
    INSERT INTO ledger (kind, detail) VALUES ('read', jsonb_build_object(
        'legal_hold', least(greatest(holds, 0), (SELECT count(*) FROM legal_hold))
    ));
$$;
GRANT EXECUTE ON FUNCTION record_read TO inquiry_compliance;
