-- Releases the mail that a question is about, once and within a day. NULL: the question is not this person's, is older, or
-- was answered before.
CREATE OR REPLACE FUNCTION confirm_mail(question uuid, person uuid) RETURNS uuid
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE ticket_event SET outcome = 'confirmed'
    FROM outbox CROSS JOIN LATERAL messages_of(outbox.inquiry_id) AS message
    WHERE message.id = outbox.about AND outbox.id = question AND outbox.kind = 'question' AND message.inquiry_id = ticket_event.inquiry_id
        AND ticket_event.intake_id = message.intake_id AND verb = 'confirm' AND outcome = 'asked' AND who = person
        AND at > clock_timestamp() - interval '1 day'
    RETURNING message.id
$$;
GRANT EXECUTE ON FUNCTION confirm_mail TO inquiry_app;
