-- Who reads a turn of a ticket: its owner, and who follows it. Everybody whom the settings still name does (NULL: all who were
-- notified), but who has muted it, with `all_follow`; and without exception while nobody owns it, its owner has left or reads
-- no mail, or an urgent one waits for an answer. If nobody of them is left, all whom the settings name.
CREATE OR REPLACE FUNCTION turn_readers(inquiry_key uuid, consultants text[], all_follow boolean) RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    WITH told AS (
        SELECT id, recipient, (
            SELECT verb FROM ticket_event
            WHERE ticket_event.inquiry_id = inquiry_key AND who = outbox.id AND verb IN ('follow', 'mute') AND outcome <> 'waits'
            ORDER BY at DESC LIMIT 1
        ) AS choice FROM outbox
        WHERE outbox.inquiry_id = inquiry_key AND kind = 'notification'
            AND (consultants IS NULL OR recipient = ANY (consultants))
    ), owned AS (
        SELECT told.id FROM ticket JOIN inquiry ON inquiry.id = ticket.inquiry_id JOIN told ON told.id = owner
        WHERE ticket.inquiry_id = inquiry_key AND (contact_reason <> 'incident-response' OR is_answered(ticket))
            AND reads_mail(told.recipient)
    )
    SELECT recipient FROM told
    WHERE NOT EXISTS (SELECT FROM owned) OR id IN (SELECT id FROM owned) OR coalesce(choice = 'follow', all_follow)
    UNION SELECT unnest(consultants) WHERE NOT EXISTS (SELECT FROM told)
$$;
GRANT EXECUTE ON FUNCTION turn_readers TO inquiry_app;
