-- needs: accept_mails
-- Two commits at a time do not wait for each other: each session counts in one of sixteen rows.
SET LOCAL lock_timeout = '2s';
ALTER TABLE intake_quota ADD session smallint NOT NULL DEFAULT pg_backend_pid() % 16,
    DROP CONSTRAINT intake_quota_pkey, ADD PRIMARY KEY (day, key, session);
