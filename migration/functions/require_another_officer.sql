-- With the rule, an officer's second erasure of a day waits until another one confirms the person's request. The correction
-- of a message or an address counts as one: it takes the words away, or hides the inquiry from exports and erasures, and
-- answers go elsewhere. `kinds`: whose confirmation serves, once, of any of these addresses; of a mail that names nobody,
-- one of the mail, by its id.
CREATE OR REPLACE FUNCTION require_another_officer(address_keys text[], kinds text[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT (SELECT second_officer FROM compliance_rule)
        OR NOT EXISTS (
            SELECT FROM ledger WHERE at > clock_timestamp() - interval '1 day' AND entry::jsonb ->> 'role' = session_user
                AND (kind = 'correction' AND detail ->> 'field' IN ('message', 'email') OR kind = 'erasure'
                    AND detail -> 'ids' || coalesce(detail -> 'messages', '[]') || coalesce(detail -> 'mails', '[]')
                    || coalesce(detail -> 'files', '[]') || coalesce(detail -> 'copies', '[]')
                    || coalesce(detail -> 'participants', '[]') <> '[]')
        ) THEN
        RETURN;
    END IF;
    UPDATE data_subject_request SET confirmed_by = NULL WHERE id = (
        SELECT id FROM data_subject_request
        WHERE email_key = ANY (address_keys) AND kind = ANY (kinds) AND confirmed_by <> session_user
        ORDER BY received_at LIMIT 1
    );
    IF NOT FOUND AND NOT EXISTS (
        SELECT FROM ledger WHERE kind = 'confirm' AND detail ->> 'mail' = ANY (address_keys)
            AND at > clock_timestamp() - interval '1 day' AND entry::jsonb ->> 'role' <> session_user
    ) THEN
        RAISE EXCEPTION 'the second erasure of a day waits for another officer' USING ERRCODE = 'FW013';
    END IF;
END
$$;
