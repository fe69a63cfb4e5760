-- Records an export of a person's data. It answers the open requests for access and portability of the address; if there is none, one
-- is registered that is answered at once.
CREATE OR REPLACE FUNCTION record_export(address_key text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    exported uuid[];
    closed uuid[];
BEGIN
    PERFORM lock_retention();
    exported := ARRAY(SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = address_key ORDER BY inquiry_id);
    WITH answered AS (
        UPDATE data_subject_request SET closed_at = now(), email_key = NULL
        WHERE email_key = address_key AND kind IN ('access', 'portability') RETURNING id
    ) SELECT coalesce(array_agg(id), '{}') INTO closed FROM answered;
    IF closed = '{}' THEN
        INSERT INTO data_subject_request (kind, closed_at) VALUES ('access', now());
    END IF;
    INSERT INTO ledger (kind, detail) VALUES ('export', jsonb_build_object(
        'ids', exported[:400], 'inquiry', cardinality(exported), 'requests', closed,
        'outbox', (SELECT count(*) FROM outbox WHERE inquiry_id = ANY (exported)),
        'legal_hold', (SELECT count(*) FROM legal_hold WHERE email_key = address_key OR inquiry_id = ANY (exported)),
        'tables', CASE WHEN closed = '{}' THEN '{}' ELSE ARRAY['data_subject_request'] END
    ));
END
$$;
GRANT EXECUTE ON FUNCTION record_export TO inquiry_compliance;
