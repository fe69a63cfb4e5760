-- Mailboxes that are read by IMAP: which worker reads, and which mails somebody else took away. No personal data.
SET LOCAL lock_timeout = '2s';

CREATE TABLE imap_account (
    -- Keyed digest of host, user and folder.
    account_key bytea PRIMARY KEY CHECK (octet_length(account_key) = 32),
    -- One session an account over all workers.
    lease_holder uuid,
    lease_until timestamptz,
    uid_validity bigint CHECK (uid_validity BETWEEN 1 AND 4294967295),
    -- Below it every UID is a row of intake, or was counted as taken away.
    counted_to bigint NOT NULL DEFAULT 1 CHECK (counted_to BETWEEN 1 AND 4294967296),
    -- After a change of UIDVALIDITY, mails below it are read again: those that are known are not stored again.
    read_again_below bigint NOT NULL DEFAULT 1 CHECK (read_again_below BETWEEN 1 AND 4294967296),
    taken_away bigint NOT NULL DEFAULT 0 CHECK (taken_away >= 0),
    taken_away_at timestamptz,
    -- The last poll that saw every mail, and what went wrong since.
    polled_at timestamptz,
    problem text CHECK (problem ~ '^[a-z0-9_]{1,40}$'),
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((lease_holder IS NULL) = (lease_until IS NULL))
);
ALTER TABLE imap_account ENABLE ROW LEVEL SECURITY;
CREATE POLICY all_rows ON imap_account TO inquiry_app USING (true) WITH CHECK (true);
CREATE POLICY all_rows_for_compliance ON imap_account FOR SELECT TO inquiry_compliance USING (true);
GRANT SELECT ON imap_account TO inquiry_app, inquiry_compliance;
GRANT INSERT (account_key, lease_holder, lease_until) ON imap_account TO inquiry_app;
GRANT UPDATE (lease_holder, lease_until, uid_validity, counted_to, read_again_below, taken_away, taken_away_at, polled_at,
    problem) ON imap_account TO inquiry_app;

-- A mailbox that no worker has tried to read for a day is no longer in use.
CREATE OR REPLACE FUNCTION intake_ways() RETURNS TABLE (way text, silent_seconds double precision, taken_away bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT 'imap', max(extract(epoch FROM now() - coalesce(polled_at, created_at)))::double precision,
        sum(taken_away)::bigint
    FROM imap_account WHERE lease_until > now() - interval '1 day' HAVING count(*) > 0
$$;
