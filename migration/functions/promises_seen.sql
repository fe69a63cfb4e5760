-- Every inquiry received ten minutes before this time has its due time: no commit takes longer.
CREATE OR REPLACE FUNCTION promises_seen(until timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE promise_watch SET seen_until = least(until, now()) - interval '10 minutes'
        WHERE seen_until < least(until, now()) - interval '10 minutes';
$$;
GRANT EXECUTE ON FUNCTION promises_seen TO inquiry_app;
