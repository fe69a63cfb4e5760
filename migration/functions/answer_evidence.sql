-- The promises that fell due in a period: those of inquiries that are still stored, and were no spam.
CREATE OR REPLACE FUNCTION answer_evidence(since timestamptz, until timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH promised AS (
        -- Of a reopened ticket the earlier answer does not count.
        SELECT contact_reason, coalesce(first_answer_at BETWEEN promised_from AND due_at, false) AS is_kept,
            CASE WHEN first_answer_at >= promised_from THEN extract(epoch FROM first_answer_at - promised_from) END
                AS seconds
        FROM ticket JOIN inquiry ON inquiry.id = inquiry_id
        WHERE due_at >= since AND due_at < least(until, now()) AND state <> 'spam'
    ), reasons AS (
        SELECT contact_reason AS reason, count(*) AS promised, count(*) FILTER (WHERE is_kept) AS kept,
            (percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds))::bigint AS median_seconds,
            max(seconds)::bigint AS worst_seconds
        FROM promised GROUP BY GROUPING SETS ((), (contact_reason))
    )
    SELECT jsonb_build_object(
        'is_watched', EXISTS (SELECT FROM promise_watch),
        'total', (SELECT to_jsonb(reasons) FROM reasons WHERE reason IS NULL),
        'reasons', coalesce((
            SELECT jsonb_agg(to_jsonb(reasons) ORDER BY promised DESC, reason) FROM reasons WHERE reason IS NOT NULL
        ), '[]')
    )
$$;
GRANT EXECUTE ON FUNCTION answer_evidence TO inquiry_app, inquiry_compliance;
