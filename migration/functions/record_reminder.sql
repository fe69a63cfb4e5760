-- Marking a request as reminded is an entry, is dated by the database, and happens only when it is due.
CREATE OR REPLACE FUNCTION record_reminder() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF OLD.reminded_at IS NOT NULL OR NEW.closed_at IS NOT NULL OR NEW.reminded_at IS NULL
        OR OLD.received_at > now() - interval '20 days' THEN
        RAISE EXCEPTION 'no reminder of this request is due' USING ERRCODE = 'FW009';
    END IF;
    NEW.reminded_at := clock_timestamp();
    INSERT INTO ledger (kind, detail) VALUES ('reminder', jsonb_build_object('request', NEW.id));
    RETURN NEW;
END
$$;
