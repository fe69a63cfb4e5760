-- A job's result is what the runner wrote: a code, never an address or a server's reply.
CREATE OR REPLACE FUNCTION is_job_result(status text, result jsonb, metadata text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT status ~ '^[A-Za-z]{1,20}$' AND (metadata IS NULL OR metadata = '')
        AND (result IS NULL OR octet_length(result::text) <= 300 AND strpos(result::text, '@') = 0)
$$;
GRANT EXECUTE ON FUNCTION is_job_result TO inquiry_app;
