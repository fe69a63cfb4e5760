-- A mail about a digest, such as a bounce, quotes senders and subjects of others. Its fate is recorded; its bytes go.
CREATE OR REPLACE FUNCTION drop_digest_report(mail uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH gone AS (
        DELETE FROM raw_mail USING intake JOIN digest_mail ON digest_mail.id = outbox_id
        WHERE intake_id = mail AND intake.id = mail AND fate IN ('bounce', 'machine')
            AND raw_mail.inquiry_id IS NULL AND intake.inquiry_id IS NULL
        RETURNING raw_mail.tableoid::regclass::text AS part
    )
    INSERT INTO ledger (kind, detail)
        SELECT 'set_aside', jsonb_build_object('tables', array_agg(part)) FROM gone HAVING count(*) > 0;
$$;
GRANT EXECUTE ON FUNCTION drop_digest_report TO inquiry_app;
