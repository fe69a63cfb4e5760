DROP TRIGGER blank ON apalis.workers;
DROP POLICY form ON apalis.workers;
ALTER TABLE apalis.workers DISABLE ROW LEVEL SECURITY;
DROP POLICY read ON apalis.jobs;
DROP POLICY removed ON apalis.jobs;
DROP POLICY written ON apalis.jobs;
DROP POLICY changed ON apalis.jobs;
ALTER TABLE apalis.jobs DISABLE ROW LEVEL SECURITY;
GRANT UPDATE ON apalis.jobs TO inquiry_app;
DROP FUNCTION is_job(bytea, text, text), is_job_result(text, jsonb, text), is_worker(text, text), blank_worker();
DROP TRIGGER note_addresses ON outbox;
DROP FUNCTION note_addresses();
DROP TABLE notified_address;
DROP TRIGGER reminder ON data_subject_request;
DROP TRIGGER lock_first ON data_subject_request;
DROP FUNCTION record_reminder(), lock_retention_first();
ALTER POLICY recorded ON ledger WITH CHECK (kind IN ('report', 'failure', 'export', 'request'));
ALTER POLICY reported ON ledger WITH CHECK (kind IN ('report', 'failure'));
DROP FUNCTION is_ledger_detail(jsonb), is_report_entry(jsonb);
-- The former list comes back for new entries; the ledger keeps the kinds that were added meanwhile.
ALTER TABLE ledger DROP CONSTRAINT ledger_kind_form, ADD CONSTRAINT ledger_kind_check CHECK (kind IN (
    'policy', 'purge', 'failure', 'reclaim', 'erasure', 'export', 'request', 'hold', 'release', 'clock', 'replay',
    'report'
)) NOT VALID;
ALTER POLICY alive ON inquiry USING (expires_at > statement_timestamp())
    WITH CHECK (expires_at > statement_timestamp() AND last_contact_at <= statement_timestamp());
GRANT UPDATE (last_contact_at) ON inquiry TO inquiry_app;
DROP FUNCTION record_contact(uuid, text, uuid), is_contact(uuid, text, uuid);
DROP TABLE contact;
