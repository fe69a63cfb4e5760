-- Begins the watch, or goes on with it; ends it a day after the last worker that watches. Another worker may have other
-- settings, or be older.
CREATE OR REPLACE FUNCTION watch_promise(wanted boolean) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DELETE FROM promise_watch WHERE NOT wanted AND checked_at < now() - interval '1 day';
    INSERT INTO promise_watch (is_on) SELECT true WHERE wanted
        ON CONFLICT (is_on) DO UPDATE SET checked_at = now();
$$;
GRANT EXECUTE ON FUNCTION watch_promise TO inquiry_app;
