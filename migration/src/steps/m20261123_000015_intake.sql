-- Mail in: one row for each mail that reached us, its bytes for 30 days, and the messages of an inquiry's conversation.
SET LOCAL lock_timeout = '5s';
SELECT lock_retention();

-- Each mail and what became of it. No personal data: the row outlives an erasure, so that no mail is taken in again.
CREATE TABLE intake (
    id uuid PRIMARY KEY,
    way text NOT NULL CHECK (way IN ('lmtp', 'pipe', 'imap')),
    -- Keyed digests, of the delivery and of the mail's content.
    source_key bytea NOT NULL UNIQUE CHECK (octet_length(source_key) = 32),
    digest bytea NOT NULL CHECK (octet_length(digest) = 32),
    size integer NOT NULL CHECK (size >= 0),
    -- More than one: the sender did not see our confirmation and delivered again.
    deliveries integer NOT NULL DEFAULT 1 CHECK (deliveries >= 1),
    accepted_at timestamptz NOT NULL DEFAULT now(),
    state text NOT NULL DEFAULT 'accepted' CHECK (state IN ('accepted', 'settling', 'settled')),
    fate text CHECK (fate IN ('reply', 'new', 'command', 'bounce', 'machine', 'duplicate', 'quarantined', 'dropped')),
    rule text CHECK (rule ~ '^[a-z0-9_]{1,40}$'),
    auth text CHECK (auth IN ('pass', 'internal', 'confirmed', 'none', 'fail')),
    inquiry_id uuid REFERENCES inquiry (id) ON DELETE SET NULL,
    -- The mail of ours that it is about.
    outbox_id uuid,
    claims integer NOT NULL DEFAULT 0 CHECK (claims >= 0),
    crashes smallint NOT NULL DEFAULT 0 CHECK (crashes >= 0),
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    lease_holder uuid,
    lease_until timestamptz,
    settled_at timestamptz,
    CHECK ((state = 'settling') = (lease_holder IS NOT NULL)),
    CHECK ((lease_holder IS NULL) = (lease_until IS NULL)),
    CHECK ((state = 'settled') = (fate IS NOT NULL)),
    CHECK ((state = 'settled') = (settled_at IS NOT NULL))
);
CREATE INDEX intake_open ON intake (next_attempt_at) WHERE state <> 'settled';
CREATE INDEX intake_digest ON intake (digest);
CREATE INDEX intake_inquiry ON intake (inquiry_id) WHERE inquiry_id IS NOT NULL;
CREATE INDEX intake_quarantined ON intake (accepted_at) WHERE fate = 'quarantined';
CREATE INDEX intake_accepted_at ON intake (accepted_at);
ALTER TABLE intake ALTER state SET STATISTICS 0;

-- The mails as they came, with their envelopes. Split by week: what is 30 days old goes by dropping its week.
CREATE TABLE raw_mail (
    intake_id uuid NOT NULL REFERENCES intake (id) ON DELETE CASCADE,
    accepted_on date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
    inquiry_id uuid REFERENCES inquiry (id) ON DELETE CASCADE,
    -- NULL: unknown; empty: the null path.
    envelope_from text CHECK (utf16_length(envelope_from) <= 320),
    recipients text[] NOT NULL,
    -- Of everybody whom the mail names as sender or recipient, for searches by address.
    address_keys text[] NOT NULL DEFAULT '{}',
    raw bytea NOT NULL,
    PRIMARY KEY (intake_id, accepted_on)
) PARTITION BY RANGE (accepted_on);
-- Base64 does not get smaller.
ALTER TABLE raw_mail ALTER raw SET STORAGE EXTERNAL;
CREATE INDEX raw_mail_inquiry ON raw_mail (inquiry_id) WHERE inquiry_id IS NOT NULL;
CREATE TABLE raw_mail_default PARTITION OF raw_mail DEFAULT;

