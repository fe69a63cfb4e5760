-- Of a mail that was given up, all other consultants on the ticket hear, since one may have left, or the recipient if there is no
-- other. That the visitor's address takes no auto-reply, all of them hear, as when it comes back; not of a marked inquiry
-- that the hourly mail tells of.
CREATE OR REPLACE FUNCTION note_failed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO outbox (id, inquiry_id, kind, recipient, about)
        SELECT gen_random_uuid(), NEW.inquiry_id, 'undeliverable', recipient,
            CASE WHEN NEW.kind <> 'auto_reply' OR NEW.last_code = 'sender_crashed' THEN NEW.id END
        FROM outbox WHERE inquiry_id = NEW.inquiry_id AND kind = 'notification'
            AND (NEW.kind <> 'auto_reply' OR last_code IS DISTINCT FROM 'collected')
            AND (lower(recipient) IS DISTINCT FROM lower(NEW.recipient) OR NOT EXISTS (
                SELECT FROM outbox AS other WHERE other.inquiry_id = NEW.inquiry_id AND other.kind = 'notification'
                    AND lower(other.recipient) <> lower(NEW.recipient)
            ))
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
