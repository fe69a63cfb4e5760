-- A contact becomes a fact, and the application's access becomes narrow: what it writes has a form and a length, and what
-- it cannot be refused leaves a trace.
SET LOCAL lock_timeout = '5s';

-- Contacts after the inquiry itself, which is the first. `source` is the row that the contact is: a stored message, a
-- delivered answer.
CREATE TABLE contact (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    inquiry_id uuid NOT NULL REFERENCES inquiry (id) ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('answer', 'message')),
    source uuid NOT NULL,
    at timestamptz NOT NULL,
    UNIQUE (kind, source)
);
CREATE INDEX contact_inquiry ON contact (inquiry_id);
ALTER TABLE contact ENABLE ROW LEVEL SECURITY;
CREATE POLICY alive ON contact FOR SELECT TO inquiry_app
    USING ((SELECT true FROM inquiry WHERE inquiry.id = inquiry_id));
CREATE POLICY all_rows ON contact FOR SELECT TO inquiry_compliance USING (true);
GRANT SELECT ON contact TO inquiry_app, inquiry_compliance;

-- Whether a stored row is this contact. The step that creates a table of messages or answers replaces this function;
-- until then there is no contact that anybody could claim.
CREATE FUNCTION is_contact(inquiry uuid, contact_kind text, contact_source uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$ SELECT false $$;

-- Moves the last contact of an inquiry to now. False: the inquiry has expired, or this source was counted before.
CREATE FUNCTION record_contact(inquiry_key uuid, contact_kind text, contact_source uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    expiry timestamptz;
    contacted_at timestamptz;
BEGIN
    SELECT expires_at INTO expiry FROM inquiry WHERE id = inquiry_key FOR UPDATE;
    -- After the wait for the lock: a transaction that began in time must not bring the inquiry back.
    contacted_at := clock_timestamp();
    IF expiry IS NULL OR expiry <= contacted_at THEN
        RETURN false;
    END IF;
    IF is_contact(inquiry_key, contact_kind, contact_source) IS NOT TRUE THEN
        RAISE EXCEPTION 'no stored % is this contact', contact_kind USING ERRCODE = 'FW009';
    END IF;
    INSERT INTO contact (inquiry_id, kind, source, at) VALUES (inquiry_key, contact_kind, contact_source, contacted_at)
        ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    UPDATE inquiry SET last_contact_at = contacted_at WHERE id = inquiry_key AND last_contact_at < contacted_at;
    RETURN true;
END
$$;
REVOKE ALL ON FUNCTION is_contact(uuid, text, uuid), record_contact(uuid, text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_contact(uuid, text, uuid) TO inquiry_app;
-- Without it, the application cannot lock a row of `inquiry` against the purge either.
REVOKE UPDATE (last_contact_at) ON inquiry FROM inquiry_app;
-- The clock at each look: statement_timestamp() stands still in a long statement or a DO block.
ALTER POLICY alive ON inquiry USING (expires_at > clock_timestamp())
    WITH CHECK (expires_at > clock_timestamp() AND last_contact_at <= clock_timestamp());

-- Entries that a process appends itself: codes, numbers, times and random ids, nothing else, and nothing long.
CREATE FUNCTION is_ledger_detail(value jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT octet_length(value::text) <= 20000 AND NOT EXISTS (
        SELECT FROM jsonb_path_query(value, 'strict $.**') AS part
        WHERE jsonb_typeof(part) = 'string' AND part #>> '{}' !~
                  '^([a-z0-9_.-]{0,40}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9TZ:.+-]{10,35}|[0-9a-f]{64})$'
           OR jsonb_typeof(part) = 'object' AND EXISTS (
                  SELECT FROM jsonb_object_keys(part) AS key WHERE key !~ '^[a-z_]{1,40}$'
              )
    )
$$;
-- A month's report is recorded once, after the month has ended; the next report lists when it was.
CREATE FUNCTION is_report_entry(value jsonb) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN value ->> 'report' ~ '^report\.20[0-9]{2}-(0[1-9]|1[0-2])$' THEN
        value - 'report' - 'head_seq' = '{}' AND jsonb_typeof(value -> 'head_seq') = 'number'
        AND to_date(substr(value ->> 'report', 8), 'YYYY-MM') + interval '1 month' <= now() AT TIME ZONE 'UTC'
        AND NOT EXISTS (SELECT FROM ledger WHERE kind = 'report' AND detail ->> 'report' = value ->> 'report')
    ELSE false END
$$;
REVOKE ALL ON FUNCTION is_ledger_detail(jsonb), is_report_entry(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_ledger_detail(jsonb) TO inquiry_app, inquiry_compliance;
GRANT EXECUTE ON FUNCTION is_report_entry(jsonb) TO inquiry_app;
-- The trigger chains the entry before this is checked, so it sees the row that is written.
ALTER POLICY reported ON ledger WITH CHECK (CASE kind
    WHEN 'report' THEN is_report_entry(detail)
    WHEN 'failure' THEN is_ledger_detail(detail) AND detail ?& ARRAY['run', 'code'] AND detail - 'run' - 'code' = '{}'
        AND octet_length(detail::text) <= 150
    ELSE false
END);
-- Which kinds there are is decided by these two policies and by the functions that append, no longer by a list.
ALTER TABLE ledger DROP CONSTRAINT ledger_kind_check, ADD CONSTRAINT ledger_kind_form CHECK (kind ~ '^[a-z_]{1,30}$');
ALTER POLICY recorded ON ledger
    WITH CHECK (kind IN ('report', 'failure', 'export', 'request', 'read') AND is_ledger_detail(detail));

-- Marking a request as reminded is an entry, is dated by the database, and happens only when it is due.
CREATE FUNCTION record_reminder() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF OLD.reminded_at IS NOT NULL OR NEW.closed_at IS NOT NULL OR NEW.reminded_at IS NULL
        OR OLD.received_at > now() - interval '20 days' THEN
        RAISE EXCEPTION 'no reminder of this request is due' USING ERRCODE = 'FW009';
    END IF;
    NEW.reminded_at := clock_timestamp();
    INSERT INTO ledger (kind, detail) VALUES ('reminder', jsonb_build_object('request', NEW.id));
    RETURN NEW;
END
$$;
-- Before the first row is locked: everything that records takes this lock first.
CREATE FUNCTION lock_retention_first() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM lock_retention();
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION record_reminder(), lock_retention_first() FROM PUBLIC;
CREATE TRIGGER lock_first BEFORE UPDATE OF reminded_at ON data_subject_request
    FOR EACH STATEMENT EXECUTE FUNCTION lock_retention_first();
CREATE TRIGGER reminder BEFORE UPDATE OF reminded_at ON data_subject_request
    FOR EACH ROW WHEN (NEW.reminded_at IS DISTINCT FROM OLD.reminded_at) EXECUTE FUNCTION record_reminder();

-- The addresses that notifications went to, as SHA-256: which ones are right is a setting of the api, which the database
-- does not know. A new one is counted in the ledger by the next purge.
CREATE TABLE notified_address (
    digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
    is_recorded boolean NOT NULL DEFAULT false
);
CREATE INDEX notified_address_new ON notified_address (digest) WHERE NOT is_recorded;
INSERT INTO notified_address (digest, is_recorded)
    SELECT DISTINCT sha256(convert_to(recipient, 'UTF8')), true FROM outbox WHERE recipient IS NOT NULL;
CREATE FUNCTION note_addresses() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO notified_address (digest)
        SELECT DISTINCT sha256(convert_to(recipient, 'UTF8')) AS digest FROM stored
        WHERE recipient IS NOT NULL
          AND NOT EXISTS (SELECT FROM notified_address WHERE digest = sha256(convert_to(stored.recipient, 'UTF8')))
        ORDER BY digest
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION note_addresses() FROM PUBLIC;
CREATE TRIGGER note_addresses AFTER INSERT ON outbox REFERENCING NEW TABLE AS stored
    FOR EACH STATEMENT EXECUTE FUNCTION note_addresses();
GRANT SELECT ON notified_address TO inquiry_compliance;

-- A job names an outbox row or a run, a worker its queue; no text fits. A job's result is what the runner wrote.
CREATE FUNCTION is_job(job bytea, job_type text, key text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT job_type ~ '^[a-z_-]{1,20}$' AND octet_length(job) <= 200
        AND encode(job, 'escape') ~
            '^\{("[a-z_]{1,20}": ?"([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z_-]{1,20}|[0-9TZ:.+-]{10,35})",? ?)+\}$'
        AND (key IS NULL OR key ~ '^[a-z_-]{1,20}:[0-9A-Za-z:.+_-]{1,100}$')
$$;
CREATE FUNCTION is_job_result(status text, result jsonb, metadata text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT status ~ '^[A-Za-z]{1,20}$' AND (metadata IS NULL OR metadata = '')
        AND (result IS NULL OR octet_length(result::text) <= 300 AND strpos(result::text, '@') = 0)
$$;
CREATE FUNCTION is_worker(id text, worker_type text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT id ~ '^[a-z_]{1,20}-[0-9A-HJKMNP-TV-Z]{26}$' AND worker_type ~ '^[a-z_]{1,20}$'
$$;
-- The library stores names of Rust types, which only its board shows.
CREATE FUNCTION blank_worker() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.storage_name := 'postgres';
    NEW.layers := '';
    RETURN NEW;
END
$$;
CREATE TRIGGER blank BEFORE INSERT OR UPDATE ON apalis.workers FOR EACH ROW EXECUTE FUNCTION blank_worker();
REVOKE ALL ON FUNCTION is_job(bytea, text, text), is_job_result(text, jsonb, text), is_worker(text, text),
    blank_worker() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_job(bytea, text, text), is_job_result(text, jsonb, text),
    is_worker(text, text) TO inquiry_app;
REVOKE UPDATE ON apalis.jobs FROM inquiry_app;
GRANT UPDATE (status, attempts, max_attempts, run_at, priority, last_result, lock_at, lock_by, done_at) ON apalis.jobs
    TO inquiry_app;
ALTER TABLE apalis.jobs ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON apalis.jobs FOR SELECT TO inquiry_app, inquiry_compliance USING (true);
CREATE POLICY removed ON apalis.jobs FOR DELETE TO inquiry_app USING (true);
CREATE POLICY written ON apalis.jobs FOR INSERT TO inquiry_app
    WITH CHECK (is_job(job, job_type, idempotency_key) AND is_job_result(status, last_result, metadata::text));
CREATE POLICY changed ON apalis.jobs FOR UPDATE TO inquiry_app USING (true)
    WITH CHECK (is_job_result(status, last_result, metadata::text));
ALTER TABLE apalis.workers ENABLE ROW LEVEL SECURITY;
CREATE POLICY form ON apalis.workers TO inquiry_app USING (true)
    WITH CHECK (is_worker(id, worker_type));
