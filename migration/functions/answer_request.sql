-- Closes an open request with its answer, or notes once how the person was told of one that an erasure has closed. Returns why
-- not, by name, or NULL. A later note of how the person was checked counts; the entries have both. An access that is granted has
-- an export that was written for it, a correction or restriction was done, and a request ends by erasure once nothing about the
-- address is left. `recipients`: as of `erase_person`.
DROP FUNCTION IF EXISTS answer_request(uuid, text, date, text, text, text);
CREATE OR REPLACE FUNCTION answer_request(
    request uuid, how text, day date, way text, what text, checked text, recipients text[] DEFAULT '{}'
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    asked data_subject_request;
    is_erased boolean;
    exported bigint;
    is_restricted boolean;
    restricted timestamptz;
    done_at timestamptz;
BEGIN
    PERFORM lock_retention();
    SELECT * INTO asked FROM data_subject_request WHERE id = request AND answered_on IS NULL;
    is_erased := asked.closed_at IS NOT NULL;
    checked := coalesce(checked, asked.identity);
    exported := (SELECT max(seq) FROM ledger WHERE kind = 'export' AND detail -> 'requests' ? request::text);
    SELECT bool_and(restricted_at IS NOT NULL), min(restricted_at) INTO is_restricted, restricted FROM (
        SELECT restricted_at FROM inquiry JOIN compliance.inquiry_content AS content ON inquiry_id = inquiry.id
            WHERE content.email_key = asked.email_key
        UNION ALL SELECT restricted_at FROM compliance.participant WHERE address_key = asked.email_key
    ) AS named;
    -- Nobody was told before it was done.
    done_at := CASE
        WHEN is_erased THEN asked.closed_at
        WHEN what = 'export' THEN (SELECT min(at) FROM ledger WHERE kind = 'export' AND detail -> 'requests' ? request::text)
        WHEN how = 'granted' AND asked.kind = 'correction'
            THEN (SELECT min(at) FROM ledger WHERE kind = 'correction' AND detail -> 'requests' ? request::text)
        WHEN how = 'granted' AND asked.kind IN ('restriction', 'objection') THEN restricted
    END;
    IF asked.id IS NULL OR how IS NULL OR way IS NULL OR what IS NULL OR is_erased AND how <> asked.answer THEN
        RETURN 'unknown';
    ELSIF what = 'nothing' AND how <> 'withdrawn' THEN
        RETURN 'sent';
    ELSIF (day BETWEEN (greatest(asked.received_at, done_at) AT TIME ZONE 'UTC')::date
        AND (now() AT TIME ZONE 'UTC')::date) IS NOT TRUE THEN
        RETURN 'day';
    ELSIF how IN ('granted', 'partly') AND checked IS NULL THEN
        RETURN 'identity';
    ELSIF what = 'export' AND exported IS NULL
        OR what <> 'export' AND how IN ('granted', 'partly') AND asked.kind IN ('access', 'portability') THEN
        RETURN 'export';
    ELSIF NOT is_erased AND (how IN ('ended_by_erasure', 'nothing_stored') OR how = 'granted' AND asked.kind = 'erasure') AND (
        asked.email_key IS NULL OR EXISTS (SELECT FROM compliance.inquiry_content WHERE email_key = asked.email_key)
        OR EXISTS (SELECT FROM compliance.message WHERE asked.email_key = ANY (copied_keys || author_key))
        OR EXISTS (SELECT FROM compliance.participant WHERE address_key = asked.email_key)
        OR EXISTS (SELECT FROM raw_mail WHERE asked.email_key = ANY (address_keys))
        OR EXISTS (SELECT FROM legal_hold WHERE email_key = asked.email_key)
        OR recipients <> '{}' AND EXISTS (SELECT FROM outbox WHERE recipient = ANY (recipients))
    ) THEN
        RETURN 'stored';
    ELSIF how = 'granted' AND (CASE asked.kind
        WHEN 'correction' THEN NOT EXISTS (
            SELECT FROM ledger WHERE kind = 'correction' AND detail -> 'requests' ? request::text
        )
        WHEN 'objection' THEN is_restricted IS FALSE
        WHEN 'restriction' THEN is_restricted IS NOT TRUE AND (is_restricted IS NOT NULL OR NOT EXISTS (
            SELECT FROM ledger WHERE kind = 'restriction' AND at >= asked.received_at
        ))
    END) THEN
        RETURN 'undone';
    END IF;
    UPDATE data_subject_request SET closed_at = coalesce(closed_at, now()), email_key = NULL, answer = how, answered_on = day,
        channel = way, sent = what, identity = checked
        WHERE id = request;
    INSERT INTO ledger (kind, detail) VALUES ('request', jsonb_build_object(
        'request', request, 'action', 'answered', 'answer', how, 'answered_on', day, 'channel', way, 'sent', what,
        'identity', checked, 'export', CASE WHEN what = 'export' THEN exported END,
        'tables', ARRAY['data_subject_request']
    ) || CASE WHEN day > (asked.due_at AT TIME ZONE 'UTC')::date AND NOT EXISTS (
        SELECT FROM ledger WHERE kind IN ('request', 'erasure') AND detail -> 'late' ? request::text
    ) THEN jsonb_build_object('late', ARRAY[request]) ELSE '{}' END);
    RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION answer_request TO inquiry_compliance;
