-- What a report tells of the mails that came from `since` to before `until`. Accepted: as the ledger has it of days that are
-- over, otherwise as the rows say.
CREATE OR REPLACE FUNCTION intake_evidence(since timestamptz, until timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH counted AS (
        SELECT (detail ->> 'day')::date AS day, (detail ->> 'accepted')::bigint AS accepted FROM ledger
        WHERE kind = 'intake' AND (detail ->> 'day')::date >= (since AT TIME ZONE 'UTC')::date
          AND (detail ->> 'day')::date < (until AT TIME ZONE 'UTC')::date
    ), stored AS (
        SELECT fate, count(*) AS mails,
            count(*) FILTER (
                WHERE (accepted_at AT TIME ZONE 'UTC')::date NOT IN (SELECT day FROM counted)
            ) AS uncounted
        FROM intake WHERE accepted_at >= since AND accepted_at < until AND NOT coalesce(rule = 'journey' AND fate = 'dropped' AND inquiry_id IS NULL AND EXISTS (
            SELECT FROM journey WHERE journey.id = outbox_id AND accepted_at BETWEEN begun_at AND begun_at + interval '1 hour'
        ), false)
        GROUP BY fate
    )
    SELECT jsonb_build_object(
        'accepted', (SELECT coalesce(sum(accepted), 0) FROM counted) + (SELECT coalesce(sum(uncounted), 0) FROM stored),
        'unsettled', (SELECT coalesce(sum(mails), 0) FROM stored WHERE fate IS NULL),
        'fates', (SELECT coalesce(jsonb_object_agg(fate, mails), '{}') FROM stored WHERE fate IS NOT NULL)
    )
$$;
GRANT EXECUTE ON FUNCTION intake_evidence TO inquiry_app, inquiry_compliance;
