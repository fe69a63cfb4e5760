-- Records why a purge failed: a code of a closed list, so that no text fits.
CREATE OR REPLACE FUNCTION record_failure(run uuid, code text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM lock_retention();
    IF (run IS NOT NULL AND code IN (
        'clock', 'restored', 'foreign', 'forbidden', 'login', 'schema', 'busy', 'gone', 'held', 'told_on', 'hold_end', 'received_on', 'field_value',
        'disk_full', 'same_officer', 'long_hold', 'second_officer', 'unreachable', 'refused'
    )) IS NOT TRUE THEN
        RAISE EXCEPTION 'no such failure' USING ERRCODE = 'FW009';
    END IF;
    INSERT INTO ledger (kind, detail) VALUES ('failure', jsonb_build_object('run', run, 'code', code));
END
$$;
GRANT EXECUTE ON FUNCTION record_failure TO inquiry_app;
