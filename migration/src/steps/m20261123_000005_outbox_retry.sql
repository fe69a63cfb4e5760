-- Age, copies and share of the outbox's mails. Behind a long reader, a dump for example, the step gives up and is to be run
-- again: nobody could read or write the table behind it.
SET LOCAL lock_timeout = '2s';

-- `age_from`: when the age that ends the attempts began. NULL for a notification that the mail server has not judged
-- yet, and for an auto-reply, whose age counts from `created_at`.
-- `copies`: how often the end of data of a notification was sent without a reply since the last retry by an operator.
-- `over_share`: an auto-reply beyond the share of the network that the inquiry came from. The network is not stored.
ALTER TABLE outbox
    ADD age_from timestamptz,
    ADD copies smallint NOT NULL DEFAULT 0,
    ADD over_share boolean NOT NULL DEFAULT false;
GRANT UPDATE (age_from, copies) ON outbox TO inquiry_app;
GRANT INSERT (over_share) ON outbox TO inquiry_app;

-- One mailbox under every spelling that its provider delivers to it. `email_key` has no upper case and no `+tag`, and
-- for Gmail no dots. Searches compare `email_key`; only the limit on auto-replies compares this.
-- Neither STRICT nor with a FROM: Postgres inlines it then, and a busy week has thousands of rows to compare.
CREATE FUNCTION auto_reply_key(email_key text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
        WHEN split_part(email_key, '@', 2) IN ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me')
            THEN translate(split_part(email_key, '@', 1), '.-_', '') || '@proton.me'
        WHEN split_part(email_key, '@', 2) IN ('icloud.com', 'me.com', 'mac.com')
            THEN split_part(email_key, '@', 1) || '@icloud.com'
        WHEN email_key ~ '@(yahoo\.[a-z.]+|ymail\.com|rocketmail\.com)$'
            THEN regexp_replace(email_key, '^([^-@]+)-[^@]*@', '\1@')
        WHEN email_key ~ '@[^.@]+\.fastmail\.(com|fm)$'
            THEN regexp_replace(email_key, '^[^@]*@([^.]+)\.(.*)$', '\1@\2')
        ELSE email_key
    END
$$;
REVOKE ALL ON FUNCTION auto_reply_key(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auto_reply_key(text) TO inquiry_app;
