-- Removes a message with its mail as it came, a mail that is on no ticket, or a file of a message by its number: its place in the
-- list, and the mail as it came, which has the bytes. The entry is that of an erasure, so the replay, the rewrite and the rule of the second
-- officer know it. NULL: there is no such mail, or a hold keeps it. Mails that wait to pass it on are not sent.
--
-- `asking`: the mail in which a consultant of the inquiry asks for it, and which may quote it: its verb alone stays.
CREATE OR REPLACE FUNCTION remove_mail(wanted uuid, file integer, asking uuid DEFAULT NULL) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '10s' AS $$
DECLARE
    stored message;
    mails uuid[];
    length integer;
    place integer;
    counts jsonb;
    asked uuid;
    changed text[];
    keys text[];
    concerned text[];
    entry bigint;
BEGIN
    IF asking IS NULL THEN
        PERFORM lock_retention();
    ELSE
        -- No mail is read for as long as that waits.
        PERFORM set_config('lock_timeout', '2s', true);
        LOCK TABLE retention_lock IN EXCLUSIVE MODE;
    END IF;
    SELECT * INTO stored FROM message WHERE id = wanted;
    SELECT id INTO asked FROM message WHERE intake_id = asking AND inquiry_id = stored.inquiry_id AND party = 'consultant';
    IF asked IS NULL AND session_user = 'inquiry_app' THEN
        RAISE EXCEPTION 'no consultant of the inquiry asks for it' USING ERRCODE = 'FW009';
    END IF;
    mails := ARRAY(
        -- Each delivery of it.
        SELECT intake_id FROM raw_mail JOIN intake ON intake.id = intake_id
        WHERE digest IN (SELECT digest FROM intake WHERE id IN (coalesce(stored.intake_id, wanted), asking))
            AND (raw_mail.inquiry_id IS NULL OR raw_mail.inquiry_id NOT IN (SELECT inquiry_id FROM held_inquiry))
    );
    length := jsonb_array_length(stored.files);
    place := (
        SELECT min(at) FROM jsonb_array_elements(stored.files) WITH ORDINALITY AS listed(one, at)
        WHERE coalesce((one ->> 'number')::bigint, at) = file
    );
    IF stored.id IS NULL AND mails = '{}' OR stored.inquiry_id IN (SELECT inquiry_id FROM held_inquiry)
        OR file IS NOT NULL AND place IS NULL THEN
        RETURN NULL;
    END IF;
    keys := CASE WHEN stored.id IS NULL THEN ARRAY(
        SELECT unnest(coalesce(nullif(address_keys, '{}'), ARRAY[wanted::text])) FROM raw_mail WHERE intake_id = ANY (mails)
    ) ELSE ARRAY[stored.author_key] || ARRAY(
        -- After a correction, the author's is another one.
        SELECT email_key FROM compliance.inquiry_content WHERE inquiry_id = stored.inquiry_id AND stored.party = 'visitor'
    ) END;
    PERFORM require_another_officer(keys, '{erasure,objection}');
    concerned := keys || stored.copied_keys || ARRAY(SELECT unnest(address_keys) FROM raw_mail WHERE intake_id = ANY (mails));
    IF file IS NULL THEN
        -- Its author hears of an answer that does not go out.
        UPDATE outbox SET state = 'suppressed', finished_at = now(), last_code = 'removed'
            WHERE about = wanted AND (state IN ('ready', 'retry') OR state = 'ambiguous' AND finished_at IS NULL);
        counts := remove_mails('{}', ARRAY[wanted], mails, array_remove(ARRAY[wanted, asked], NULL));
    ELSE
        counts := remove_mails('{}', '{}', mails);
        UPDATE message SET files = files - (place - 1) WHERE id = wanted;
        counts := counts || jsonb_build_object('files', jsonb_build_array(
            jsonb_build_object('id', wanted, 'position', place, 'length', length)
        ));
    END IF;
    UPDATE message SET body = '', new_text = split_part(new_text, E'\n', 1), files = '[]' WHERE id = asked;
    changed := ARRAY(SELECT tableoid::regclass::text FROM message WHERE id = asked OR id = wanted AND file IS NOT NULL);
    counts := jsonb_set(counts, '{tables}', (counts -> 'tables') || to_jsonb(changed));
    INSERT INTO ledger (kind, detail) VALUES ('erasure', counts || jsonb_build_object(
        'single', CASE WHEN file IS NULL THEN 'mail' ELSE 'file' END, 'ids', '[]'::jsonb, 'inquiry', 0,
        -- Of a restored dump, the asking one goes whole.
        'messages', array_remove(ARRAY[CASE WHEN file IS NULL THEN stored.id END, asked], NULL), 'mails', mails,
        'open', ARRAY(
            SELECT id FROM data_subject_request WHERE email_key = ANY (concerned) AND NOT is_stored(email_key, '{}')
        )
    )) RETURNING seq INTO entry;
    RETURN entry;
END
$$;
GRANT EXECUTE ON FUNCTION remove_mail TO inquiry_app, inquiry_compliance;
