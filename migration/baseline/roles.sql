-- What the two logins may do. `inquiry_app` is the api's and the worker's: rows only, no schema changes, no way to write what
-- the database derives, to delete, or to read what a hold keeps. `inquiry_compliance` is the officer's: reads what a person may ask
-- for, and changes rows through functions alone. The file of each function says who may call it; PUBLIC may call none.
-- docs/rights.md has a sentence for each grant.
-- needs: is_of_another_day, is_job, replace_columns, raw_mail_of

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public, apalis TO inquiry_app, inquiry_compliance;
GRANT USAGE ON SCHEMA compliance TO inquiry_compliance;

-- Read. What compliance reads, it sees whole: expired rows, too.
GRANT SELECT ON inquiry, unverified_network, contact, spam_check, outbox, raw_mail, ledger
    TO inquiry_app, inquiry_compliance;
GRANT SELECT ON inquiry_content, participant, message, intake, recent_text, mark_slot, spam_decision, complaint, imap_account, ticket, ticket_event,
    consultant_absence, ticket_message, promise_watch, digest_mail, intake_check, journey, fingerprint_key TO inquiry_app;
GRANT SELECT (id, accepted_at, fate) ON intake TO inquiry_compliance;
GRANT SELECT ON legal_hold, held_inquiry, compliance.inquiry_content, compliance.participant, compliance.message, data_subject_request
    TO inquiry_compliance;
-- For the reminder: which requests fall due, not whose they are.
GRANT SELECT (id, kind, received_at, due_at, reminded_due_at, closed_at, answered_on), UPDATE (reminded_due_at)
    ON data_subject_request TO inquiry_app;

-- Write, by column: when a row was received and last touched is the database's to say, or retention could be lengthened.
GRANT INSERT (id, reference, idempotency_key, token_digest, contact_reason, program, desired_consultants, origin, consent,
              gdpr_consent, policy_digest, consent_digest, gdpr_consent_digest, bot_check,
              language) ON inquiry TO inquiry_app;
GRANT INSERT (inquiry_id, first_name, last_name, company, email, email_key, country, phone, message, client_network),
    UPDATE (client_network) ON inquiry_content TO inquiry_app;
GRANT INSERT (inquiry_id, digest, of_sender) ON recent_text TO inquiry_app;
GRANT INSERT (inquiry_id, points, signs, is_suspected, is_marked) ON spam_check TO inquiry_app;
GRANT UPDATE (taken_at) ON mark_slot TO inquiry_app;
GRANT INSERT (inquiry_id, intake_id, address, address_key, copied_from, copied_until, instead_from),
    UPDATE (copied_from, copied_until, instead_from) ON participant TO inquiry_app;
GRANT INSERT (id, inquiry_id, kind, recipient, over_share, about, last_code, participant, is_copy),
    UPDATE (message_id, state, attempts, crashes, ambiguities, next_attempt_at, lease_holder, lease_until, first_attempt_at,
            data_at, finished_at, last_code, claims, age_from, copies, sent_subject, sent_text) ON outbox TO inquiry_app;
-- Without a day: the daily ones are begun by open_digests().
GRANT INSERT (recipient, about), UPDATE (attempts, next_attempt_at, finished_at, bounced_at) ON digest_mail TO inquiry_app;
GRANT INSERT (address_digest) ON complaint TO inquiry_app;
GRANT INSERT (sealed_by, sealed) ON fingerprint_key TO inquiry_app;
-- accept_mails() stores both.
GRANT UPDATE (deliveries, state, fate, rule, auth, inquiry_id, outbox_id, message_key, claims, crashes, next_attempt_at, lease_holder,
              lease_until, settled_at) ON intake TO inquiry_app;
GRANT UPDATE (inquiry_id, address_keys) ON raw_mail TO inquiry_app;
GRANT INSERT (id, inquiry_id, intake_id, party, is_machine, author, author_key, copied_keys, message_id, subject, body,
              new_text, files) ON message TO inquiry_app;
