-- Erases a person, unless a rule asks for another officer first. Returns what went, and the number and the hash of the entry, for
-- the certificate.
CREATE OR REPLACE FUNCTION erase_person(address_key text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '10s' AS $$
DECLARE
    counts jsonb;
BEGIN
    PERFORM lock_retention();
    IF (SELECT second_officer FROM compliance_rule)
        AND EXISTS (
            SELECT FROM ledger WHERE kind = 'erasure' AND at > clock_timestamp() - interval '1 day'
                AND entry::jsonb ->> 'role' = session_user
                AND detail -> 'ids' || coalesce(detail -> 'messages', '[]') || coalesce(detail -> 'mails', '[]') <> '[]'
        )
        AND NOT EXISTS (
            SELECT FROM data_subject_request WHERE email_key = address_key AND kind = 'erasure' AND closed_at IS NULL
                AND confirmed_by <> session_user
        ) THEN
        RAISE EXCEPTION 'the second erasure of a day waits for another officer' USING ERRCODE = 'FW013';
    END IF;
    counts := erase_person_alone(address_key);
    RETURN counts || (
        SELECT jsonb_build_object('entry', jsonb_build_object(
            'seq', seq, 'hash', encode(hash, 'hex'), 'at', entry::jsonb ->> 'at', 'role', entry::jsonb ->> 'role',
            'policy', (entry::jsonb ->> 'policy')::integer
        )) FROM ledger ORDER BY seq DESC LIMIT 1
    );
END
$$;
GRANT EXECUTE ON FUNCTION erase_person TO inquiry_compliance;
