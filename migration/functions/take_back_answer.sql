-- An answer that came back was no contact: the one before counts again, but the inquiry stays for a week, in which its author reads
-- that the answer did not arrive. Nor was it an answer: the first one that arrived counts, or none. The week begins when the report came,
-- whose bytes are on the inquiry: said again, it lengthens nothing.
CREATE OR REPLACE FUNCTION take_back_answer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    week_left timestamptz := coalesce((
        SELECT max(accepted_at) FROM intake WHERE inquiry_id = NEW.inquiry_id AND fate = 'bounce' AND outbox_id = NEW.id
            AND EXISTS (SELECT FROM raw_mail_of(intake.id) AS mail WHERE mail.inquiry_id = NEW.inquiry_id)
    ), 'epoch') + interval '7 days' - interval '2 years';
    former timestamptz;
BEGIN
    -- As the report says that came; nobody else says so.
    IF EXISTS (SELECT FROM intake WHERE inquiry_id = NEW.inquiry_id AND fate = 'bounce' AND outbox_id = NEW.id) THEN
        -- Another answer may be settled meanwhile: what it wrote is read after the wait.
        PERFORM FROM inquiry WHERE id = NEW.inquiry_id FOR UPDATE;
        former := (
            SELECT greatest(received_at, (
                SELECT max(at) FROM contact
                WHERE inquiry_id = NEW.inquiry_id AND NOT (kind = 'answer' AND source = NEW.id)
            )) FROM inquiry WHERE id = NEW.inquiry_id
        );
        IF former > week_left THEN
            DELETE FROM contact WHERE kind = 'answer' AND source = NEW.id;
        ELSE
            UPDATE contact SET at = week_left WHERE kind = 'answer' AND source = NEW.id;
        END IF;
        IF FOUND THEN
            UPDATE inquiry SET last_contact_at = greatest(former, week_left) WHERE id = NEW.inquiry_id;
        END IF;
    END IF;
    UPDATE ticket SET (first_answer_at, first_answer_way, measured_at) = (
        SELECT min(finished_at), CASE WHEN count(*) > 0 THEN 'mail' END, NULL::timestamptz FROM outbox
        WHERE outbox.inquiry_id = NEW.inquiry_id AND outbox.kind = 'answer' AND outbox.state = 'sent'
            AND NOT is_copy
    ) WHERE ticket.inquiry_id = NEW.inquiry_id AND first_answer_way = 'mail';
    RETURN NULL;
END
$$;
