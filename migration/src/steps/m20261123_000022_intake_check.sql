-- Test mails of `worker intake check`, which go through the relay to a signed address and come back. No personal data.
SET LOCAL lock_timeout = '2s';

CREATE TABLE intake_check (
    id uuid PRIMARY KEY,
    sent_at timestamptz NOT NULL DEFAULT now(),
    came_back_at timestamptz,
    way text CHECK (way IN ('lmtp', 'pipe', 'imap')),
    -- The host that the topmost Authentication-Results names, and what it says.
    host text CHECK (host ~ '^[a-z0-9._-]{1,255}$'),
    results text CHECK (results ~ '^[a-z0-9 =_-]{1,200}$'),
    is_microsoft boolean NOT NULL DEFAULT false
);
CREATE INDEX intake_check_sent_at ON intake_check (sent_at);
ALTER TABLE intake_check ENABLE ROW LEVEL SECURITY;
CREATE POLICY all_rows ON intake_check TO inquiry_app USING (true) WITH CHECK (true);
GRANT SELECT, DELETE ON intake_check TO inquiry_app;
GRANT INSERT (id) ON intake_check TO inquiry_app;
GRANT UPDATE (came_back_at, way, host, results, is_microsoft) ON intake_check TO inquiry_app;
