-- A job names an outbox row or a run; no text fits.
CREATE OR REPLACE FUNCTION is_job(job bytea, job_type text, key text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT job_type ~ '^[a-z_-]{1,20}$' AND octet_length(job) <= 200
        AND encode(job, 'escape') ~
            '^\{("[a-z_]{1,20}": ?"([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z_-]{1,20}|[0-9TZ:.+-]{10,35})",? ?)+\}$'
        AND (key IS NULL OR key ~ '^[a-z_-]{1,20}:[0-9A-Za-z:.+_-]{1,100}$')
$$;
GRANT EXECUTE ON FUNCTION is_job TO inquiry_app;
