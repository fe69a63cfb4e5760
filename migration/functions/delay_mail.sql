-- When the mails of a marked inquiry go: its notification, if collected, and an encrypted mail, with the hourly mail; its auto-reply at a person's word, or
-- after two hours. A notification that only names a person is never sent. The application says only which.
CREATE OR REPLACE FUNCTION delay_mail() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.last_code IN ('collected', 'named') THEN
        NEW.state := 'suppressed';
        NEW.finished_at := now();
    ELSIF NEW.kind = 'auto_reply' AND NEW.last_code = 'waits' THEN
        NEW.next_attempt_at := now() + interval '2 hours';
    ELSE
        NEW.last_code := NULL;
    END IF;
    RETURN NEW;
END
$$;
