-- With the rule, an officer's second erasure of a day waits until another one confirms the person's request. A correction
-- counts as one: it takes the words away, or hides the inquiry from exports and erasures, and answers go elsewhere. `kinds`:
-- whose confirmation serves, once, of any of these addresses; of a mail that names nobody, one of the mail, by its id. `corrected`:
-- the inquiry whose corrections do not count, as several fields of one are one act.
--
-- The login that officers share may be anybody's: it confirms nothing, no confirmation serves it, and what it does counts for each.
DROP FUNCTION IF EXISTS require_another_officer(text[], text[]);
CREATE OR REPLACE FUNCTION require_another_officer(address_keys text[], kinds text[], corrected uuid DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    shared CONSTANT text := 'inquiry_compliance';
    waiting text;
BEGIN
    IF NOT (SELECT second_officer FROM compliance_rule)
        OR NOT EXISTS (
            SELECT FROM ledger, LATERAL (SELECT
                entry::jsonb ->> 'role' AS login, kind = 'correction' AND detail -> 'ids' ->> 0 = corrected::text AS is_further
            ) AS _
            WHERE at > clock_timestamp() - interval '1 day' AND kind IN ('correction', 'erasure')
                AND (login = session_user OR shared IN (login, session_user) AND 'inquiry_app' NOT IN (login, session_user))
                AND (kind = 'correction'
                    OR detail @? '$.keyvalue() ? (@.key like_regex "^(ids|messages|mails|files|copies|participants)$").value[*]')
            HAVING bool_or(is_further IS NOT TRUE) AND bool_or(
                is_further AND login = session_user AND detail ->> 'field' NOT IN ('message', 'email')
            ) IS NOT TRUE
        ) THEN
        RETURN;
    END IF;
    IF session_user = shared THEN
        RAISE EXCEPTION 'it may be the login of the officer who confirms' USING ERRCODE = 'FW010';
    END IF;
    UPDATE data_subject_request SET confirmed_by = NULL WHERE id = (
        SELECT id FROM data_subject_request
        WHERE email_key = ANY (address_keys) AND kind = ANY (kinds) AND confirmed_by NOT IN (session_user, shared)
        ORDER BY received_at LIMIT 1
    );
    IF NOT FOUND AND NOT EXISTS (
        SELECT FROM ledger WHERE kind = 'confirm' AND detail ->> 'mail' = ANY (address_keys)
            AND at > clock_timestamp() - interval '1 day' AND entry::jsonb ->> 'role' NOT IN (session_user, shared)
    ) THEN
        -- What can be confirmed, by its id alone: the server's log has it.
        waiting := coalesce((
            SELECT id::text FROM data_subject_request WHERE email_key = ANY (address_keys) AND kind = ANY (kinds)
            ORDER BY received_at LIMIT 1
        ), (SELECT key FROM unnest(address_keys) AS key WHERE key ~ '^[0-9a-f-]{36}$' LIMIT 1), '');
        RAISE EXCEPTION 'the second erasure of a day waits for another officer'
            USING ERRCODE = 'FW013', DETAIL = waiting;
    END IF;
END
$$;
