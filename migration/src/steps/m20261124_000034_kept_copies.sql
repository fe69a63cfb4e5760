-- An erasure counts as kept what a hold keeps of mails that name the person besides: as sender, as a copied person, in the
-- bytes. While anything is kept, the request stays open.
SET LOCAL lock_timeout = '5s';
SELECT lock_retention();

-- Inquiries on hold that name this address and are not the person's own.
CREATE FUNCTION inquiries_that_name(address_key text) RETURNS SETOF uuid
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT named.inquiry_id FROM (
        SELECT inquiry_id FROM compliance.message WHERE author_key = address_key OR address_key = ANY (copied_keys)
        UNION
        SELECT inquiry_id FROM raw_mail WHERE address_key = ANY (address_keys)
    ) AS named
    WHERE named.inquiry_id IN (SELECT inquiry_id FROM held_inquiry)
        AND named.inquiry_id NOT IN (SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = address_key)
$$;
REVOKE ALL ON FUNCTION inquiries_that_name(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION inquiries_that_name(text) TO inquiry_compliance;

DO $$
DECLARE
    erase text := pg_get_functiondef('erase_person_alone(text)'::regprocedure);
    erase_all text := regexp_replace(
        erase, 'kept := kept \+ \(SELECT count\(DISTINCT inquiry_id\) FROM compliance\.message\s+WHERE [^;]*\);',
        'kept := kept + (SELECT count(*) FROM inquiries_that_name(address_key));'
    );
BEGIN
    IF erase_all = erase THEN
        RAISE EXCEPTION 'erase_person_alone() has another form';
    END IF;
    EXECUTE erase_all;
END
$$;
