-- Records an export of a person's data, with the open requests that it may answer: `answer_request` closes them. One of nothing
-- answers none. `recipients`: as of `erase_person`.
DROP FUNCTION IF EXISTS record_export(text);
CREATE OR REPLACE FUNCTION record_export(address_key text, recipients text[] DEFAULT '{}') RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    exported uuid[];
BEGIN
    PERFORM lock_retention();
    exported := ARRAY(SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = address_key ORDER BY inquiry_id);
    INSERT INTO ledger (kind, detail) VALUES ('export', jsonb_build_object(
        'ids', exported[:400], 'inquiry', cardinality(exported),
        'requests', ARRAY(
            SELECT id FROM data_subject_request
            WHERE email_key = address_key AND kind IN ('access', 'portability') AND is_stored(address_key, recipients)
        ),
        'outbox', (SELECT count(*) FROM outbox WHERE inquiry_id = ANY (exported)),
        'legal_hold', (SELECT count(*) FROM legal_hold WHERE email_key = address_key OR inquiry_id = ANY (exported))
    ));
END
$$;
GRANT EXECUTE ON FUNCTION record_export TO inquiry_compliance;
