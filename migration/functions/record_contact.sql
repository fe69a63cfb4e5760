-- Moves the last contact of an inquiry to now; by an answer that has come back to when the last mail of a consultant came: one that comes
-- back and arrives again and again lengthens nothing. False: the inquiry has expired or is restricted, or this source was counted before.
CREATE OR REPLACE FUNCTION record_contact(inquiry_key uuid, contact_kind text, contact_source uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    expiry timestamptz;
    restriction timestamptz;
    contacted_at timestamptz;
BEGIN
    SELECT expires_at, restricted_at INTO expiry, restriction FROM inquiry WHERE id = inquiry_key FOR UPDATE;
    -- After the wait for the lock: a transaction that began in time must not bring the inquiry back.
    contacted_at := clock_timestamp();
    IF expiry IS NULL OR expiry <= contacted_at THEN
        RETURN false;
    END IF;
    IF is_contact(inquiry_key, contact_kind, contact_source) IS NOT TRUE THEN
        RAISE EXCEPTION 'no stored % is this contact', contact_kind USING ERRCODE = 'FW009';
    END IF;
    -- A mail is one contact, whatever messages and answers name it.
    IF restriction IS NOT NULL OR EXISTS (
        SELECT FROM messages_of(inquiry_key) AS given JOIN messages_of(inquiry_key) AS counted USING (intake_id)
            LEFT JOIN outbox AS answer ON answer.inquiry_id = inquiry_key AND answer.about = counted.id AND answer.kind = 'answer'
            JOIN contact ON contact.inquiry_id = inquiry_key AND source IN (counted.id, answer.id)
        WHERE given.id IN (contact_source, (SELECT about FROM outbox WHERE id = contact_source))
    ) THEN
        RETURN false;
    END IF;
    contacted_at := least(contacted_at, (
        SELECT max(accepted_at) FROM messages_of(inquiry_key) AS message JOIN intake ON intake.id = intake_id
        WHERE contact_kind = 'answer' AND party = 'consultant' AND EXISTS (
            SELECT FROM outbox AS given JOIN outbox AS former ON former.about = given.about AND former.inquiry_id = inquiry_key
                JOIN intake AS report ON report.outbox_id = former.id
            WHERE given.id = contact_source AND report.inquiry_id = inquiry_key AND report.fate = 'bounce'
        )
    ));
    INSERT INTO contact (inquiry_id, kind, source, at) VALUES (inquiry_key, contact_kind, contact_source, contacted_at)
        ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    UPDATE inquiry SET last_contact_at = contacted_at WHERE id = inquiry_key AND last_contact_at < contacted_at;
    RETURN true;
END
$$;
GRANT EXECUTE ON FUNCTION record_contact TO inquiry_app;
