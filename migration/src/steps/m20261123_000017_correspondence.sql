-- Correspondence: finding a mail's ticket by the ids of mails on it, absence notices for the consultants, and addresses
-- that complained.
SET LOCAL lock_timeout = '2s';

CREATE INDEX message_message_id ON message (message_id) WHERE message_id IS NOT NULL;

-- `absence`: that the visitor is away, to a consultant. The former version leaves such rows to the new one.
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_check
        CHECK (kind IN ('notification', 'auto_reply', 'visitor_reply', 'undeliverable', 'absence')),
    DROP CONSTRAINT outbox_about,
    ADD CONSTRAINT outbox_about CHECK ((kind IN ('visitor_reply', 'absence')) = (about IS NOT NULL));
DROP INDEX outbox_due_relays;
CREATE INDEX outbox_due_relays ON outbox (next_attempt_at)
    WHERE kind IN ('visitor_reply', 'undeliverable', 'absence') AND state IN ('ready', 'retry', 'ambiguous');

-- Addresses that called a mail of ours unwanted get no auto-reply. Keyed digests: no address can be read from them, and
-- they outlive an erasure, or the next inquiry in that name would send another mail.
CREATE TABLE complaint (
    address_digest bytea PRIMARY KEY CHECK (octet_length(address_digest) = 32),
    at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX complaint_at ON complaint (at);
ALTER TABLE complaint ALTER address_digest SET STATISTICS 0;
ALTER TABLE complaint ENABLE ROW LEVEL SECURITY;
CREATE POLICY written ON complaint FOR INSERT TO inquiry_app WITH CHECK (at <= clock_timestamp());
CREATE POLICY alive ON complaint FOR SELECT TO inquiry_app
    USING ((at AT TIME ZONE 'UTC' + interval '2 years') AT TIME ZONE 'UTC' > clock_timestamp());
CREATE POLICY all_rows ON complaint FOR SELECT TO inquiry_compliance USING (true);
GRANT SELECT ON complaint TO inquiry_app, inquiry_compliance;
GRANT INSERT (address_digest) ON complaint TO inquiry_app;

-- Deletes complaints after two years.
CREATE FUNCTION forget_complaints() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    forgotten bigint;
BEGIN
    DELETE FROM complaint WHERE (at AT TIME ZONE 'UTC' + interval '2 years') AT TIME ZONE 'UTC' <= clock_timestamp();
    GET DIAGNOSTICS forgotten = ROW_COUNT;
    RETURN forgotten;
END
$$;
REVOKE ALL ON FUNCTION forget_complaints() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_complaints() TO inquiry_app;
