-- A consultant's mail that the receiving host does not prove waits until its author confirms it from the registered mailbox.
SET LOCAL lock_timeout = '2s';
CREATE INDEX ticket_event_questions ON ticket_event (at) WHERE verb = 'confirm';

-- Releases the mail that a question is about, once and within a day. NULL: the question is not this person's, is older, or
-- was answered before.
CREATE FUNCTION confirm_mail(question uuid, person uuid) RETURNS uuid
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE ticket_event SET outcome = 'confirmed'
    FROM outbox JOIN message ON message.id = outbox.about
    WHERE outbox.id = question AND outbox.kind = 'question' AND message.inquiry_id = ticket_event.inquiry_id
        AND ticket_event.intake_id = message.intake_id AND verb = 'confirm' AND outcome = 'asked' AND who = person
        AND at > clock_timestamp() - interval '1 day'
    RETURNING message.id
$$;
REVOKE ALL ON FUNCTION confirm_mail(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION confirm_mail(uuid, uuid) TO inquiry_app;

-- An answer that came back was no answer: the first one that arrived counts, or none.
CREATE FUNCTION take_back_answer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE ticket SET (first_answer_at, first_answer_way, measured_at) = (
        SELECT min(finished_at), CASE WHEN count(*) > 0 THEN 'mail' END, NULL::timestamptz FROM outbox
        WHERE outbox.inquiry_id = NEW.inquiry_id AND outbox.kind = 'answer' AND outbox.state = 'sent'
    ) WHERE ticket.inquiry_id = NEW.inquiry_id AND first_answer_way = 'mail';
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION take_back_answer() FROM PUBLIC;
CREATE TRIGGER take_back_answer AFTER UPDATE OF state ON outbox FOR EACH ROW
    WHEN (NEW.kind = 'answer' AND OLD.state = 'sent' AND NEW.state = 'bounced')
    EXECUTE FUNCTION take_back_answer();
