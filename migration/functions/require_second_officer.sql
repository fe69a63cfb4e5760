-- COMPLIANCE_SECOND_OFFICER, as `migration` was told. The owner's to say, so that no officer can switch it off.
CREATE OR REPLACE FUNCTION require_second_officer(required boolean) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM lock_retention();
    UPDATE compliance_rule SET second_officer = required WHERE second_officer <> required;
    IF FOUND THEN
        INSERT INTO ledger (kind, detail) VALUES ('rule', jsonb_build_object('second_officer', required));
    END IF;
END
$$;
