-- Adds a column to both tables and the view, keeps no statistics of it, and lets the application write it.
CREATE OR REPLACE FUNCTION add_content_column(name text, definition text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    EXECUTE format('ALTER TABLE inquiry_content ADD %I %s', name, definition);
    EXECUTE format('ALTER TABLE held_content ADD %I %s', name, definition);
    EXECUTE format('GRANT INSERT (%I) ON inquiry_content TO inquiry_app', name);
    PERFORM forget_statistics('inquiry_content'), forget_statistics('held_content'), create_content_view();
END
$$;
