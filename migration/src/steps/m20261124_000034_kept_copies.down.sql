SET LOCAL lock_timeout = '5s';
SELECT lock_retention();
DO $$
BEGIN
    EXECUTE replace(
        pg_get_functiondef('erase_person_alone(text)'::regprocedure),
        'kept := kept + (SELECT count(*) FROM inquiries_that_name(address_key));',
        'kept := kept + (SELECT count(DISTINCT inquiry_id) FROM compliance.message
                    WHERE author_key = address_key AND inquiry_id <> ALL (wanted));'
    );
END
$$;
DROP FUNCTION inquiries_that_name(text);
