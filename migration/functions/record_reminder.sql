-- Marking a request as reminded is an entry, and happens within ten days of its last day, once for each day to which that moves.
CREATE OR REPLACE FUNCTION record_reminder() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF OLD.answered_on IS NOT NULL OR OLD.reminded_due_at = OLD.due_at
        OR (OLD.due_at AT TIME ZONE 'UTC')::date > (now() AT TIME ZONE 'UTC')::date + 10 THEN
        RAISE EXCEPTION 'no reminder of this request is due' USING ERRCODE = 'FW009';
    END IF;
    NEW.reminded_due_at := OLD.due_at;
    INSERT INTO ledger (kind, detail) VALUES ('reminder', jsonb_build_object('request', NEW.id));
    RETURN NEW;
END
$$;