GRANT INSERT (account_key, lease_holder, lease_until),
    UPDATE (lease_holder, lease_until, uid_validity, counted_to, read_again_below, taken_away, taken_away_at, polled_at,
            problem) ON imap_account TO inquiry_app;
GRANT INSERT (id), UPDATE (came_back_at, way, host, results, is_microsoft, keeps_message_id) ON intake_check TO inquiry_app;
GRANT INSERT (id), UPDATE (digest, posted_at, submission, stored_at, arrived_at, failed, certificate_until) ON journey TO inquiry_app;
-- From the second it expires, an inquiry and all that belongs to it does not exist for the application, whether or not any
-- process runs. Nor can the application date a contact into the future. The clock at each look: statement_timestamp() stands
-- still in a long statement or a DO block.
ALTER TABLE inquiry ENABLE ROW LEVEL SECURITY;
CREATE POLICY alive ON inquiry TO inquiry_app USING (expires_at > clock_timestamp())
    WITH CHECK (expires_at > clock_timestamp() AND last_contact_at <= clock_timestamp());

-- A child is written in the statement that writes its inquiry, so a policy on INSERT could not see that yet; the foreign key
-- holds it instead. A scalar subquery rather than EXISTS: the planner would turn that into a hash of the whole inquiry
-- table, built anew by every statement that wants a single row.
DO $$
DECLARE
    child text;
    is_alive text;
BEGIN
    FOREACH child IN ARRAY ARRAY[
        'inquiry_content', 'participant', 'contact', 'recent_text', 'spam_check', 'outbox', 'message', 'ticket', 'ticket_event'
    ] LOOP
        -- A mail of the worker's own journey has no inquiry.
        is_alive := CASE child WHEN 'outbox' THEN 'inquiry_id IS NULL OR ' ELSE '' END
            || '(SELECT true FROM inquiry WHERE inquiry.id = inquiry_id)';
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', child);
        IF child IN ('inquiry_content', 'participant', 'outbox') THEN
            EXECUTE format('CREATE POLICY changed ON %I FOR UPDATE TO inquiry_app USING (%s)', child, is_alive);
        END IF;
        EXECUTE format('CREATE POLICY alive ON %I FOR SELECT TO inquiry_app USING (%s)', child, is_alive);
    END LOOP;
    FOREACH child IN ARRAY ARRAY['inquiry', 'contact', 'spam_check', 'outbox', 'raw_mail'] LOOP
        EXECUTE format('CREATE POLICY all_rows ON %I FOR SELECT TO inquiry_compliance USING (true)', child);
    END LOOP;
    FOREACH child IN ARRAY ARRAY['intake', 'imap_account', 'intake_check', 'journey', 'digest_mail', 'fingerprint_key'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', child);
        EXECUTE format('CREATE POLICY all_rows ON %I TO inquiry_app USING (true) WITH CHECK (true)', child);
    END LOOP;
    FOREACH child IN ARRAY ARRAY['recent_text', 'spam_check', 'outbox'] LOOP
        EXECUTE format('CREATE POLICY written ON %I FOR INSERT TO inquiry_app WITH CHECK (true)', child);
    END LOOP;
    -- Only with a mail on the inquiry whose bytes were accepted.
    FOREACH child IN ARRAY ARRAY['message', 'participant'] LOOP
        EXECUTE format('CREATE POLICY written ON %I FOR INSERT TO inquiry_app WITH CHECK (EXISTS (
            SELECT FROM raw_mail_of(intake_id) AS mail WHERE mail.inquiry_id = %1$I.inquiry_id
        ))', child);
    END LOOP;
END
$$;
CREATE POLICY written ON inquiry_content FOR INSERT TO inquiry_app WITH CHECK (NOT is_of_another_day(inquiry_id));

