-- What waits for an answer: a ticket that is not answered, or whose visitor has written more than thanks since the last answer.
CREATE OR REPLACE FUNCTION waits_since(ticket) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN $1.state IN ('closed', 'spam') THEN NULL WHEN NOT is_answered($1) THEN $1.promised_from ELSE (
        SELECT min(message.received_at) FROM messages_of($1.inquiry_id) AS message
        WHERE party = 'visitor' AND NOT is_machine AND NOT EXISTS (
            SELECT FROM ticket_event AS event
            WHERE event.intake_id = message.intake_id AND verb = 'reopen' AND outcome = 'thanks'
        ) AND message.received_at > greatest(
            $1.first_answer_at,
            (SELECT max(finished_at) FROM outbox
             WHERE outbox.inquiry_id = $1.inquiry_id AND kind = 'answer' AND outbox.state = 'sent')
        )
    ) END
$$;
GRANT EXECUTE ON FUNCTION waits_since TO inquiry_app;
