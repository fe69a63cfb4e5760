-- 30 days, and with an extension 60 more. A generated column cannot change its expression while a view reads it.
CREATE OR REPLACE FUNCTION derive_due_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.due_at := (NEW.received_at AT TIME ZONE 'UTC'
        + CASE WHEN NEW.extension IS NULL THEN interval '30 days' ELSE interval '90 days' END) AT TIME ZONE 'UTC';
    RETURN NEW;
END
$$;
