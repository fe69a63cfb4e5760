-- Rewrites a table and its indexes, so that the bytes of removed rows leave its files. Nobody can use it meanwhile. Waits for its
-- turn as long as it takes a vacuum to give way (deadlock_timeout, 1 s), then gives up: others wait behind it.
CREATE OR REPLACE FUNCTION reclaim_table(name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    primary_key text;
BEGIN
    PERFORM lock_retention();
    SELECT indexrelid::regclass::text INTO primary_key FROM pg_index
    WHERE indrelid = to_regclass(name) AND indisprimary
      AND (name IN ('inquiry', 'outbox', 'legal_hold', 'data_subject_request', 'unverified_network', 'participant',
                    'held_content', 'held_message', 'held_participant')
           OR EXISTS (SELECT FROM pg_inherits WHERE inhrelid = indrelid AND inhparent IN (
               'inquiry_content'::regclass, 'message'::regclass, 'raw_mail'::regclass
           )));
    IF primary_key IS NULL THEN
        RAISE EXCEPTION '% is not a table that is reclaimed', name USING ERRCODE = 'FW005';
    END IF;
    PERFORM set_config('lock_timeout', '1500ms', true);
    EXECUTE format('CLUSTER %s USING %s', to_regclass(name), primary_key);
    PERFORM set_config('lock_timeout', '0', true);
    -- `all`: no other table waits, so nobody has to read what was recorded before.
    INSERT INTO ledger (kind, detail) SELECT 'reclaim', jsonb_build_object('table', reclaim_table.name) || CASE
        WHEN NOT EXISTS (SELECT FROM unreclaimed_tables() AS other WHERE other.name <> reclaim_table.name)
        THEN '{"all": true}'::jsonb ELSE '{}'
    END;
END
$$;
GRANT EXECUTE ON FUNCTION reclaim_table TO inquiry_app, inquiry_compliance;
