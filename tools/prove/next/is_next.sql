CREATE OR REPLACE FUNCTION is_next(value text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT value ~ '^[a-z]{1,10}$'
$$;
GRANT EXECUTE ON FUNCTION is_next TO inquiry_app, inquiry_compliance;
