-- Open requests of the kinds that the former schema does not know would be lost.
DO $$ BEGIN
    IF EXISTS (
        SELECT FROM data_subject_request WHERE closed_at IS NULL AND (kind NOT IN ('access', 'erasure') OR email_key IS NULL)
    ) THEN
        RAISE EXCEPTION 'requests of new kinds are open: close them first';
    END IF;
END $$;
DROP FUNCTION replay_request(text, timestamptz, jsonb);
DROP TRIGGER skip_restricted ON contact;
DROP FUNCTION skip_restricted_contact();
DROP TRIGGER suppress_restricted ON outbox;
DROP FUNCTION suppress_restricted();
DROP FUNCTION restrict_processing(text, boolean);
ALTER TABLE inquiry DROP restricted_at;
DO $$ BEGIN
    EXECUTE replace(pg_get_functiondef('unreclaimed_tables()'::regprocedure), '''set_aside'', ''correction''', '''set_aside''');
END $$;
DROP FUNCTION correct_inquiry(uuid, text, text, text);
DROP FUNCTION close_request(uuid, text);
DROP FUNCTION extend_request(uuid, text);
DROP FUNCTION register_request(text, text, timestamptz);
DROP TRIGGER derive_due_at ON data_subject_request;
DROP FUNCTION derive_due_at();
DELETE FROM data_subject_request WHERE kind NOT IN ('access', 'erasure');
DROP VIEW request;
ALTER TABLE data_subject_request DROP CONSTRAINT data_subject_request_kind_check,
    ADD CONSTRAINT data_subject_request_kind_check CHECK (kind IN ('access', 'erasure')),
    DROP CONSTRAINT data_subject_request_check,
    ADD CONSTRAINT data_subject_request_check CHECK ((closed_at IS NULL) = (email_key IS NOT NULL)),
    DROP extension, DROP answer, DROP due_at;
ALTER TABLE data_subject_request ADD due_at timestamptz NOT NULL
    GENERATED ALWAYS AS ((received_at AT TIME ZONE 'UTC' + interval '30 days') AT TIME ZONE 'UTC') STORED;
CREATE INDEX data_subject_request_open ON data_subject_request (due_at) WHERE closed_at IS NULL;
GRANT SELECT (due_at) ON data_subject_request TO inquiry_app;
CREATE VIEW request AS
    SELECT id, kind, email_key, received_at, due_at, reminded_at, closed_at FROM data_subject_request;
GRANT SELECT, INSERT (kind, email_key, closed_at), UPDATE (email_key, reminded_at, closed_at) ON request
    TO inquiry_compliance;
GRANT SELECT (id, kind, received_at, due_at, reminded_at, closed_at), UPDATE (reminded_at) ON request TO inquiry_app;
