-- A mail about a digest, such as a bounce, and one that searches quote others and are on no ticket: their bytes go, once the fate is
-- recorded, and once the search is answered. So do those of a copy, if the same bytes stay in the same part of `raw_mail`: whatever
-- rewrites that part removes both.
CREATE OR REPLACE FUNCTION drop_raw_mail(mail uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    copied date := (SELECT (accepted_at AT TIME ZONE 'UTC')::date FROM intake WHERE id = mail AND fate = 'duplicate');
    week date := date_trunc('week', copied)::date;
    day date := (
        SELECT (accepted_at AT TIME ZONE 'UTC')::date FROM intake
        WHERE id = mail AND inquiry_id IS NULL AND (rule = 'find' OR fate IN ('bounce', 'machine') AND EXISTS (
            SELECT FROM digest_mail WHERE digest_mail.id = outbox_id
        ))
    );
BEGIN
    DELETE FROM raw_mail AS copy WHERE intake_id = mail AND accepted_on = copied AND EXISTS (
        SELECT FROM intake AS settled JOIN intake AS first USING (digest) JOIN raw_mail AS kept ON kept.intake_id = first.id
        WHERE settled.id = mail AND first.fate <> 'duplicate' AND kept.accepted_on BETWEEN week AND week + 6
            AND kept.tableoid = copy.tableoid AND kept.raw = copy.raw
    );
    WITH gone AS (
        DELETE FROM raw_mail WHERE intake_id = mail AND accepted_on = day AND inquiry_id IS NULL
        RETURNING tableoid::regclass::text AS part
    )
    INSERT INTO ledger (kind, detail)
        SELECT 'set_aside', jsonb_build_object('tables', array_agg(part)) FROM gone HAVING count(*) > 0;
END
$$;
GRANT EXECUTE ON FUNCTION drop_raw_mail TO inquiry_app;
