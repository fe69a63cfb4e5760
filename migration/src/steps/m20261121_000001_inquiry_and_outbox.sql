-- Length as a browser counts it: UTF-16 code units, where a character beyond the basic plane counts two.
CREATE FUNCTION utf16_length(value text) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE
        WHEN octet_length(value) = char_length(value) THEN char_length(value)
        ELSE char_length(value) + char_length(regexp_replace(value, '[\u0001-\uFFFF]', '', 'g'))
    END
$$;

-- One line of text: not empty, at most max_length UTF-16 code units, no control characters.
-- The schema is named because pg_restore checks rows with an empty search path.
CREATE FUNCTION is_line(value text, max_length integer) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT value <> '' AND public.utf16_length(value) <= max_length AND value !~ '[\u0001-\u001F\u007F-\u009F]'
$$;

-- What was asked and agreed, without a word of who asked.
CREATE TABLE inquiry (
    id uuid PRIMARY KEY,
    reference text NOT NULL UNIQUE CHECK (reference ~ '^FW-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
    idempotency_key uuid NOT NULL UNIQUE,
    token_digest bytea NOT NULL UNIQUE CHECK (octet_length(token_digest) = 32),
    contact_reason text NOT NULL CHECK (contact_reason IN (
        'threat-detection-response', 'devsecops', 'cloud-security', 'vulnerability-management', 'security-awareness',
        'security-assessment', 'incident-response', 'partnership', 'reselling', 'other'
    )),
    program text CHECK (program IN (
        'edr-implementation', 'siem-threat-hunting', 'threat-intel-platform', 'purple-team-operations',
        'compliance-governance'
    )),
    desired_consultants smallint CHECK (desired_consultants BETWEEN 1 AND 8),
    consent boolean NOT NULL CHECK (consent),
    gdpr_consent boolean NOT NULL CHECK (gdpr_consent),
    policy_digest bytea NOT NULL CHECK (octet_length(policy_digest) = 32),
    consent_digest bytea NOT NULL CHECK (octet_length(consent_digest) = 32),
    gdpr_consent_digest bytea NOT NULL CHECK (octet_length(gdpr_consent_digest) = 32),
    bot_check text NOT NULL CHECK (bot_check IN ('verified', 'unverified')),
    received_at timestamptz NOT NULL DEFAULT now(),
    last_contact_at timestamptz NOT NULL DEFAULT now(),
    -- Calendar years in UTC: the 29th of February ends on the 28th, and no time zone's rules play in.
    expires_at timestamptz NOT NULL
        GENERATED ALWAYS AS ((last_contact_at AT TIME ZONE 'UTC' + interval '2 years') AT TIME ZONE 'UTC') STORED
);
CREATE INDEX inquiry_expires_at ON inquiry (expires_at);
CREATE INDEX inquiry_unverified ON inquiry (received_at) WHERE bot_check = 'unverified';

-- Who asked, and the text. DELETE leaves bytes in a table's file and only a rewrite removes them, so this
-- table is split by quarter: old quarters can be rewritten while new inquiries go into the current one.
CREATE TABLE inquiry_content (
    inquiry_id uuid NOT NULL REFERENCES inquiry (id) ON DELETE CASCADE,
    received_on date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
    first_name text NOT NULL CHECK (is_line(first_name, 50)),
    last_name text NOT NULL CHECK (is_line(last_name, 50)),
    company text NOT NULL CHECK (is_line(company, 100)),
    email text NOT NULL CHECK (is_line(email, 255) AND email ~ '^[!-?A-~]+@[!-?A-~]+$'),
    email_key text NOT NULL CHECK (is_line(email_key, 255)),
    country text CHECK (is_line(country, 56)),
    phone text CHECK (is_line(phone, 40) AND utf16_length(phone) >= 5),
    message text NOT NULL CHECK (
        message <> '' AND utf16_length(message) <= 1000 AND message !~ '[\u0001-\u0008\u000B-\u001F\u007F-\u009F]'
    ),
    -- Only for the cap on unverified inquiries; the hygiene schedule empties it after an hour.
    client_network cidr,
    PRIMARY KEY (inquiry_id, received_on)
) PARTITION BY RANGE (received_on);
CREATE INDEX inquiry_content_email_key ON inquiry_content (email_key);

-- Takes what no quarter takes: an inquiry is never refused because a partition is missing.
CREATE TABLE inquiry_content_default PARTITION OF inquiry_content DEFAULT;

-- Statistics hold values after their rows are gone, so none are kept of personal columns.
CREATE FUNCTION forget_statistics(content regclass) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['first_name', 'last_name', 'company', 'email', 'email_key', 'country', 'phone',
                                'message', 'client_network'] LOOP
        EXECUTE format('ALTER TABLE %s ALTER %I SET STATISTICS 0', content, name);
    END LOOP;
END
$$;

-- Creates the partitions of this quarter and the next two where they are missing. That needs the parent table for
-- itself, and who waits for it holds up every inquiry: behind a dump it gives up, for the next run to try again.
CREATE FUNCTION create_content_partitions() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
    first_day date;
    name text;
    created integer := 0;
BEGIN
    FOR ahead IN 0..2 LOOP
        first_day := date_trunc('quarter', now() AT TIME ZONE 'UTC') + ahead * interval '3 months';
        name := to_char(first_day, '"inquiry_content_"YYYY"q"Q');
        CONTINUE WHEN to_regclass(name) IS NOT NULL;
        BEGIN
            EXECUTE format('CREATE TABLE %I PARTITION OF inquiry_content FOR VALUES FROM (%L) TO (%L)',
                           name, first_day, (first_day + interval '3 months')::date);
            PERFORM forget_statistics(name::regclass);
            created := created + 1;
        EXCEPTION
            WHEN check_violation OR duplicate_table THEN
                -- The default partition holds rows of that quarter, or another process was faster: both are fine.
                NULL;
            WHEN lock_not_available THEN
                RETURN created;
        END;
    END LOOP;
    RETURN created;
END
$$;
SELECT forget_statistics('inquiry_content'), forget_statistics('inquiry_content_default');
SELECT create_content_partitions();

CREATE TABLE outbox (
    id uuid PRIMARY KEY,
    inquiry_id uuid NOT NULL REFERENCES inquiry (id) ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('notification', 'auto_reply')),
    recipient text CHECK (is_line(recipient, 255)),
    message_id text UNIQUE CHECK (is_line(message_id, 250)),
    state text NOT NULL DEFAULT 'ready'
        CHECK (state IN ('ready', 'sending', 'sent', 'retry', 'ambiguous', 'failed', 'suppressed')),
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    crashes smallint NOT NULL DEFAULT 0 CHECK (crashes >= 0),
    ambiguities smallint NOT NULL DEFAULT 0 CHECK (ambiguities >= 0),
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    lease_holder uuid,
    lease_until timestamptz,
    first_attempt_at timestamptz,
    data_at timestamptz,
    finished_at timestamptz,
    -- A code of our own, so that no server's text (which may hold an address) can be stored.
    last_code text CHECK (last_code ~ '^[a-z0-9_]{1,40}$'),
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE NULLS NOT DISTINCT (inquiry_id, kind, recipient),
    -- An auto-reply goes to the inquiry's own address and nowhere else.
    CHECK ((kind = 'auto_reply') = (recipient IS NULL)),
    CHECK ((state = 'sending') = (lease_holder IS NOT NULL)),
    CHECK ((lease_holder IS NULL) = (lease_until IS NULL)),
    -- What has been begun has its Message-ID.
    CHECK (first_attempt_at IS NULL OR message_id IS NOT NULL),
    CHECK ((state IN ('sent', 'failed', 'suppressed')) = (finished_at IS NOT NULL) OR state = 'ambiguous')
);
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE state IN ('ready', 'retry', 'ambiguous');
-- States change by the thousand within seconds, so statistics of them are wrong when it matters. Without any, the
-- planner expects many due rows and walks the index in its order; with stale ones it would sort all due rows a claim.
ALTER TABLE outbox ALTER state SET STATISTICS 0;
CREATE INDEX outbox_leased ON outbox (lease_until) WHERE state = 'sending';
CREATE INDEX outbox_auto_replies ON outbox (first_attempt_at) WHERE kind = 'auto_reply';

