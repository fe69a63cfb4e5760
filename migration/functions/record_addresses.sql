-- Counts the addresses that notifications went to for the first time.
CREATE OR REPLACE FUNCTION record_addresses() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    fresh bigint;
BEGIN
    UPDATE notified_address SET is_recorded = true WHERE NOT is_recorded;
    GET DIAGNOSTICS fresh = ROW_COUNT;
    IF fresh > 0 THEN
        INSERT INTO ledger (kind, detail) VALUES ('recipient', jsonb_build_object('addresses', fresh));
    END IF;
END
$$;
