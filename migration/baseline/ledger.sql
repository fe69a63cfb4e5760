-- Evidence: append-only, chained by hash, without personal data.
-- needs: lock_retention, ledger_home, retention_policy_version, chain_ledger, refuse_change

-- One lock for everything that removes, holds or records. A table without rows, because anybody may take the key of an
-- advisory lock: on this one, no login has a privilege.
CREATE TABLE retention_lock ();

-- Which kinds there are is decided by the policies on it and by the functions that append.
CREATE TABLE ledger (
    seq bigint PRIMARY KEY,
    at timestamptz NOT NULL,
    kind text NOT NULL CONSTRAINT ledger_kind_form CHECK (kind ~ '^[a-z_]{1,30}$'),
    -- Counts and random ids only; an address could not even be stored by mistake.
    detail jsonb NOT NULL DEFAULT '{}' CHECK (strpos(detail::text, '@') = 0),
    -- The exact text that is hashed.
    entry text NOT NULL,
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    -- Which table this row was written to; see is_restored().
    home text NOT NULL,
    -- The report, the clock guard and the rewrite read the columns; the hash covers the text. So each column says what the
    -- text says, even for somebody who disables triggers.
    CONSTRAINT ledger_columns_match CHECK (
        seq = (entry::jsonb ->> 'seq')::bigint AND kind = entry::jsonb ->> 'kind' AND detail = entry::jsonb -> 'detail'
        AND at = (entry::jsonb ->> 'at')::timestamptz AND hash = sha256(convert_to(entry, 'UTF8'))
    )
);
CREATE INDEX ledger_kind ON ledger (kind, seq);
CREATE INDEX ledger_tables ON ledger (seq) WHERE detail ? 'tables' OR kind = 'reclaim';
CREATE INDEX ledger_tables_at ON ledger (at) WHERE detail ? 'tables' OR kind = 'reclaim';
CREATE INDEX ledger_all ON ledger (seq) WHERE detail ? 'all';
CREATE TRIGGER chain BEFORE INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION chain_ledger();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

INSERT INTO ledger (kind, detail) VALUES ('policy', '{"version": 1, "years": 2}');
