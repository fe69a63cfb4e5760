-- Lets the next digest list what an edition has listed, if nobody has it: each mail that was sent came back. What a
-- consultant has decided meanwhile is not listed again. $1 a mail of the edition.
WITH edition AS (
    SELECT mail.kind, min(mail.created_at) AS begun_at,
        -- A report may come days later, when other editions have listed other entries.
        coalesce((
            SELECT min(later.created_at) FROM digest_mail AS later WHERE later.kind = mail.kind AND later.day > mail.day
        ), 'infinity') AS next_begun_at
    FROM digest_mail AS mail JOIN digest_mail AS known ON known.kind = mail.kind AND known.day = mail.day
    WHERE known.id = $1
    GROUP BY mail.kind, mail.day
    HAVING bool_and(mail.bounced_at IS NOT NULL OR mail.finished_at IS NULL)
), suspects AS (
    UPDATE spam_check SET told_at = NULL FROM edition, ticket
    WHERE edition.kind = 'suspects' AND is_suspected AND told_at >= begun_at AND told_at < next_begun_at
        AND ticket.inquiry_id = spam_check.inquiry_id AND ticket.state = 'spam'
        AND NOT EXISTS (
            SELECT FROM ticket_event WHERE ticket_event.inquiry_id = spam_check.inquiry_id AND verb = 'spam'
        )
)
UPDATE intake SET told_at = NULL FROM edition
WHERE edition.kind = 'quarantine' AND fate = 'quarantined' AND told_at >= begun_at AND told_at < next_begun_at
