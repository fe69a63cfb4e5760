-- The network of an unverified inquiry goes into a small table, whose file can be rewritten at once: set to NULL here, its bytes
-- would stay in a large file.
CREATE OR REPLACE FUNCTION move_network() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO unverified_network (inquiry_id, client_network) VALUES (NEW.inquiry_id, NEW.client_network)
        ON CONFLICT DO NOTHING;
    NEW.client_network := NULL;
    RETURN NEW;
END
$$;
