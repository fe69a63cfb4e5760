-- An answer that came back was no answer: the first one that arrived counts, or none.
CREATE OR REPLACE FUNCTION take_back_answer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    -- As the report says that came; nobody else says so.
    IF EXISTS (SELECT FROM intake WHERE inquiry_id = NEW.inquiry_id AND fate = 'bounce' AND outbox_id = NEW.id) THEN
        PERFORM take_back_contact(NEW.inquiry_id, NEW.id);
    END IF;
    UPDATE ticket SET (first_answer_at, first_answer_way, measured_at) = (
        SELECT min(finished_at), CASE WHEN count(*) > 0 THEN 'mail' END, NULL::timestamptz FROM outbox
        WHERE outbox.inquiry_id = NEW.inquiry_id AND outbox.kind = 'answer' AND outbox.state = 'sent'
    ) WHERE ticket.inquiry_id = NEW.inquiry_id AND first_answer_way = 'mail';
    RETURN NULL;
END
$$;