-- Mail in: what is alive. Deleted by the purge, dated by the database. A raw mail ends after 30 days, too.
ALTER TABLE raw_mail ENABLE ROW LEVEL SECURITY;
CREATE POLICY alive ON raw_mail FOR SELECT TO inquiry_app USING (
    accepted_on > (clock_timestamp() AT TIME ZONE 'UTC')::date - 30
    AND (inquiry_id IS NULL OR (SELECT true FROM inquiry WHERE inquiry.id = inquiry_id))
);
-- A mail stays with the inquiry that it was put on.
CREATE POLICY changed ON raw_mail FOR UPDATE TO inquiry_app USING (inquiry_id IS NULL) WITH CHECK (true);
CREATE POLICY all_rows_for_compliance ON intake FOR SELECT TO inquiry_compliance USING (true);
ALTER TABLE complaint ENABLE ROW LEVEL SECURITY;
CREATE POLICY written ON complaint FOR INSERT TO inquiry_app WITH CHECK (at <= clock_timestamp());
CREATE POLICY alive ON complaint FOR SELECT TO inquiry_app
    USING ((at AT TIME ZONE 'UTC' + interval '2 years') AT TIME ZONE 'UTC' > clock_timestamp());

-- The ledger: functions alone append.
ALTER TABLE ledger ENABLE ROW LEVEL SECURITY;
CREATE POLICY all_rows ON ledger FOR SELECT TO inquiry_app, inquiry_compliance USING (true);

-- The job runner's tables: a job names an outbox row or a planned run, a worker its queue; no text fits, and no job waits longer
-- than the next planned run.
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA apalis FROM PUBLIC;
GRANT SELECT ON apalis._sqlx_migrations TO inquiry_app, inquiry_compliance;
GRANT EXECUTE ON FUNCTION apalis.get_jobs TO inquiry_app;
GRANT SELECT, DELETE, INSERT (id, worker_type, storage_name, layers, last_seen),
    UPDATE (worker_type, storage_name, layers, last_seen) ON apalis.workers TO inquiry_app;
GRANT SELECT, DELETE, INSERT (id, job, job_type, status, attempts, max_attempts, run_at, priority, idempotency_key),
    UPDATE (status, attempts, last_result, lock_at, lock_by, done_at) ON apalis.jobs TO inquiry_app;
ALTER TABLE apalis.jobs ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON apalis.jobs FOR SELECT TO inquiry_app USING (true);
CREATE POLICY removed ON apalis.jobs FOR DELETE TO inquiry_app USING (true);
CREATE POLICY written ON apalis.jobs FOR INSERT TO inquiry_app WITH CHECK (
    id ~ '^[0-9A-HJKMNP-TV-Z]{26}$' AND is_job(job, job_type, idempotency_key)
    AND status = 'Pending' AND run_at < now() + interval '1 hour'
);
CREATE POLICY changed ON apalis.jobs FOR UPDATE TO inquiry_app USING (true)
    WITH CHECK (status IN ('Pending', 'Queued', 'Running', 'Done', 'Failed', 'Killed'));
-- A result can quote what failed.
CREATE TRIGGER blank BEFORE UPDATE ON apalis.jobs
    FOR EACH ROW WHEN (NEW.last_result <> '{"Ok": null}') EXECUTE FUNCTION replace_columns('{"last_result": {"Err": null}}');
ALTER TABLE apalis.workers ENABLE ROW LEVEL SECURITY;
CREATE POLICY form ON apalis.workers TO inquiry_app USING (true)
    WITH CHECK (id ~ '^(mail|schedule)-[0-9A-HJKMNP-TV-Z]{26}$' AND worker_type IN ('mail', 'schedule'));
-- The library stores names of Rust types, which only its board shows.
CREATE TRIGGER blank BEFORE INSERT OR UPDATE ON apalis.workers
    FOR EACH ROW EXECUTE FUNCTION replace_columns('{"storage_name": "postgres", "layers": ""}');
