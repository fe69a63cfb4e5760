-- Whether anything but requests is stored about an address. `recipients`: as of `erase_person`.
CREATE OR REPLACE FUNCTION is_stored(wanted text, recipients text[]) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM compliance.inquiry_content WHERE email_key = wanted)
        OR EXISTS (SELECT FROM compliance.message WHERE wanted = ANY (copied_keys || author_key))
        OR EXISTS (SELECT FROM compliance.participant WHERE address_key = wanted)
        OR EXISTS (SELECT FROM raw_mail WHERE wanted = ANY (address_keys))
        OR EXISTS (SELECT FROM legal_hold WHERE email_key = wanted)
        OR recipients <> '{}' AND EXISTS (SELECT FROM outbox WHERE recipient = ANY (recipients))
        OR EXISTS (SELECT FROM digest_mail WHERE recipient = ANY (recipients))
$$;
