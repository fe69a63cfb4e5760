-- The person was told that a hold keeps the data: until it ends, the request for erasure or correction is not overdue. Of several holds, the one that ends
-- last, with its last day. No row where no such request is open, or no hold keeps anything about its address.
CREATE OR REPLACE FUNCTION wait_for_hold(request uuid, day date, way channel) RETURNS TABLE (hold uuid, until date)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    address_key text;
    concerned uuid[];
BEGIN
    PERFORM lock_retention();
    SELECT email_key INTO address_key FROM data_subject_request WHERE id = request AND closed_at IS NULL AND kind IN ('erasure', 'correction');
    concerned := ARRAY(
        SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = address_key
        UNION ALL SELECT inquiries_that_name(address_key)
    );
    SELECT id, ((ends_at - interval '1 microsecond') AT TIME ZONE 'UTC')::date INTO hold, until FROM legal_hold
    WHERE released_at IS NULL AND ends_at > now() AND (
        inquiry_id = ANY (concerned) OR email_key = address_key
        OR email_key IN (SELECT email_key FROM compliance.inquiry_content WHERE inquiry_id = ANY (concerned))
        OR email_key IN (SELECT author_key FROM compliance.message WHERE inquiry_id = ANY (concerned))
    )
    ORDER BY ends_at DESC LIMIT 1;
    IF hold IS NULL OR way IS NULL OR day IS NULL OR day > (now() AT TIME ZONE 'UTC')::date THEN
        RETURN;
    END IF;
    UPDATE data_subject_request SET waits_for = hold WHERE id = request;
    INSERT INTO ledger (kind, detail) VALUES ('request', jsonb_build_object(
        'request', request, 'action', 'waits', 'hold', hold, 'told_on', day, 'channel', way
    ));
    RETURN NEXT;
END
$$;
GRANT EXECUTE ON FUNCTION wait_for_hold TO inquiry_compliance;
