-- Inquiries on hold that name this address and are not the person's own.
CREATE OR REPLACE FUNCTION inquiries_that_name(address_key text) RETURNS SETOF uuid
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT named.inquiry_id FROM (
        SELECT inquiry_id FROM compliance.message WHERE author_key = address_key OR address_key = ANY (copied_keys)
        UNION
        SELECT inquiry_id FROM compliance.participant AS named WHERE named.address_key = inquiries_that_name.address_key
        UNION
        SELECT inquiry_id FROM raw_mail WHERE address_key = ANY (address_keys)
    ) AS named
    WHERE named.inquiry_id IN (SELECT inquiry_id FROM held_inquiry)
        AND named.inquiry_id NOT IN (SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = address_key)
$$;
GRANT EXECUTE ON FUNCTION inquiries_that_name TO inquiry_compliance;
