-- Whether a consultant reads mail, as far as we know: the last mail to the mailbox did not come back, and the mailbox has not
-- answered automatically in the last two weeks since its owner last wrote.
CREATE OR REPLACE FUNCTION reads_mail(mailbox text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT coalesce((
        SELECT outbox.state = 'sent' FROM outbox
        WHERE finished_at > now() - interval '14 days' AND lower(recipient) = lower(mailbox)
            AND outbox.state IN ('sent', 'failed', 'bounced')
        ORDER BY finished_at DESC LIMIT 1
    ), true) AND NOT EXISTS (
        SELECT FROM message AS note JOIN intake ON intake.id = note.intake_id
        WHERE note.author_key = regexp_replace(lower(mailbox), '\+[^@]*@', '@') AND fate = 'machine'
            AND note.received_at > now() - interval '14 days' AND NOT EXISTS (
                SELECT FROM message AS later
                WHERE later.author_key = note.author_key AND NOT later.is_machine AND later.received_at > note.received_at
            )
    )
$$;
GRANT EXECUTE ON FUNCTION reads_mail TO inquiry_app;