-- What was written in an inquiry's conversation. Split by quarter, as inquiry_content is.
CREATE TABLE message (
    id uuid NOT NULL,
    received_on date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
    inquiry_id uuid NOT NULL REFERENCES inquiry (id) ON DELETE CASCADE,
    intake_id uuid,
    received_at timestamptz NOT NULL DEFAULT now(),
    party text NOT NULL CHECK (party IN ('visitor', 'consultant', 'other', 'system')),
    is_machine boolean NOT NULL,
    author text NOT NULL CHECK (is_line(author, 320)),
    author_key text NOT NULL CHECK (is_line(author_key, 320)),
    copied_keys text[] NOT NULL DEFAULT '{}',
    message_id text CHECK (is_line(message_id, 998)),
    subject text NOT NULL DEFAULT '' CHECK (utf16_length(subject) <= 998),
    body text NOT NULL,
    -- What the author newly wrote, without quotes and signature.
    new_text text NOT NULL,
    -- Name, type, size and SHA-256 of each attachment.
    files jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (id, received_on)
) PARTITION BY RANGE (received_on);
CREATE INDEX message_inquiry ON message (inquiry_id);
CREATE INDEX message_author_key ON message (author_key);
CREATE INDEX message_intake ON message (intake_id);
CREATE TABLE message_default PARTITION OF message DEFAULT;

-- What a hold keeps after its inquiry's expiry, out of the application's reach.
CREATE TABLE held_message (LIKE message INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (id));
ALTER TABLE held_message ADD FOREIGN KEY (inquiry_id) REFERENCES inquiry (id) ON DELETE CASCADE;
CREATE INDEX held_message_inquiry ON held_message (inquiry_id);
CREATE INDEX held_message_author_key ON held_message (author_key);
CREATE VIEW compliance.message AS SELECT * FROM public.message UNION ALL SELECT * FROM public.held_message;
GRANT SELECT ON compliance.message TO inquiry_compliance;

CREATE FUNCTION forget_mail_statistics(content regclass) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT attname FROM pg_attribute WHERE attrelid = content AND attname IN (
        'envelope_from', 'recipients', 'address_keys', 'raw', 'author', 'author_key', 'copied_keys', 'message_id',
        'subject', 'body', 'new_text', 'files'
    ) LOOP
        EXECUTE format('ALTER TABLE %s ALTER %I SET STATISTICS 0', content, name);
    END LOOP;
END
$$;
SELECT forget_mail_statistics(name::regclass)
FROM unnest(ARRAY['raw_mail', 'raw_mail_default', 'message', 'message_default', 'held_message']) AS name;

-- Creates the partitions of the next weeks and quarters where they are missing, and drops weeks of raw mail that are over
-- for 30 days. Behind a dump it gives up, for the next run to try again. Returns the changes.
CREATE FUNCTION turn_mail_partitions() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
    today date := (now() AT TIME ZONE 'UTC')::date;
    wanted record;
    changes integer := 0;
BEGIN
    FOR wanted IN
        SELECT 'raw_mail' AS parent, to_char(first, '"raw_mail_"IYYY"w"IW') AS name, first::date, (first + interval '7 days')::date AS next
        FROM generate_series(date_trunc('week', today::timestamp), today + 21, interval '7 days') AS first
        UNION ALL
        SELECT 'message', to_char(first, '"message_"YYYY"q"Q'), first::date, (first + interval '3 months')::date
        FROM generate_series(date_trunc('quarter', today::timestamp), today + interval '6 months', interval '3 months') AS first
    LOOP
        CONTINUE WHEN to_regclass(wanted.name) IS NOT NULL;
        BEGIN
            EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
                           wanted.name, wanted.parent, wanted.first, wanted.next);
            PERFORM forget_mail_statistics(wanted.name::regclass);
            changes := changes + 1;
        EXCEPTION
            WHEN check_violation OR duplicate_table THEN NULL;
            WHEN lock_not_available THEN RETURN changes;
        END;
    END LOOP;
    FOR wanted IN
        SELECT inhrelid::regclass::text AS name FROM pg_inherits
        WHERE inhparent = 'raw_mail'::regclass AND inhrelid <> 'raw_mail_default'::regclass
          AND to_date(substr(inhrelid::regclass::text, 10), 'IYYY"w"IW') + 7 <= today - 30
    LOOP
        BEGIN
            EXECUTE format('DROP TABLE %I', wanted.name);
            changes := changes + 1;
        EXCEPTION WHEN lock_not_available THEN RETURN changes;
        END;
    END LOOP;
    -- Rows that found no week.
    IF EXISTS (SELECT FROM raw_mail_default WHERE accepted_on <= today - 37) THEN
        DELETE FROM raw_mail_default WHERE accepted_on <= today - 37;
        INSERT INTO ledger (kind, detail) VALUES ('set_aside', '{"tables": ["raw_mail_default"]}');
        changes := changes + 1;
    END IF;
    RETURN changes;
