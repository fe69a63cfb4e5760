-- The ways by which the product fetches mail: for how long nobody has read, and how many mails somebody else took away before
-- they were read. With LMTP and the pipe the mail server keeps the mail, so there is nothing to tell. A mailbox that no worker
-- has tried to read for a day is no longer in use.
CREATE OR REPLACE FUNCTION intake_ways() RETURNS TABLE (way text, silent_seconds double precision, taken_away bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT 'imap', max(extract(epoch FROM now() - coalesce(polled_at, created_at)))::double precision,
        sum(taken_away)::bigint
    FROM imap_account WHERE lease_until > now() - interval '1 day' HAVING count(*) > 0
$$;
GRANT EXECUTE ON FUNCTION intake_ways TO inquiry_app;
