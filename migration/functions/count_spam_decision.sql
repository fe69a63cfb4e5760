-- Counts the first decision of each kind about an inquiry.
CREATE OR REPLACE FUNCTION count_spam_decision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM ticket_event WHERE inquiry_id = NEW.inquiry_id AND verb = NEW.verb AND id <> NEW.id
            AND outcome IN ('done', 'unchanged')
    ) THEN
        UPDATE spam_decision SET called_spam = called_spam + (NEW.verb = 'spam')::int,
            released = released + (NEW.verb = 'release')::int
        WHERE sign = ANY (coalesce((SELECT signs FROM spam_check WHERE inquiry_id = NEW.inquiry_id), '{none}'));
    END IF;
    RETURN NULL;
END
$$;
