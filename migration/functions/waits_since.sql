-- What waits for an answer: a ticket that is not answered, or whose visitor has written more than thanks since the last answer.
-- Of the many that are answered, only those with a later mail are looked into: intake has no quarters. An answer counts from when it
-- was written, since its visitor may have written before it arrived. What a consultant has put off is listed from the end of that time.
CREATE OR REPLACE FUNCTION waits_since(ticket) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN $1.state IN ('closed', 'spam') OR $1.waits_until > now() THEN NULL
        WHEN $1.waits_until IS NOT NULL THEN $1.waits_until WHEN NOT is_answered($1) THEN $1.promised_from
        WHEN EXISTS (SELECT FROM intake WHERE inquiry_id = $1.inquiry_id AND fate = 'reply' AND settled_at > answered_at) THEN (
            SELECT min(message.received_at) FROM messages_of($1.inquiry_id) AS message
            WHERE party = 'visitor' AND NOT is_machine AND message.received_at > answered_at AND NOT EXISTS (
                SELECT FROM ticket_event AS event
                WHERE event.intake_id = message.intake_id AND verb = 'reopen' AND outcome = 'thanks'
            )
        ) END
    FROM (SELECT greatest(
        CASE WHEN $1.first_answer_way = 'phone' AND $1.first_answer_at <= now() THEN $1.first_answer_at END,
        (SELECT max(created_at) FROM outbox
         WHERE outbox.inquiry_id = $1.inquiry_id AND kind = 'answer' AND NOT is_copy
           AND outbox.state = 'sent' AND created_at <= now()),
        '-infinity'
    ) AS answered_at) AS last
$$;
GRANT EXECUTE ON FUNCTION waits_since TO inquiry_app;
