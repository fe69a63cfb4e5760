-- A job names an outbox row or a planned run; no text fits. A schedule that is left out of the list is never queued.
CREATE OR REPLACE FUNCTION is_job(job bytea, job_type text, key text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE job_type
        WHEN 'mail' THEN encode(job, 'escape') ~ ('^\{"outbox_id": ?"' || uuid || '"\}$')
            AND key ~ ('^outbox:' || uuid || '(:([0-9]{1,5}(-[0-9]{1,5}-[0-9]{1,9})?|operator-[0-9a-f]{32}))?$')
        WHEN 'schedule' THEN encode(job, 'escape') ~ ('^\{"tick": ?"' || tick || '", ?"schedule": ?"' || schedule || '"\}$')
            AND key ~ ('^' || schedule || ':' || tick || '$')
    END FROM (VALUES (
        '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z',
        '(clock|promises|digest|marked|authors|searches|journey|expire|networks|purge|cleanup|tables|reminders|intake-test|report)'
    )) AS form (uuid, tick, schedule)
$$;
GRANT EXECUTE ON FUNCTION is_job TO inquiry_app;
