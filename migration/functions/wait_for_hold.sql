-- The person was told that a hold keeps the data: the request for erasure or correction is due as long after its end as it was
-- then. Of several holds, the one that ends last, with its last day. No row where no such request is open, the day
-- is ahead or before the receipt or the hold, or no hold keeps anything about its address.
CREATE OR REPLACE FUNCTION wait_for_hold(request uuid, day date, way channel) RETURNS TABLE (hold uuid, until date)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    asked data_subject_request;
    concerned uuid[];
    placed date;
    since date;
    last_day date;
    due timestamptz;
BEGIN
    PERFORM lock_retention();
    SELECT * INTO asked FROM data_subject_request WHERE id = request AND closed_at IS NULL AND kind IN ('erasure', 'correction');
    concerned := ARRAY(
        SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = asked.email_key
        UNION ALL SELECT inquiries_that_name(asked.email_key)
    );
    SELECT id, ((ends_at - interval '1 microsecond') AT TIME ZONE 'UTC')::date, (placed_at AT TIME ZONE 'UTC')::date
    INTO hold, until, placed FROM legal_hold
    WHERE released_at IS NULL AND ends_at > now() AND (
        inquiry_id = ANY (concerned) OR email_key = asked.email_key
        OR email_key IN (SELECT email_key FROM compliance.inquiry_content WHERE inquiry_id = ANY (concerned))
        OR email_key IN (SELECT author_key FROM compliance.message WHERE inquiry_id = ANY (concerned))
    )
    ORDER BY ends_at DESC LIMIT 1;
    IF hold IS NULL OR way IS NULL
        OR (day BETWEEN greatest((asked.received_at AT TIME ZONE 'UTC')::date, placed) AND (now() AT TIME ZONE 'UTC')::date) IS NOT TRUE THEN
        RETURN;
    END IF;
    -- Its time stands still already while it waits for a hold that is in force.
    since := greatest(day, (
        SELECT ((ends_at - interval '1 microsecond') AT TIME ZONE 'UTC')::date FROM legal_hold
        WHERE id = asked.waits_for AND released_at IS NULL AND ends_at > now()
    ));
    last_day := (asked.due_at AT TIME ZONE 'UTC')::date;
    due := asked.due_at + interval '24 hours' * (until - since + greatest(since - last_day, 0));
    UPDATE data_subject_request SET waits_for = hold, due_at = due WHERE id = request;
    INSERT INTO ledger (kind, detail) VALUES ('request', jsonb_build_object(
        'request', request, 'action', 'waits', 'hold', hold, 'told_on', day, 'channel', way,
        'due_at', to_char(due AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    ) || CASE WHEN day > last_day AND NOT EXISTS (
        SELECT FROM ledger WHERE kind = 'request' AND detail -> 'late' ? request::text
    ) THEN jsonb_build_object('late', ARRAY[request]) ELSE '{}' END);
    RETURN NEXT;
END
$$;
GRANT EXECUTE ON FUNCTION wait_for_hold TO inquiry_compliance;
