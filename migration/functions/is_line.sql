-- One line of text: not empty, at most max_length UTF-16 code units, no control characters.
-- The schema is named because pg_restore checks rows with an empty search path.
CREATE OR REPLACE FUNCTION is_line(value text, max_length integer) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT value <> '' AND public.utf16_length(value) <= max_length AND value !~ '[\u0001-\u001F\u007F-\u009F]'
$$;
GRANT EXECUTE ON FUNCTION is_line TO inquiry_app;
