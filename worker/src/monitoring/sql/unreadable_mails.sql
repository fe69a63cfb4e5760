-- Lists the oldest mails that this version cannot read and nobody has claimed in five minutes. `late` is the number of
-- all of them. $1: the reasons that this version knows. $2: the programs.
SELECT outbox.id, count(*) OVER () AS late
FROM outbox JOIN inquiry ON inquiry.id = inquiry_id
WHERE state IN ('ready', 'retry', 'ambiguous')
    AND next_attempt_at < now() - interval '5 minutes'
    AND (kind NOT IN ('notification', 'auto_reply') OR contact_reason <> ALL($1) OR program <> ALL($2))
ORDER BY outbox.created_at
LIMIT 20
