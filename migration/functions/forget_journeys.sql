-- Deletes the mails of the worker's own journeys after half an hour, and what is noted of these after two days, or of one whose worker
-- was restarted before it was posted, at once. Only what came with a
-- journey and is on no ticket: `rule` alone is the application's word. What another session locks, goes a minute later.
CREATE OR REPLACE FUNCTION forget_journeys() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
BEGIN
    DELETE FROM outbox WHERE kind = 'journey' AND created_at < now() - interval '30 minutes';
    DELETE FROM intake USING journey
    WHERE rule = 'journey' AND fate = 'dropped' AND inquiry_id IS NULL AND outbox_id = journey.id
        AND accepted_at BETWEEN begun_at AND begun_at + interval '1 hour' AND accepted_at < now() - interval '30 minutes'
        AND NOT EXISTS (SELECT FROM message WHERE message.intake_id = intake.id);
    DELETE FROM journey WHERE begun_at < now() - interval '2 days'
        OR begun_at < now() - interval '4 minutes' AND posted_at IS NULL AND failed IS NULL;
EXCEPTION WHEN lock_not_available THEN
    NULL;
END
$$;
GRANT EXECUTE ON FUNCTION forget_journeys TO inquiry_app;
