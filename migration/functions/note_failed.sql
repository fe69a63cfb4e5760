-- Of a mail that was given up, a person on the ticket hears: another consultant, best one whose mailbox takes mail, or the recipient if
-- there is no other. That the visitor's address takes no auto-reply, all of them hear, as when it comes back; not of a marked inquiry
-- that the hourly mail tells of.
CREATE OR REPLACE FUNCTION note_failed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO outbox (id, inquiry_id, kind, recipient, about)
        SELECT gen_random_uuid(), NEW.inquiry_id, 'undeliverable', recipient, CASE WHEN NEW.kind <> 'auto_reply' THEN NEW.id END
        FROM outbox WHERE inquiry_id = NEW.inquiry_id AND kind = 'notification'
            AND (NEW.kind <> 'auto_reply' OR last_code IS DISTINCT FROM 'collected')
        ORDER BY lower(recipient) = lower(NEW.recipient), state = 'sent' DESC, recipient
        LIMIT CASE WHEN NEW.kind <> 'auto_reply' THEN 1 END
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
