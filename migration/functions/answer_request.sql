-- Closes an open request with its answer, or notes once how the person was told of one that an erasure has closed. Returns why
-- not, by name, or NULL. A request is granted that entries since it came, or a restriction in force, show as done; of a person of
-- whom nothing is stored, no other one is; of one whose address a restore has lost, the officer says it. `recipients`: as of
-- `erase_person`.
CREATE OR REPLACE FUNCTION answer_request(
    request uuid, how text, day date, way text, what text, checked text, recipients text[] DEFAULT '{}'
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    asked data_subject_request;
    is_closed boolean;
    is_lost boolean;
    is_left boolean;
    acted timestamptz;
    undone bigint[];
    entry bigint;
    erased timestamptz;
    kept timestamptz;
    is_certified boolean;
    is_restricted boolean;
    restricted timestamptz;
    is_done boolean;
    done_at timestamptz;
BEGIN
    PERFORM lock_retention();
    SELECT * INTO asked FROM data_subject_request WHERE id = request AND answered_on IS NULL;
    is_closed := asked.closed_at IS NOT NULL;
    is_lost := asked.email_key IS NULL AND NOT is_closed;
    is_left := CASE
        WHEN is_lost THEN EXISTS (SELECT FROM legal_hold WHERE id = asked.waits_for AND released_at IS NULL AND ends_at > now())
        ELSE NOT is_closed AND is_stored(asked.email_key, recipients)
    END;
    checked := coalesce(checked, asked.identity);
    undone := ARRAY(
        SELECT act.seq FROM ledger AS act JOIN ledger AS replay ON act.seq < replay.seq
            AND act.seq >= replay.seq - (replay.detail ->> 'imported')::bigint
        WHERE act.kind = 'correction' AND replay.kind = 'replay'
    );
    -- An export and a correction name the requests that they serve; an erasure those that it closes or leaves open, a removal those
    -- of whom it took the last. What a hold kept may have gone with it. A restore has taken back the corrections that its replay imports.
    SELECT min(at) FILTER (WHERE kind = 'export' OR kind = 'correction' AND seq <> ALL (undone)), max(seq) FILTER (WHERE kind = 'export'),
        max(at) FILTER (WHERE kind = 'erasure' AND detail -> 'tables' <> '[]'),
        max(at) FILTER (WHERE kind = 'request' OR detail -> 'kept' <> '0' OR detail -> 'in_force' <> '0'),
        bool_or(kind = 'erasure' AND detail -> 'tables' <> '[]' AND NOT detail ? 'single')
    INTO acted, entry, erased, kept, is_certified FROM ledger
        WHERE kind IN ('export', 'correction', 'erasure') AND detail -> 'requests' ? request::text
            OR kind = 'erasure' AND detail -> 'open' ? request::text
            OR kind = 'request' AND detail ->> 'request' = request::text AND detail ->> 'action' = 'waits';
    -- Another correction does not stand for one that nobody has repeated.
    IF EXISTS (
        SELECT FROM ledger AS act WHERE seq = ANY (undone) AND detail -> 'requests' ? request::text
            AND EXISTS (SELECT FROM inquiry WHERE id = (act.detail -> 'ids' ->> 0)::uuid) AND NOT EXISTS (
                SELECT FROM ledger AS again WHERE kind = 'correction' AND seq > act.seq AND seq <> ALL (undone)
                    AND detail -> 'ids' = act.detail -> 'ids' AND detail -> 'field' = act.detail -> 'field'
            )
    ) THEN
        acted := NULL;
    END IF;
    -- Until that hold ended, which its entries say for longer than its row.
    kept := greatest(kept, (
        SELECT least(max((detail ->> 'ends_at')::timestamptz), min(at) FILTER (WHERE kind = 'release')) FROM ledger
        WHERE kind IN ('hold', 'confirm', 'release') AND detail ->> 'hold' = asked.waits_for::text AND NOT is_left
    ));
    SELECT bool_and(restricted_at IS NOT NULL), min(restricted_at) INTO is_restricted, restricted FROM (
        SELECT restricted_at FROM inquiry JOIN compliance.inquiry_content AS content ON inquiry_id = inquiry.id
            WHERE content.email_key = asked.email_key
        UNION ALL SELECT restricted_at FROM compliance.participant WHERE address_key = asked.email_key
    ) AS named;
    is_done := is_closed OR is_lost AND NOT is_left OR CASE
        WHEN asked.kind IN ('access', 'portability', 'correction') THEN acted IS NOT NULL
        WHEN asked.kind IN ('restriction', 'objection') AND is_restricted THEN true
        ELSE asked.kind IN ('erasure', 'objection') AND NOT is_left AND coalesce(erased, kept) IS NOT NULL
    END;
    IF is_lost AND NOT is_left THEN
        is_certified := is_certified OR how = 'ended_by_erasure'
            OR how IN ('granted', 'partly') AND asked.kind IN ('erasure', 'objection');
    END IF;
    -- Nobody was told before it was done.
    done_at := CASE
        WHEN is_closed THEN asked.closed_at
        WHEN how = 'ended_by_erasure' THEN erased
        WHEN how = 'granted' OR what = 'export' THEN coalesce(acted, restricted, greatest(erased, kept))
    END;
    IF asked.id IS NULL OR how IS NULL OR way IS NULL OR what IS NULL OR is_closed AND how <> asked.answer THEN
        RETURN 'unknown';
    ELSIF what = 'nothing' AND how <> 'withdrawn' THEN
        RETURN 'sent';
    ELSIF (day BETWEEN (greatest(asked.received_at, done_at) AT TIME ZONE 'UTC')::date
        AND (now() AT TIME ZONE 'UTC')::date) IS NOT TRUE THEN
        RETURN 'day';
    ELSIF how IN ('granted', 'partly') AND checked IS NULL THEN
        RETURN 'identity';
    ELSIF is_left AND NOT is_closed AND (how IN ('ended_by_erasure', 'nothing_stored') OR how = 'granted' AND asked.kind = 'erasure') THEN
        RETURN 'stored';
    ELSIF how = 'ended_by_erasure' AND erased IS NULL AND NOT is_lost
        OR how IN ('granted', 'partly') AND NOT is_done AND NOT is_left AND erased IS NULL THEN
        RETURN 'nothing';
    ELSIF how = 'nothing_stored' AND erased IS NOT NULL OR how IN ('granted', 'partly') AND NOT is_done AND NOT is_left THEN
        RETURN 'erased';
    ELSIF what = 'certificate' AND is_certified IS NOT TRUE THEN
        RETURN 'certificate';
    ELSIF what = 'export' AND entry IS NULL AND NOT (is_lost AND asked.kind IN ('access', 'portability'))
        OR what <> 'export' AND how IN ('granted', 'partly') AND asked.kind IN ('access', 'portability') THEN
        RETURN 'export';
    ELSIF how = 'granted' AND NOT is_done THEN
        RETURN CASE WHEN is_restricted IS NULL AND asked.kind IN ('restriction', 'objection') THEN 'unrestricted' ELSE 'undone' END;
    END IF;
    UPDATE data_subject_request SET closed_at = coalesce(closed_at, now()), email_key = NULL, answer = how, answered_on = day,
        channel = way, sent = what, identity = checked
        WHERE id = request;
    INSERT INTO ledger (kind, detail) VALUES ('request', jsonb_build_object(
        'request', request, 'action', 'answered', 'answer', how, 'answered_on', day, 'channel', way, 'sent', what,
        'identity', checked, 'export', CASE WHEN what = 'export' THEN entry END,
        'tables', ARRAY['data_subject_request']
    ) || CASE WHEN day > (asked.due_at AT TIME ZONE 'UTC')::date AND NOT EXISTS (
        SELECT FROM ledger WHERE kind IN ('request', 'erasure') AND detail -> 'late' ? request::text
    ) THEN jsonb_build_object('late', ARRAY[request]) ELSE '{}' END);
    RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION answer_request TO inquiry_compliance;
