-- Notes the addresses that notifications go to. A new one is counted in the ledger by the next purge.
CREATE OR REPLACE FUNCTION note_addresses() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO notified_address (digest)
        SELECT DISTINCT sha256(convert_to(recipient, 'UTF8')) AS digest FROM stored
        WHERE recipient IS NOT NULL
          AND NOT EXISTS (SELECT FROM notified_address WHERE digest = sha256(convert_to(stored.recipient, 'UTF8')))
        ORDER BY digest
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
