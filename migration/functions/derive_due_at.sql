-- The end of the 30th day, and with an extension of the 90th, as lists and letters name the day (UTC). A generated column cannot change its expression while a view reads it.
CREATE OR REPLACE FUNCTION derive_due_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.due_at := (date_trunc('day', NEW.received_at AT TIME ZONE 'UTC') - interval '1 microsecond'
        + CASE WHEN NEW.extension IS NULL THEN interval '31 days' ELSE interval '91 days' END) AT TIME ZONE 'UTC';
    RETURN NEW;
END
$$;
