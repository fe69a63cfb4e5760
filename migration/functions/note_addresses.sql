-- Notes the addresses that mails go to; a new one is counted in the ledger by the next purge. Who is mailed about an inquiry can
-- answer, so is one of its consultants: a notification that is not sent names each who was not notified.
CREATE OR REPLACE FUNCTION note_addresses() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO notified_address (digest)
        SELECT DISTINCT sha256(convert_to(recipient, 'UTF8')) AS digest FROM stored
        WHERE recipient IS NOT NULL
          AND NOT EXISTS (SELECT FROM notified_address WHERE digest = sha256(convert_to(stored.recipient, 'UTF8')))
        ORDER BY digest
        ON CONFLICT DO NOTHING;
    IF EXISTS (SELECT FROM stored WHERE recipient IS NOT NULL AND kind <> 'notification') THEN
        INSERT INTO outbox (id, inquiry_id, kind, recipient, last_code)
            SELECT gen_random_uuid(), inquiry_id, 'notification', recipient, 'named' FROM (
                SELECT inquiry_id, min(recipient) AS recipient FROM stored
                WHERE recipient IS NOT NULL AND kind <> 'notification' GROUP BY inquiry_id, lower(recipient)
            ) AS mailed
            WHERE NOT EXISTS (
                SELECT FROM outbox WHERE outbox.inquiry_id = mailed.inquiry_id AND kind = 'notification'
                    AND lower(outbox.recipient) = lower(mailed.recipient)
            )
            ORDER BY inquiry_id, recipient ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END
$$;
