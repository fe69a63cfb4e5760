-- When a request is due: the end of the 30th day, with an extension of the 90th, as lists and letters name the day (UTC). With
-- the end of the hold that it waits for, its day moves. A generated column cannot change its expression while a view reads it.
CREATE OR REPLACE FUNCTION derive_due_at() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_TABLE_NAME = 'legal_hold' THEN
        UPDATE data_subject_request SET due_at = due_at + interval '24 hours' * (
            ((least(NEW.ends_at, NEW.released_at) - interval '1 microsecond') AT TIME ZONE 'UTC')::date
            - ((least(OLD.ends_at, OLD.released_at) - interval '1 microsecond') AT TIME ZONE 'UTC')::date
        ) WHERE waits_for = NEW.id AND closed_at IS NULL;
        RETURN NULL;
    END IF;
    NEW.due_at := (date_trunc('day', NEW.received_at AT TIME ZONE 'UTC') - interval '1 microsecond'
        + CASE WHEN NEW.extension IS NULL THEN interval '31 days' ELSE interval '91 days' END) AT TIME ZONE 'UTC';
    RETURN NEW;
END
$$;
