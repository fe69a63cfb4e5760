-- A mail about a digest, such as a bounce, quotes senders and subjects of others. Its fate is recorded; its bytes go.
CREATE OR REPLACE FUNCTION drop_digest_report(mail uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    parts text[];
BEGIN
    WITH gone AS (
        DELETE FROM raw_mail USING intake JOIN digest_mail ON digest_mail.id = outbox_id
        WHERE intake_id = mail AND intake.id = mail AND fate IN ('bounce', 'machine')
            AND raw_mail.inquiry_id IS NULL AND intake.inquiry_id IS NULL
        RETURNING raw_mail.tableoid::regclass::text AS part
    ) SELECT coalesce(array_agg(part), '{}') INTO parts FROM gone;
    IF parts <> '{}' THEN
        INSERT INTO ledger (kind, detail) VALUES ('set_aside', jsonb_build_object('tables', parts));
    END IF;
END
$$;
GRANT EXECUTE ON FUNCTION drop_digest_report TO inquiry_app;
