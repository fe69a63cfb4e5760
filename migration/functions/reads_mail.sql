-- Whether a consultant reads mail, as far as we know: the person has not said `#away`, the last mail to the mailbox did not come
-- back, and none was answered by a program since its owner last wrote. A note counts by the mail that it answers, whoever it says it is from.
CREATE OR REPLACE FUNCTION reads_mail(mailbox text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT coalesce((
        SELECT outbox.state = 'sent' FROM outbox
        WHERE finished_at > now() - interval '14 days' AND lower(recipient) = lower(mailbox)
            AND outbox.state IN ('sent', 'failed', 'bounced')
        ORDER BY finished_at DESC LIMIT 1
    ), true) AND NOT EXISTS (
        SELECT FROM consultant_absence WHERE mailbox = lower($1) AND now() >= begins_at AND now() < least(ends_at, changed_at)
    ) AND NOT EXISTS (
        SELECT FROM (
            SELECT max(settled_at) AS at FROM intake JOIN outbox ON outbox.id = outbox_id
            WHERE fate = 'machine' AND settled_at > now() - interval '1 year' AND lower(recipient) = lower(mailbox)
                AND rule NOT IN ('report', 'mailer_daemon', 'own', 'own_address', 'delivered', 'complaint', 'digest')
        ) AS note WHERE at IS NOT NULL AND NOT EXISTS (
            SELECT FROM ticket_event JOIN outbox AS person ON person.id = who
            WHERE ticket_event.at > note.at AND ticket_event.intake_id IS NOT NULL AND verb <> 'confirm' AND outcome <> 'proposed'
                AND lower(person.recipient) = lower(mailbox)
        )
    )
$$;
GRANT EXECUTE ON FUNCTION reads_mail TO inquiry_app;
