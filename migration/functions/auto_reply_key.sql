-- One mailbox under every spelling that its provider delivers to it. `email_key` has no upper case and no `+tag`, and
-- for Gmail no dots. Searches compare `email_key`; only the limit on auto-replies compares this.
-- Neither STRICT nor with a FROM: Postgres inlines it then, and a busy week has thousands of rows to compare.
CREATE OR REPLACE FUNCTION auto_reply_key(email_key text) RETURNS text
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
GRANT EXECUTE ON FUNCTION auto_reply_key TO inquiry_app;
