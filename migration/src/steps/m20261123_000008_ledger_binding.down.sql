SELECT lock_retention();
CREATE OR REPLACE FUNCTION ledger_home() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT system_identifier || '/' || 'ledger'::regclass::oid FROM pg_control_system()
$$;
ALTER TABLE ledger DISABLE TRIGGER append_only;
UPDATE ledger SET home = ledger_home()
WHERE seq = (SELECT max(seq) FROM ledger) AND home = (
    SELECT system_identifier || '/' || pg_database.oid || '/' || 'ledger'::regclass::oid
    FROM pg_control_system(), pg_database WHERE datname = current_database()
);
ALTER TABLE ledger ENABLE TRIGGER append_only;
ALTER TABLE ledger DROP CONSTRAINT ledger_columns_match;
DROP FUNCTION retention_blockers(), end_old_transactions();
-- Dropped and not replaced, because its settings would stay.
DROP FUNCTION lock_retention();
CREATE FUNCTION lock_retention() RETURNS void LANGUAGE sql AS 'SELECT pg_advisory_xact_lock(1181315695)';
REVOKE ALL ON FUNCTION lock_retention() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_retention() TO inquiry_compliance;
DROP TABLE retention_lock;
