-- Removes messages and raw mails: of inquiries, or single ones. Returns what went, and which files still have the bytes. `unsaid`: messages,
-- or a mail on no ticket, that go as a person asked, so whom no other message of the conversation names goes with them, also of a ticket
-- that was merged; who was restricted would be mailed again. Where answers go instead, stays. `after_restore`: a mail that is lost may have
-- named who is restricted, who stays.
DROP FUNCTION IF EXISTS remove_mails(uuid[], uuid[], uuid[]);
CREATE OR REPLACE FUNCTION remove_mails(
    inquiries uuid[], messages uuid[], mails uuid[], unsaid uuid[] DEFAULT '{}', after_restore boolean DEFAULT false
) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    texts bigint := 0;
    held bigint;
    raws bigint;
    parts text[];
    touched text[] := '{}';
    named uuid[] := '{}';
    talks uuid[];
BEGIN
    IF unsaid <> '{}' THEN
        talks := ARRAY(
            SELECT talk.id FROM (
                SELECT DISTINCT coalesce(merged_into, inquiry_id) AS root FROM message LEFT JOIN ticket USING (inquiry_id)
                WHERE message.id = ANY (unsaid)
            ) AS home, LATERAL (SELECT root AS id UNION SELECT inquiry_id FROM ticket WHERE merged_into = root) AS talk
        );
        WITH gone AS (
            DELETE FROM participant
            WHERE (intake_id = ANY (mails || unsaid || ARRAY(SELECT intake_id FROM message WHERE id = ANY (unsaid)))
                OR inquiry_id = ANY (talks) AND address_key IN (
                    SELECT unnest(copied_keys || author_key) FROM message WHERE id = ANY (unsaid)
                ))
              AND instead_from IS NULL AND inquiry_id NOT IN (SELECT inquiry_id FROM held_inquiry)
              AND NOT (after_restore AND EXISTS (
                SELECT FROM ledger WHERE kind = 'restriction' AND detail -> 'participants' ? participant.id::text
              )) AND NOT EXISTS (
                SELECT FROM message AS other WHERE other.inquiry_id = ANY (talks || participant.inquiry_id)
                    AND other.id <> ALL (unsaid) AND address_key = ANY (other.copied_keys || other.author_key)
            ) RETURNING id
        ) SELECT coalesce(array_agg(id), '{}') INTO named FROM gone;
        IF named <> '{}' THEN
            touched := '{participant}';
        END IF;
    END IF;
    WITH gone AS (
        DELETE FROM message WHERE inquiry_id = ANY (inquiries) OR id = ANY (messages)
        RETURNING tableoid::regclass::text AS part
    ) SELECT count(*), coalesce(array_agg(DISTINCT part), '{}') INTO texts, parts FROM gone;
    touched := touched || parts;
    -- Its author hears of an answer that does not go out, but not again of one that is gone.
    UPDATE outbox SET state = 'suppressed', finished_at = now(), last_code = 'removed'
        WHERE participant = ANY (named) AND (state IN ('ready', 'retry') OR state = 'ambiguous' AND finished_at IS NULL);
    DELETE FROM held_message WHERE inquiry_id = ANY (inquiries) OR id = ANY (messages);
    GET DIAGNOSTICS held = ROW_COUNT;
    IF held > 0 THEN
        touched := touched || 'held_message'::text;
    END IF;
    WITH gone AS (
        DELETE FROM raw_mail WHERE inquiry_id = ANY (inquiries) OR intake_id = ANY (mails)
        RETURNING tableoid::regclass::text AS part
    ) SELECT count(*), coalesce(array_agg(DISTINCT part), '{}') INTO raws, parts FROM gone;
    RETURN jsonb_build_object(
        'message', texts + held, 'raw_mail', raws, 'participants', to_jsonb(named), 'tables', to_jsonb(touched || parts)
    );
END
$$;
