-- The ledger's columns, its database and its lock: none of them can be bent without a trace.
SET LOCAL lock_timeout = '5s';
-- By the former lock: nothing is recorded until this step has committed.
SELECT lock_retention();

-- One lock for everything that removes, holds or records. A table without rows, because anybody may take the key of an
-- advisory lock: on this one, no login has a privilege. A session that keeps it waits for others at most 30 s.
CREATE TABLE retention_lock ();
CREATE OR REPLACE FUNCTION lock_retention() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '30s' AS $$
BEGIN
    LOCK TABLE retention_lock IN EXCLUSIVE MODE;
EXCEPTION WHEN lock_not_available THEN
    RAISE EXCEPTION 'another session holds the lock of retention' USING ERRCODE = 'FW008';
END
$$;

-- Sessions that purge, erasure and rewrite may wait for: how long their transaction has been open, and whether they
-- rewrite a table themselves. Without the role pg_read_all_stats (`migration` grants it with ADMIN_DATABASE_URL) the age
-- of other logins' transactions is unknown.
CREATE FUNCTION retention_blockers() RETURNS TABLE (pid integer, login text, seconds double precision, rewrites boolean)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT pid, usename::text, extract(epoch FROM clock_timestamp() - min(xact_start))::double precision,
        bool_or(mode = 'AccessExclusiveLock')
    FROM pg_locks JOIN pg_stat_activity AS session USING (pid)
    WHERE granted AND locktype = 'relation' AND pid <> pg_backend_pid() AND session.datname = current_database()
      AND backend_type = 'client backend' AND relation::regclass IN (
          SELECT 'retention_lock'::regclass UNION ALL SELECT 'inquiry' UNION ALL SELECT 'outbox'
          UNION ALL SELECT 'inquiry_content'
          UNION ALL SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'inquiry_content'::regclass
      )
      AND (xact_start IS NULL OR xact_start < clock_timestamp() - interval '10 seconds')
    GROUP BY pid, usename
    ORDER BY 3 DESC NULLS LAST
$$;

-- Ends sessions of the application whose transaction is older than a quarter of an hour: nothing of it takes that long,
-- and a transaction that is kept open keeps locks, and rows that were removed. Returns how many.
CREATE FUNCTION end_old_transactions() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    -- As `migration` grants it with ADMIN_DATABASE_URL; without it the other session goes on.
    IF NOT pg_has_role(current_user, 'pg_signal_backend', 'USAGE') THEN
        RETURN 0;
    END IF;
    RETURN (
        SELECT count(*) FILTER (WHERE pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND usename = 'inquiry_app' AND pid <> pg_backend_pid()
          AND xact_start < clock_timestamp() - interval '15 minutes'
    );
END
$$;
REVOKE ALL ON FUNCTION retention_blockers(), end_old_transactions() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION retention_blockers() TO inquiry_app, inquiry_compliance;
GRANT EXECUTE ON FUNCTION end_old_transactions() TO inquiry_app;

-- The report, the clock guard and the rewrite read the columns; the hash covers the text. So each column says what the
-- text says, even for somebody who disables triggers.
ALTER TABLE ledger ADD CONSTRAINT ledger_columns_match CHECK (
    seq = (entry::jsonb ->> 'seq')::bigint AND kind = entry::jsonb ->> 'kind' AND detail = entry::jsonb -> 'detail'
    AND at = (entry::jsonb ->> 'at')::timestamptz AND hash = sha256(convert_to(entry, 'UTF8'))
);

-- The database's number, too: a copy by CREATE DATABASE … TEMPLATE has the table's number and the server's identifier.
CREATE OR REPLACE FUNCTION ledger_home() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT system_identifier || '/' || pg_database.oid || '/' || 'ledger'::regclass::oid
    FROM pg_control_system(), pg_database WHERE datname = current_database()
$$;
-- A ledger that was at home is so still; one that was restored and not replayed stays locked.
ALTER TABLE ledger DISABLE TRIGGER append_only;
UPDATE ledger SET home = ledger_home()
WHERE seq = (SELECT max(seq) FROM ledger)
  AND home = (SELECT system_identifier || '/' || 'ledger'::regclass::oid FROM pg_control_system());
ALTER TABLE ledger ENABLE TRIGGER append_only;
