-- Deletes the mails of the worker's own journeys after half an hour, and what is noted of these after two days.
CREATE OR REPLACE FUNCTION forget_journeys() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DELETE FROM outbox WHERE kind = 'journey' AND created_at < now() - interval '30 minutes';
    DELETE FROM intake WHERE rule = 'journey' AND accepted_at < now() - interval '30 minutes';
    DELETE FROM journey WHERE begun_at < now() - interval '2 days';
$$;
GRANT EXECUTE ON FUNCTION forget_journeys TO inquiry_app;
