-- Repeats an entry after a restore, by the owner. A correction has no content in the ledger: the officer repeats it.
CREATE OR REPLACE FUNCTION replay_request(entry_kind text, at timestamptz, detail jsonb) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    ids uuid[] := ARRAY(SELECT jsonb_array_elements_text(coalesce(detail -> 'ids', '[]'))::uuid);
BEGIN
    CASE
        WHEN entry_kind = 'restriction' THEN
            UPDATE outbox SET state = 'suppressed', finished_at = now(), last_code = 'restricted',
                lease_holder = NULL, lease_until = NULL
                WHERE inquiry_id = ANY (ids) AND detail ->> 'action' = 'restricted'
                  AND (state IN ('ready', 'retry', 'sending') OR state = 'ambiguous' AND finished_at IS NULL);
            UPDATE inquiry SET restricted_at = CASE WHEN detail ->> 'action' = 'restricted' THEN at END
                WHERE id = ANY (ids);
            IF detail ->> 'action' = 'lifted' THEN
                PERFORM release_kept_back(ids);
            END IF;
        -- The officer's login may note a request that has no kind: that is no registration.
        WHEN detail ->> 'action' = 'registered' AND detail ? 'request_kind' THEN
            INSERT INTO data_subject_request (id, kind, email_key, received_at)
                SELECT (detail ->> 'request')::uuid, detail ->> 'request_kind',
                    (SELECT email_key FROM compliance.inquiry_content WHERE inquiry_id = ANY (ids) LIMIT 1),
                    (detail ->> 'received_at')::timestamptz
                ON CONFLICT DO NOTHING;
        WHEN detail ->> 'action' = 'extended' THEN
            UPDATE data_subject_request SET extension = detail ->> 'reason'
                WHERE id = (detail ->> 'request')::uuid AND closed_at IS NULL;
        WHEN detail ->> 'action' = 'closed' THEN
            UPDATE data_subject_request SET closed_at = at, email_key = NULL, answer = detail ->> 'answer'
                WHERE id = (detail ->> 'request')::uuid AND closed_at IS NULL;
        ELSE
            RETURN false;
    END CASE;
    RETURN FOUND;
END
$$;
