-- Begins a mail to a consultant about a mail in quarantine from this person, or in this person's name: one an hour and three a
-- day, so that who writes in the name of a consultant does not fill the mailbox. The digest lists the others.
CREATE OR REPLACE FUNCTION tell_author(mail uuid, author text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(lower(author), 17));
    INSERT INTO digest_mail (day, recipient, about)
        SELECT (now() AT TIME ZONE 'UTC')::date, author, mail
        WHERE EXISTS (SELECT FROM intake WHERE id = mail AND fate = 'quarantined') AND (
            SELECT count(*) < 3 AND coalesce(max(created_at) < now() - interval '1 hour', true) FROM digest_mail
            WHERE about IS NOT NULL AND lower(recipient) = lower(author) AND created_at > now() - interval '1 day'
        );
END
$$;
GRANT EXECUTE ON FUNCTION tell_author TO inquiry_app;
