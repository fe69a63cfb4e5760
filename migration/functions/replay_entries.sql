-- Repeats, after a restore and by the owner, what the entries from `first` on record: the dump lacks it. A correction has no content
-- in the ledger: the officer repeats it. Returns what was done, and the tables whose files have the bytes of deleted rows again.
CREATE OR REPLACE FUNCTION replay_entries(first bigint) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    past ledger;
    ids uuid[];
    messages uuid[];
    changed bigint;
    gone jsonb;
    erased bigint := 0;
    holds bigint := 0;
    releases bigint := 0;
    corrections uuid[] := '{}';
    touched jsonb := '[]';
BEGIN
    FOR past IN SELECT * FROM ledger WHERE seq >= first ORDER BY seq LOOP
        ids := ARRAY(SELECT jsonb_array_elements_text(past.detail -> 'ids')::uuid);
        CASE past.kind
            WHEN 'erasure' THEN
                -- Ended holds contain the person's address or a reason about the inquiry, too.
                DELETE FROM legal_hold WHERE least(ends_at, released_at) <= now() AND (inquiry_id = ANY (ids) OR email_key IN (
                    SELECT content.email_key FROM compliance.inquiry_content AS content WHERE content.inquiry_id = ANY (ids)
                ));
                touched := touched || CASE WHEN FOUND THEN '["legal_hold"]'::jsonb ELSE '[]' END;
                gone := remove_inquiries(ids);
                erased := erased + (gone ->> 'inquiry')::bigint;
                touched := touched || coalesce(gone -> 'tables', '[]');
                messages := ARRAY(SELECT jsonb_array_elements_text(past.detail -> 'messages')::uuid);
                gone := remove_mails(
                    '{}', messages, ARRAY(SELECT jsonb_array_elements_text(past.detail -> 'mails')::uuid),
                    -- The dump may lack another message that names somebody.
                    CASE past.detail ->> 'single' WHEN 'mail' THEN messages ELSE '{}' END, true
                );
                touched := touched || (gone -> 'tables');
                -- Nobody is told of a mail that is gone.
                UPDATE outbox SET state = 'suppressed', finished_at = now(), last_code = 'removed'
                    WHERE (past.detail -> 'participants' ? participant::text OR past.detail -> 'messages' ? about::text)
                        AND (state IN ('ready', 'retry') OR state = 'ambiguous' AND finished_at IS NULL);
                DELETE FROM participant WHERE past.detail -> 'participants' ? id::text;
                touched := touched || CASE WHEN FOUND THEN '["participant"]'::jsonb ELSE '[]' END;
                -- The address of somebody who was copied, by its place in each message. Of another length, a list has lost an
                -- address that an earlier release has not recorded, and the positions are not its own.
                WITH shortened AS (
                    UPDATE message SET copied_keys = ARRAY(
                        SELECT key FROM unnest(copied_keys) WITH ORDINALITY AS copied(key, position)
                        WHERE position <> ALL (positions) ORDER BY position
                    )
                    FROM jsonb_to_recordset(past.detail -> 'copies') AS copy(id uuid, positions integer[], length integer)
                    WHERE message.id = copy.id AND cardinality(copied_keys) = length
                    RETURNING message.tableoid::regclass::text AS part
                ) SELECT touched || coalesce(jsonb_agg(part), '[]') INTO touched FROM shortened;
                WITH shortened AS (
                    UPDATE message SET files = files - (position - 1)
                    FROM jsonb_to_recordset(past.detail -> 'files') AS removed(id uuid, position integer, length integer)
                    WHERE message.id = removed.id AND jsonb_array_length(files) = length
                    RETURNING message.tableoid::regclass::text AS part
                ) SELECT touched || coalesce(jsonb_agg(part), '[]') INTO touched FROM shortened;
            WHEN 'hold' THEN
                -- The ledger contains no address; the inquiries that the hold kept do.
                INSERT INTO legal_hold (id, inquiry_id, email_key, reason, placed_at, ends_at, wanted_until, placed_by)
                    SELECT (past.detail ->> 'hold')::uuid,
                        CASE WHEN past.detail ->> 'by' = 'address' THEN NULL ELSE content.inquiry_id END,
                        CASE WHEN past.detail ->> 'by' = 'address' THEN content.email_key END,
                        'placed again after a restore; the reason is with the compliance officer',
                        past.at, (past.detail ->> 'ends_at')::timestamptz, (past.detail ->> 'wanted_until')::timestamptz,
                        past.entry::jsonb ->> 'role'
                    FROM compliance.inquiry_content AS content WHERE content.inquiry_id = ANY (ids) LIMIT 1
                    ON CONFLICT DO NOTHING;
                GET DIAGNOSTICS changed = ROW_COUNT;
                holds := holds + changed;
            WHEN 'confirm' THEN
                UPDATE legal_hold SET ends_at = (past.detail ->> 'ends_at')::timestamptz, wanted_until = NULL
                    WHERE id = (past.detail ->> 'hold')::uuid;
            WHEN 'release' THEN
                UPDATE legal_hold SET released_at = past.at
                    WHERE id = (past.detail ->> 'hold')::uuid AND released_at IS NULL;
                GET DIAGNOSTICS changed = ROW_COUNT;
                releases := releases + changed;
            WHEN 'restriction' THEN
                UPDATE outbox SET state = 'suppressed', finished_at = now(), last_code = 'restricted',
                    lease_holder = NULL, lease_until = NULL
                    WHERE (inquiry_id = ANY (ids) OR past.detail -> 'participants' ? participant::text)
                      AND past.detail ->> 'action' = 'restricted'
                      AND (state IN ('ready', 'retry', 'sending') OR state = 'ambiguous' AND finished_at IS NULL);
                UPDATE inquiry SET restricted_at = CASE WHEN past.detail ->> 'action' = 'restricted' THEN past.at END
                    WHERE id = ANY (ids);
                UPDATE participant SET restricted_at = CASE WHEN past.detail ->> 'action' = 'restricted' THEN past.at END
                    WHERE past.detail -> 'participants' ? id::text;
                UPDATE held_participant SET restricted_at = CASE WHEN past.detail ->> 'action' = 'restricted' THEN past.at END
                    WHERE past.detail -> 'participants' ? id::text;
                IF past.detail ->> 'action' = 'lifted' THEN
                    PERFORM release_kept_back(
                        ids, ARRAY(SELECT jsonb_array_elements_text(past.detail -> 'participants')::uuid)
                    );
                END IF;
            WHEN 'request' THEN
                -- The officer's login may note a request that has no kind: that is no registration.
                INSERT INTO data_subject_request (id, kind, email_key, received_at, identity, language)
                    SELECT (past.detail ->> 'request')::uuid, past.detail ->> 'request_kind',
                        (SELECT content.email_key FROM compliance.inquiry_content AS content
                         WHERE content.inquiry_id = ANY (ids) LIMIT 1),
                        (past.detail ->> 'received_at')::timestamptz, past.detail ->> 'identity', past.detail ->> 'language'
                    WHERE past.detail ->> 'action' = 'registered' AND past.detail ? 'request_kind'
                    ON CONFLICT DO NOTHING;
                UPDATE data_subject_request SET language = past.detail ->> 'language', identity = past.detail ->> 'identity'
                    WHERE id = (past.detail ->> 'request')::uuid AND past.detail ->> 'action' = 'noted';
                UPDATE data_subject_request SET extension = past.detail ->> 'reason'
                    WHERE id = (past.detail ->> 'request')::uuid AND closed_at IS NULL
                      AND past.detail ->> 'action' = 'extended';
                -- Not for a hold that could not be placed again.
                UPDATE data_subject_request SET waits_for = hold.id, due_at = (past.detail ->> 'due_at')::timestamptz
                    FROM legal_hold AS hold WHERE hold.id = (past.detail ->> 'hold')::uuid
                      AND data_subject_request.id = (past.detail ->> 'request')::uuid AND past.detail ->> 'action' = 'waits';
                -- An erasure may have closed it before.
                UPDATE data_subject_request SET closed_at = coalesce(closed_at, past.at), email_key = NULL,
                    answer = past.detail ->> 'answer', answered_on = (past.detail ->> 'answered_on')::date,
                    channel = past.detail ->> 'channel', sent = past.detail ->> 'sent', identity = past.detail ->> 'identity'
                    WHERE id = (past.detail ->> 'request')::uuid AND answered_on IS NULL
                      AND past.detail ->> 'action' = 'answered';
                touched := touched || CASE WHEN FOUND THEN '["data_subject_request"]'::jsonb ELSE '[]' END;
            WHEN 'correction' THEN
                corrections := corrections || ids;
            ELSE NULL;
        END CASE;
        IF past.kind = 'erasure' THEN
            UPDATE data_subject_request SET closed_at = past.at, email_key = NULL, answer = 'granted',
                identity = coalesce(past.detail ->> 'identity', identity)
                WHERE id = ANY (ARRAY(SELECT jsonb_array_elements_text(past.detail -> 'requests')::uuid))
                  AND closed_at IS NULL;
            touched := touched || CASE WHEN FOUND THEN '["data_subject_request"]'::jsonb ELSE '[]' END;
            -- One that nobody had registered.
            INSERT INTO data_subject_request (id, kind, received_at, closed_at, answer, identity)
                SELECT one::uuid, 'erasure', past.at, past.at, 'granted', past.detail ->> 'identity'
                FROM jsonb_array_elements_text(past.detail -> 'requests') AS one
                ON CONFLICT DO NOTHING;
        END IF;
    END LOOP;
    -- The act that used one may be after the dump.
    UPDATE data_subject_request SET confirmed_by = NULL WHERE confirmed_by IS NOT NULL;
    RETURN jsonb_build_object(
        'erased', erased, 'holds', holds, 'releases', releases,
        'corrections', (SELECT coalesce(jsonb_agg(reference ORDER BY reference), '[]') FROM inquiry WHERE id = ANY (corrections)),
        'tables', (SELECT coalesce(jsonb_agg(DISTINCT name), '[]') FROM jsonb_array_elements(touched) AS name)
    );
END
$$;
