-- What was kept back while inquiries, or addresses on others', were restricted. A late receipt, reminder or auto-reply would only confuse; an answer may
-- have been overtaken, so its author decides. Returns how many mails are ready.
CREATE OR REPLACE FUNCTION release_kept_back(inquiries uuid[], participants uuid[]) RETURNS bigint
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    released bigint;
BEGIN
    UPDATE outbox AS mail SET state = 'ready', finished_at = NULL, last_code = NULL, age_from = NULL, next_attempt_at = now()
    WHERE inquiry_id = ANY (inquiries) AND state = 'suppressed' AND last_code = 'restricted' AND (
        kind IN ('notification', 'visitor_reply', 'undeliverable', 'answer_lost', 'assignment')
        -- Colleagues read a note, and not an answer that the visitor does not get.
        OR kind = 'answer_copy' AND NOT EXISTS (
            SELECT FROM outbox AS answer
            WHERE answer.inquiry_id = mail.inquiry_id AND answer.kind = 'answer' AND answer.about = mail.about
                AND NOT answer.is_copy AND answer.state <> 'sent'
        )
    );
    GET DIAGNOSTICS released = ROW_COUNT;
    INSERT INTO outbox (id, inquiry_id, kind, recipient, about)
    SELECT gen_random_uuid(), answer.inquiry_id, 'answer_lost', author.recipient, answer.id
    FROM outbox AS answer, LATERAL (
        SELECT notified.recipient FROM messages_of(answer.inquiry_id) AS message JOIN ticket_event USING (intake_id) JOIN outbox AS notified ON notified.id = who
        WHERE message.id = answer.about AND verb IN ('answer', 'send') ORDER BY at DESC LIMIT 1
    ) AS author
    WHERE (answer.inquiry_id = ANY (inquiries) OR answer.participant = ANY (participants)) AND answer.kind = 'answer'
        AND answer.state = 'suppressed' AND answer.last_code = 'restricted'
    ON CONFLICT DO NOTHING;
    RETURN released;
END
$$;
