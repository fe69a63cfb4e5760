-- Removes a message with its mail as it came, a mail that is on no ticket, or a file of a message: its place in the list, and the
-- mail as it came, which has the bytes. The entry is that of an erasure, so the replay, the rewrite and the rule of the second
-- officer know it. NULL: there is no such mail, or a hold keeps it. Mails that wait to pass it on are not sent.
CREATE OR REPLACE FUNCTION remove_mail(wanted uuid, file integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '10s' AS $$
DECLARE
    stored message;
    mails uuid[];
    length integer;
    counts jsonb;
    entry bigint;
BEGIN
    PERFORM lock_retention();
    SELECT * INTO stored FROM message WHERE id = wanted;
    mails := ARRAY(
        -- Each delivery of it.
        SELECT intake_id FROM raw_mail JOIN intake ON intake.id = intake_id
        WHERE digest = (SELECT digest FROM intake WHERE id = coalesce(stored.intake_id, wanted))
            AND (raw_mail.inquiry_id IS NULL OR raw_mail.inquiry_id NOT IN (SELECT inquiry_id FROM held_inquiry))
    );
    length := jsonb_array_length(stored.files);
    IF stored.id IS NULL AND mails = '{}' OR stored.inquiry_id IN (SELECT inquiry_id FROM held_inquiry)
        OR file IS NOT NULL AND (file BETWEEN 1 AND length) IS NOT TRUE THEN
        RETURN NULL;
    END IF;
    PERFORM require_another_officer(stored.author_key, '{erasure}');
    counts := remove_mails('{}', CASE WHEN file IS NULL THEN ARRAY[wanted] ELSE '{}' END, mails);
    IF file IS NOT NULL THEN
        UPDATE message SET files = files - (file - 1) WHERE id = wanted;
        counts := jsonb_set(counts, '{tables}', (counts -> 'tables') || (
            SELECT jsonb_agg(tableoid::regclass::text) FROM message WHERE id = wanted
        )) || jsonb_build_object('files', jsonb_build_array(
            jsonb_build_object('id', wanted, 'position', file, 'length', length)
        ));
    ELSE
        UPDATE outbox SET state = 'suppressed', finished_at = now(), last_code = 'removed'
            WHERE about = wanted AND (state IN ('ready', 'retry') OR state = 'ambiguous' AND finished_at IS NULL);
    END IF;
    INSERT INTO ledger (kind, detail) VALUES ('erasure', counts || jsonb_build_object(
        'single', CASE WHEN file IS NULL THEN 'mail' ELSE 'file' END, 'ids', '[]'::jsonb, 'inquiry', 0,
        'messages', CASE WHEN file IS NULL AND stored.id IS NOT NULL THEN ARRAY[wanted] ELSE '{}' END, 'mails', mails
    )) RETURNING seq INTO entry;
    RETURN entry;
END
$$;
GRANT EXECUTE ON FUNCTION remove_mail TO inquiry_compliance;