-- The application's role: rows only, no schema changes, no way to write what the database derives.
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public, apalis TO inquiry_app, inquiry_compliance;
GRANT EXECUTE ON FUNCTION utf16_length(text), is_line(text, integer) TO inquiry_app, inquiry_compliance;
GRANT SELECT ON seaql_migrations TO inquiry_app, inquiry_compliance;
GRANT SELECT ON apalis._sqlx_migrations TO inquiry_app, inquiry_compliance;
GRANT SELECT, INSERT, UPDATE, DELETE ON apalis.jobs, apalis.workers TO inquiry_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA apalis TO inquiry_app;
REVOKE ALL ON FUNCTION forget_statistics(regclass), create_content_partitions() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_content_partitions() TO inquiry_app;
-- By column: when an inquiry was received and last touched is the database's to say, or retention could be lengthened.
GRANT SELECT ON inquiry, inquiry_content, outbox TO inquiry_app;
GRANT INSERT (id, reference, idempotency_key, token_digest, contact_reason, program, desired_consultants, consent,
              gdpr_consent, policy_digest, consent_digest, gdpr_consent_digest, bot_check) ON inquiry TO inquiry_app;
GRANT INSERT (inquiry_id, first_name, last_name, company, email, email_key, country, phone, message, client_network)
    ON inquiry_content TO inquiry_app;
