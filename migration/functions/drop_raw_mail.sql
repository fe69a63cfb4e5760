-- A mail about a digest, such as a bounce, and one that searches quote others and are on no ticket: their bytes go, once the fate is
-- recorded, and once the search is answered.
CREATE OR REPLACE FUNCTION drop_digest_report(mail uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    day date := (
        SELECT (accepted_at AT TIME ZONE 'UTC')::date FROM intake
        WHERE id = mail AND inquiry_id IS NULL AND (rule = 'find' OR fate IN ('bounce', 'machine') AND EXISTS (
            SELECT FROM digest_mail WHERE digest_mail.id = outbox_id
        ))
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
