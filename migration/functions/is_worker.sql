-- The name of a worker is random, its queue is a word.
CREATE OR REPLACE FUNCTION is_worker(id text, worker_type text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT id ~ '^[a-z_]{1,20}-[0-9A-HJKMNP-TV-Z]{26}$' AND worker_type ~ '^[a-z_]{1,20}$'
$$;
GRANT EXECUTE ON FUNCTION is_worker TO inquiry_app;
