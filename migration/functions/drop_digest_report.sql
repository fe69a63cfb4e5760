-- A mail about a digest, such as a bounce, quotes senders and subjects of others. Its fate is recorded; its bytes go.
CREATE OR REPLACE FUNCTION drop_digest_report(mail uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    day date := (
        SELECT (accepted_at AT TIME ZONE 'UTC')::date FROM intake JOIN digest_mail ON digest_mail.id = outbox_id
        WHERE intake.id = mail AND fate IN ('bounce', 'machine') AND inquiry_id IS NULL
    );
BEGIN
    WITH gone AS (
        DELETE FROM raw_mail WHERE intake_id = mail AND accepted_on = day AND inquiry_id IS NULL
        RETURNING tableoid::regclass::text AS part
    )
    INSERT INTO ledger (kind, detail)
        SELECT 'set_aside', jsonb_build_object('tables', array_agg(part)) FROM gone HAVING count(*) > 0;
END
$$;
GRANT EXECUTE ON FUNCTION drop_digest_report TO inquiry_app;