GRANT INSERT (id, inquiry_id, kind, recipient) ON outbox TO inquiry_app;
GRANT UPDATE (last_contact_at) ON inquiry TO inquiry_app;
GRANT UPDATE (client_network) ON inquiry_content TO inquiry_app;
GRANT UPDATE (message_id, state, attempts, crashes, ambiguities, next_attempt_at, lease_holder, lease_until,
              first_attempt_at, data_at, finished_at, last_code) ON outbox TO inquiry_app;
GRANT SELECT ON inquiry, inquiry_content, outbox TO inquiry_compliance;

-- From the second it expires, an inquiry and all that belongs to it does not exist for the application,
-- whether or not any process runs. Nor can the application date a contact into the future.
ALTER TABLE inquiry ENABLE ROW LEVEL SECURITY;
ALTER TABLE inquiry_content ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
CREATE POLICY alive ON inquiry TO inquiry_app
    USING (expires_at > statement_timestamp())
    WITH CHECK (expires_at > statement_timestamp() AND last_contact_at <= statement_timestamp());
-- A child is written in the statement that writes its inquiry, so a policy on INSERT could not see that yet;
-- the foreign key holds it instead. A scalar subquery rather than EXISTS: the planner would turn that into a hash of
-- the whole inquiry table, built anew by every statement that wants a single row.
CREATE POLICY written ON inquiry_content FOR INSERT TO inquiry_app WITH CHECK (true);
CREATE POLICY alive ON inquiry_content FOR SELECT TO inquiry_app
    USING ((SELECT true FROM inquiry WHERE inquiry.id = inquiry_id));
CREATE POLICY changed ON inquiry_content FOR UPDATE TO inquiry_app
    USING ((SELECT true FROM inquiry WHERE inquiry.id = inquiry_id));
CREATE POLICY written ON outbox FOR INSERT TO inquiry_app WITH CHECK (true);
CREATE POLICY alive ON outbox FOR SELECT TO inquiry_app
    USING ((SELECT true FROM inquiry WHERE inquiry.id = inquiry_id));
CREATE POLICY changed ON outbox FOR UPDATE TO inquiry_app
    USING ((SELECT true FROM inquiry WHERE inquiry.id = inquiry_id));
-- Compliance sees all.
CREATE POLICY all_rows ON inquiry FOR SELECT TO inquiry_compliance USING (true);
CREATE POLICY all_rows ON inquiry_content FOR SELECT TO inquiry_compliance USING (true);
CREATE POLICY all_rows ON outbox FOR SELECT TO inquiry_compliance USING (true);
