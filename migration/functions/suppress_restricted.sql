-- A mail that was being sent meanwhile, or that an operator queues again.
CREATE OR REPLACE FUNCTION suppress_restricted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM inquiry WHERE id = NEW.inquiry_id AND restricted_at IS NOT NULL)
        OR EXISTS (SELECT FROM participant WHERE id = NEW.participant AND restricted_at IS NOT NULL) THEN
        NEW.state := 'suppressed';
        NEW.finished_at := clock_timestamp();
        NEW.last_code := 'restricted';
        NEW.lease_holder := NULL;
        NEW.lease_until := NULL;
    END IF;
    RETURN NEW;
END
$$;
