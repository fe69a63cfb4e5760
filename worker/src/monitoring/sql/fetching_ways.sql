-- The ways by which the product fetches mail: for how long nobody has read, and how many mails somebody else took away before
-- they were read. With LMTP and the pipe the mail server keeps the mail, so there is nothing to tell. A mailbox that no worker
-- has tried to read for a day is no longer in use.
SELECT 'imap' AS way, max(extract(epoch FROM now() - coalesce(polled_at, created_at)))::double precision AS silent_seconds,
    sum(taken_away)::bigint AS taken_away
FROM imap_account WHERE lease_until > now() - interval '1 day' HAVING count(*) > 0
