-- COMPLIANCE_SECOND_OFFICER=on: an officer who has erased one person within a day needs another officer's confirmation
-- for the next one.
SET LOCAL lock_timeout = '5s';
SELECT lock_retention();

ALTER TABLE data_subject_request ADD confirmed_by text;

-- The request of an address's erasure, open and waiting for a confirmation; registered if there is none.
CREATE FUNCTION ask_for_erasure(address_key text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    open uuid;
BEGIN
    PERFORM lock_retention();
    SELECT id INTO open FROM data_subject_request
        WHERE email_key = address_key AND kind = 'erasure' AND closed_at IS NULL ORDER BY received_at LIMIT 1;
    IF open IS NULL THEN
        SELECT request INTO open FROM register_request('erasure', address_key, now());
    END IF;
    RETURN open;
END
$$;

-- The last confirmation counts: that of the officer who erases has no effect, and must not keep another's out.
-- False: no erasure request with this id is open, or this officer has confirmed it already.
CREATE FUNCTION confirm_erasure(request uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM lock_retention();
    UPDATE data_subject_request SET confirmed_by = session_user
        WHERE id = request AND kind = 'erasure' AND closed_at IS NULL AND confirmed_by IS DISTINCT FROM session_user;
    IF FOUND THEN
        INSERT INTO ledger (kind, detail) VALUES ('confirm', jsonb_build_object('request', request));
    END IF;
    RETURN FOUND;
END
$$;

ALTER FUNCTION erase_person(text) RENAME TO erase_person_alone;
REVOKE ALL ON FUNCTION erase_person_alone(text) FROM inquiry_compliance;
-- Returns also the number and the hash of the entry, for the certificate.
CREATE FUNCTION erase_person(address_key text) RETURNS jsonb
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

REVOKE ALL ON FUNCTION ask_for_erasure(text), confirm_erasure(uuid), erase_person(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ask_for_erasure(text), confirm_erasure(uuid), erase_person(text) TO inquiry_compliance;
