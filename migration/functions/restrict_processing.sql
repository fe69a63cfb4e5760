-- Restricts the processing of a person's inquiries (art. 18), or lifts the restriction: they are kept until they expire, but nobody
-- is mailed about them and no contact counts.
CREATE OR REPLACE FUNCTION restrict_processing(address_key text, lifted boolean) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    wanted uuid[];
    mails bigint := 0;
BEGIN
    PERFORM lock_retention();
    WITH changed AS (
        UPDATE inquiry SET restricted_at = CASE WHEN lifted THEN NULL ELSE now() END
        WHERE id IN (SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = address_key)
          AND (restricted_at IS NOT NULL) = lifted
        RETURNING id
    ) SELECT coalesce(array_agg(id), '{}') INTO wanted FROM changed;
    IF NOT lifted THEN
        UPDATE outbox SET state = 'suppressed', finished_at = now(), last_code = 'restricted'
            WHERE inquiry_id = ANY (wanted) AND (state IN ('ready', 'retry') OR state = 'ambiguous' AND finished_at IS NULL);
        GET DIAGNOSTICS mails = ROW_COUNT;
    ELSE
        -- Consultants hear of what came meanwhile. A late auto-reply would only confuse.
        mails := release_kept_back(wanted);
        UPDATE spam_check SET told_at = NULL WHERE inquiry_id = ANY (wanted) AND is_suspected;
    END IF;
    INSERT INTO ledger (kind, detail) VALUES ('restriction', jsonb_build_object(
        'ids', to_jsonb(wanted), 'action', CASE WHEN lifted THEN 'lifted' ELSE 'restricted' END, 'outbox', mails
    ));
    RETURN jsonb_build_object('inquiry', cardinality(wanted), 'outbox', mails);
END
$$;
GRANT EXECUTE ON FUNCTION restrict_processing TO inquiry_compliance;
