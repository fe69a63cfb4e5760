-- Numbers, dates and chains an entry. `entry` is the exact text that is hashed, so an exported file can be verified offline.
CREATE OR REPLACE FUNCTION chain_ledger() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    last ledger;
    previous text;
BEGIN
    PERFORM lock_retention();
    SELECT * INTO last FROM ledger ORDER BY seq DESC LIMIT 1;
    previous := encode(coalesce(last.hash, decode(repeat('00', 32), 'hex')), 'hex');
    NEW.home := ledger_home();
    IF session_user = 'inquiry_owner' AND NEW.entry IS NOT NULL THEN
        -- A replay after a restore brings the entries that the dump did not have, as they were.
        IF NEW.seq <> coalesce(last.seq, 0) + 1 OR NEW.entry::jsonb ->> 'seq' <> NEW.seq::text
            OR NEW.entry::jsonb ->> 'prev' <> previous OR NEW.hash <> sha256(convert_to(NEW.entry, 'UTF8')) THEN
            RAISE EXCEPTION 'entry % does not continue the ledger', NEW.seq USING ERRCODE = 'FW003';
        END IF;
        NEW.at := NEW.entry::jsonb ->> 'at';
        NEW.kind := NEW.entry::jsonb ->> 'kind';
        NEW.detail := NEW.entry::jsonb -> 'detail';
        RETURN NEW;
    END IF;
    IF last.home <> NEW.home AND NOT (session_user = 'inquiry_owner' AND NEW.kind = 'replay') THEN
        RAISE EXCEPTION 'the database was restored and the ledger has not been replayed' USING ERRCODE = 'FW006';
    END IF;
    NEW.seq := coalesce(last.seq, 0) + 1;
    NEW.at := clock_timestamp();
    NEW.entry := jsonb_build_object(
        'seq', NEW.seq,
        'at', to_char(NEW.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'kind', NEW.kind,
        'policy', retention_policy_version(),
        'role', session_user,
        'detail', NEW.detail,
        'prev', previous
    )::text;
    NEW.hash := sha256(convert_to(NEW.entry, 'UTF8'));
    RETURN NEW;
END
$$;
