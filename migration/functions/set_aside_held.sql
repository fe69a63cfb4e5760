-- Moves what a hold keeps after its expiry out of the application's reach.
CREATE OR REPLACE FUNCTION set_aside_held() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    moved bigint;
    touched text[];
BEGIN
    IF NOT EXISTS (SELECT FROM held_inquiry) THEN
        RETURN;
    END IF;
    -- An insert by name: a column that held_content lacks is an error of the purge, not a loss.
    EXECUTE format(
        'WITH gone AS (
            DELETE FROM inquiry_content USING inquiry
            WHERE inquiry.id = inquiry_content.inquiry_id AND expires_at <= clock_timestamp()
              AND inquiry.id IN (SELECT inquiry_id FROM held_inquiry)
            RETURNING inquiry_content.*, inquiry_content.tableoid::regclass::text AS "file of"
        ), kept AS (
            INSERT INTO held_content (%1$s) SELECT %1$s FROM gone
        )
        SELECT count(*), array_agg(DISTINCT "file of") FROM gone',
        column_list('inquiry_content')
    ) INTO moved, touched;
    IF moved > 0 THEN
        INSERT INTO ledger (kind, detail)
            VALUES ('set_aside', jsonb_build_object('inquiry_content', moved, 'tables', touched));
    END IF;
    WITH gone AS (
        DELETE FROM message USING inquiry
        WHERE inquiry.id = message.inquiry_id AND expires_at <= clock_timestamp()
          AND inquiry.id IN (SELECT inquiry_id FROM held_inquiry)
        RETURNING message.*, message.tableoid::regclass::text AS part
    ), kept AS (
        INSERT INTO held_message (id, received_on, inquiry_id, intake_id, received_at, party, is_machine, author,
                                  author_key, copied_keys, message_id, subject, body, new_text, held_line, files)
        SELECT id, received_on, inquiry_id, intake_id, received_at, party, is_machine, author, author_key, copied_keys,
            message_id, subject, body, new_text, held_line, files FROM gone
    )
    SELECT count(*), array_agg(DISTINCT part) INTO moved, touched FROM gone;
    IF moved > 0 THEN
        INSERT INTO ledger (kind, detail)
            VALUES ('set_aside', jsonb_build_object('message', moved, 'tables', touched));
    END IF;
END
$$;