END
$$;
SELECT turn_mail_partitions();

-- Rights: the application stores and reads what is alive; it deletes nothing and dates nothing.
ALTER TABLE intake ENABLE ROW LEVEL SECURITY;
ALTER TABLE raw_mail ENABLE ROW LEVEL SECURITY;
ALTER TABLE message ENABLE ROW LEVEL SECURITY;
CREATE POLICY all_rows ON intake TO inquiry_app USING (true) WITH CHECK (true);
CREATE POLICY written ON raw_mail FOR INSERT TO inquiry_app WITH CHECK (true);
CREATE POLICY alive ON raw_mail FOR SELECT TO inquiry_app USING (
    accepted_on > (clock_timestamp() AT TIME ZONE 'UTC')::date - 30
    AND (inquiry_id IS NULL OR (SELECT true FROM inquiry WHERE inquiry.id = inquiry_id))
);
CREATE POLICY changed ON raw_mail FOR UPDATE TO inquiry_app USING (true);
CREATE POLICY written ON message FOR INSERT TO inquiry_app WITH CHECK (true);
CREATE POLICY alive ON message FOR SELECT TO inquiry_app
    USING ((SELECT true FROM inquiry WHERE inquiry.id = inquiry_id));
CREATE POLICY all_rows_for_compliance ON intake FOR SELECT TO inquiry_compliance USING (true);
CREATE POLICY all_rows ON raw_mail FOR SELECT TO inquiry_compliance USING (true);
CREATE POLICY all_rows ON message FOR SELECT TO inquiry_compliance USING (true);
GRANT SELECT ON intake, raw_mail, message TO inquiry_app, inquiry_compliance;
GRANT SELECT ON held_message TO inquiry_compliance;
GRANT INSERT (id, way, source_key, digest, size) ON intake TO inquiry_app;
GRANT UPDATE (deliveries, state, fate, rule, auth, inquiry_id, outbox_id, claims, crashes, next_attempt_at,
              lease_holder, lease_until, settled_at) ON intake TO inquiry_app;
GRANT INSERT (intake_id, envelope_from, recipients, address_keys, raw) ON raw_mail TO inquiry_app;
GRANT UPDATE (inquiry_id, address_keys) ON raw_mail TO inquiry_app;
GRANT INSERT (id, inquiry_id, intake_id, party, is_machine, author, author_key, copied_keys, message_id, subject, body,
              new_text, files) ON message TO inquiry_app;

