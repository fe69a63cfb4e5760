-- The library stores names of Rust types, which only its board shows.
CREATE OR REPLACE FUNCTION blank_worker() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.storage_name := 'postgres';
    NEW.layers := '';
    RETURN NEW;
END
$$;