-- A contact is a mail that the visitor's own hand wrote: stored as a reply, and not by a program.
CREATE OR REPLACE FUNCTION is_contact(inquiry uuid, contact_kind text, contact_source uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
    SELECT contact_kind = 'message' AND EXISTS (
        SELECT FROM message JOIN intake ON intake.id = intake_id
        WHERE message.id = contact_source AND message.inquiry_id = is_contact.inquiry
          AND party = 'visitor' AND NOT is_machine AND fate = 'reply'
    )
$$;

-- Retention: a message is held, set aside, removed and rewritten as its inquiry is.
CREATE OR REPLACE VIEW held_inquiry AS
    SELECT inquiry_id FROM legal_hold WHERE inquiry_id IS NOT NULL AND released_at IS NULL AND ends_at > now()
    UNION
    SELECT content.inquiry_id FROM legal_hold JOIN compliance.inquiry_content AS content USING (email_key)
    WHERE released_at IS NULL AND ends_at > now()
    UNION
    SELECT message.inquiry_id FROM legal_hold JOIN compliance.message ON author_key = email_key
    WHERE released_at IS NULL AND ends_at > now();

ALTER FUNCTION set_aside_held() RENAME TO set_aside_held_content;
CREATE FUNCTION set_aside_held() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    moved bigint;
    touched text[];
BEGIN
    PERFORM set_aside_held_content();
    WITH gone AS (
        DELETE FROM message USING inquiry
        WHERE inquiry.id = message.inquiry_id AND expires_at <= clock_timestamp()
          AND inquiry.id IN (SELECT inquiry_id FROM held_inquiry)
        RETURNING message.*, message.tableoid::regclass::text AS part
    ), kept AS (
        INSERT INTO held_message (id, received_on, inquiry_id, intake_id, received_at, party, is_machine, author,
                                  author_key, copied_keys, message_id, subject, body, new_text, files)
        SELECT id, received_on, inquiry_id, intake_id, received_at, party, is_machine, author, author_key, copied_keys,
            message_id, subject, body, new_text, files FROM gone
    )
    SELECT count(*), array_agg(DISTINCT part) INTO moved, touched FROM gone;
    IF moved > 0 THEN
        INSERT INTO ledger (kind, detail)
            VALUES ('set_aside', jsonb_build_object('message', moved, 'tables', touched));
    END IF;
END
$$;

-- Removes messages and raw mails: of inquiries, or single ones. Returns what went, and which files still have the bytes.
CREATE FUNCTION remove_mails(inquiries uuid[], messages uuid[], mails uuid[]) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    texts bigint := 0;
    held bigint;
    raws bigint;
    parts text[];
    touched text[] := '{}';
BEGIN
    WITH gone AS (
        DELETE FROM message WHERE inquiry_id = ANY (inquiries) OR id = ANY (messages)
        RETURNING tableoid::regclass::text AS part
    ) SELECT count(*), coalesce(array_agg(DISTINCT part), '{}') INTO texts, parts FROM gone;
    touched := touched || parts;
    DELETE FROM held_message WHERE inquiry_id = ANY (inquiries) OR id = ANY (messages);
    GET DIAGNOSTICS held = ROW_COUNT;
    IF held > 0 THEN
        touched := touched || 'held_message'::text;
    END IF;
    WITH gone AS (
        DELETE FROM raw_mail WHERE inquiry_id = ANY (inquiries) OR intake_id = ANY (mails)
        RETURNING tableoid::regclass::text AS part
    ) SELECT count(*), coalesce(array_agg(DISTINCT part), '{}') INTO raws, parts FROM gone;
    RETURN jsonb_build_object('message', texts + held, 'raw_mail', raws, 'tables', to_jsonb(touched || parts));
END
$$;

ALTER FUNCTION remove_inquiries(uuid[]) RENAME TO remove_inquiry_rows;
CREATE FUNCTION remove_inquiries(ids uuid[]) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    mails jsonb := remove_mails(ids, '{}', '{}');
    counts jsonb := remove_inquiry_rows(ids);
    touched jsonb := coalesce(counts -> 'tables', '[]') || (mails -> 'tables');
BEGIN
    RETURN counts || (mails - 'tables')
        || CASE WHEN touched = '[]' THEN '{}' ELSE jsonb_build_object('tables', touched) END;
END
$$;

-- The inquiries of an address, what it wrote in others' conversations, and raw mails that name it. What a hold keeps
-- stays; a copy's address goes, the message of its author stays.
CREATE OR REPLACE FUNCTION erase_person(address_key text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '10s' AS $$
DECLARE
    wanted uuid[];
    erasable uuid[];
    kept integer;
    holds bigint;
    closed uuid[] := '{}';
    foreign_messages uuid[];
    raw_mails uuid[];
    others jsonb;
    counts jsonb;
BEGIN
    PERFORM lock_retention();
    wanted := ARRAY(SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = address_key);
    erasable := ARRAY(SELECT id FROM unnest(wanted) AS id WHERE id NOT IN (SELECT inquiry_id FROM held_inquiry));
    kept := cardinality(wanted) - cardinality(erasable);
    counts := remove_inquiries(erasable);
    foreign_messages := ARRAY(
        SELECT id FROM compliance.message
        WHERE author_key = address_key AND inquiry_id NOT IN (SELECT inquiry_id FROM held_inquiry)
    );
    raw_mails := ARRAY(
        SELECT intake_id FROM raw_mail
        WHERE address_key = ANY (address_keys)
          AND (inquiry_id IS NULL OR inquiry_id NOT IN (SELECT inquiry_id FROM held_inquiry))
    );
    others := remove_mails('{}', foreign_messages, raw_mails);
    UPDATE message SET copied_keys = array_remove(copied_keys, address_key)
    WHERE address_key = ANY (copied_keys) AND inquiry_id NOT IN (SELECT inquiry_id FROM held_inquiry);
    IF FOUND THEN
        others := jsonb_set(others, '{tables}', (others -> 'tables') || (
            SELECT jsonb_agg(inhrelid::regclass::text) FROM pg_inherits WHERE inhparent = 'message'::regclass
        ));
    END IF;
    kept := kept + (SELECT count(DISTINCT inquiry_id) FROM compliance.message
                    WHERE author_key = address_key AND inquiry_id <> ALL (wanted));
    DELETE FROM legal_hold
    WHERE (email_key = address_key OR inquiry_id = ANY (erasable)) AND (released_at IS NOT NULL OR ends_at <= now());
    GET DIAGNOSTICS holds = ROW_COUNT;
    IF kept = 0 THEN
        IF NOT EXISTS (
            SELECT FROM data_subject_request WHERE email_key = address_key AND kind = 'erasure'
        ) THEN
            INSERT INTO data_subject_request (kind, closed_at) VALUES ('erasure', now());
        END IF;
        WITH answered AS (
            UPDATE data_subject_request SET closed_at = now(), email_key = NULL
            WHERE email_key = address_key RETURNING id
        ) SELECT coalesce(array_agg(id), '{}') INTO closed FROM answered;
    END IF;
    counts := counts || jsonb_build_object(
        'ids', to_jsonb(erasable), 'kept', kept, 'legal_hold', holds, 'requests', to_jsonb(closed),
        'messages', to_jsonb(foreign_messages), 'mails', to_jsonb(raw_mails),
        'message', (counts ->> 'message')::bigint + (others ->> 'message')::bigint,
        'raw_mail', (counts ->> 'raw_mail')::bigint + (others ->> 'raw_mail')::bigint,
        'tables', coalesce(counts -> 'tables', '[]') || (others -> 'tables')
            || CASE WHEN holds > 0 THEN '["legal_hold"]'::jsonb ELSE '[]' END
            || CASE WHEN closed <> '{}' THEN '["data_subject_request"]'::jsonb ELSE '[]' END
    );
    INSERT INTO ledger (kind, detail) VALUES ('erasure', counts);
    RETURN counts;
END
$$;

-- Which tables a rewrite may take: these, and the partitions of what is split.
CREATE OR REPLACE FUNCTION reclaim_table(name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    primary_key text;
BEGIN
    PERFORM lock_retention();
    -- A worker of the previous release may have listed the table by its former name.
    name := current_table_name(name);
    SELECT indexrelid::regclass::text INTO primary_key FROM pg_index
    WHERE indrelid = to_regclass(name) AND indisprimary
      AND (name IN ('inquiry', 'outbox', 'legal_hold', 'data_subject_request', 'unverified_network',
                    'held_content', 'held_message')
           OR EXISTS (SELECT FROM pg_inherits WHERE inhrelid = indrelid AND inhparent IN (
               'inquiry_content'::regclass, 'message'::regclass, 'raw_mail'::regclass
           )));
    IF primary_key IS NULL THEN
        RAISE EXCEPTION '% is not a table that is reclaimed', name USING ERRCODE = 'FW005';
    END IF;
    PERFORM set_config('lock_timeout', '1500ms', true);
    EXECUTE format('CLUSTER %s USING %s', to_regclass(name), primary_key);
    PERFORM set_config('lock_timeout', '0', true);
    INSERT INTO ledger (kind, detail) VALUES ('reclaim', jsonb_build_object('table', name));
END
$$;
REVOKE ALL ON FUNCTION forget_mail_statistics(regclass), turn_mail_partitions(), set_aside_held(),
    remove_mails(uuid[], uuid[], uuid[]), remove_inquiries(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION turn_mail_partitions() TO inquiry_app;
