-- Erases the inquiries of an address, what it wrote in others' conversations, raw mails and ended holds that name it. What a hold
-- keeps stays and is counted as kept, and a request for it is open, registered if need be. An erasure of everything closes the requests
-- for it, and objections; all others stay open, with their address, until they are answered. A copy's address goes, the message of its author stays. A hold by the address that is in force
-- stays, with the address. `checked`: how the person's identity was checked. `recipients`: spellings of a consultant's address, of
-- which the mails on inquiries of others stay, and are counted.
-- An officer's second erasure of a day may wait for another officer. Returns what went, and the number of the entry, for the
-- certificate.
DROP FUNCTION IF EXISTS erase_person(text, text, text[]);
CREATE OR REPLACE FUNCTION erase_person(
    address_key text, checked text DEFAULT NULL, recipients text[] DEFAULT '{}', chosen spoken DEFAULT NULL, known spoken DEFAULT NULL
) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '10s' AS $$
DECLARE
    wanted uuid[];
    erasable uuid[];
    kept integer;
    holds bigint;
    in_force bigint;
    is_something boolean;
    asked uuid;
    closed uuid[] := '{}';
    late uuid[] := '{}';
    foreign_messages uuid[];
    raw_mails uuid[];
    others jsonb;
    counts jsonb;
    copies jsonb;
    participants uuid[];
    entry bigint;
BEGIN
    PERFORM lock_retention();
    wanted := ARRAY(SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = address_key);
    erasable := ARRAY(SELECT id FROM unnest(wanted) AS id WHERE id NOT IN (SELECT inquiry_id FROM held_inquiry));
    kept := cardinality(wanted) - cardinality(erasable);
    counts := remove_inquiries(erasable);
    foreign_messages := ARRAY(
        SELECT id FROM compliance.message
        WHERE author_key = address_key AND inquiry_id NOT IN (SELECT inquiry_id FROM held_inquiry)
    );
    raw_mails := ARRAY(
        SELECT intake_id FROM raw_mail
        WHERE address_key = ANY (address_keys)
          AND (inquiry_id IS NULL OR inquiry_id NOT IN (SELECT inquiry_id FROM held_inquiry))
    );
    others := remove_mails('{}', foreign_messages, raw_mails);
    copies := (
        SELECT coalesce(jsonb_agg(jsonb_build_object(
            'id', id, 'positions', array_positions(copied_keys, address_key), 'length', cardinality(copied_keys)
        )), '[]')
        FROM message
        WHERE address_key = ANY (copied_keys) AND inquiry_id NOT IN (SELECT inquiry_id FROM held_inquiry)
    );
    UPDATE message SET copied_keys = array_remove(copied_keys, address_key)
    WHERE address_key = ANY (copied_keys) AND inquiry_id NOT IN (SELECT inquiry_id FROM held_inquiry);
    IF FOUND THEN
        others := jsonb_set(others, '{tables}', (others -> 'tables') || (
            SELECT jsonb_agg(inhrelid::regclass::text) FROM pg_inherits WHERE inhparent = 'message'::regclass
        ));
    END IF;
    WITH gone AS (
        DELETE FROM participant AS named WHERE named.address_key = erase_person.address_key
            AND inquiry_id NOT IN (SELECT inquiry_id FROM held_inquiry) RETURNING id
    ) SELECT coalesce(array_agg(id), '{}') INTO participants FROM gone;
    -- No answer goes to an address that is gone: its author hears of one that waits, and no more of one that was lost before.
    UPDATE outbox SET state = 'suppressed', finished_at = now(), last_code = 'removed'
        WHERE (participant = ANY (participants) OR kind = 'answer_lost' AND about IN (
            SELECT id FROM outbox AS answer WHERE answer.participant = ANY (participants)
        )) AND (state IN ('ready', 'retry') OR state = 'ambiguous' AND finished_at IS NULL);
    IF participants <> '{}' THEN
        others := jsonb_set(others, '{tables}', (others -> 'tables') || '["participant"]');
    END IF;
    kept := kept + (SELECT count(*) FROM inquiries_that_name(address_key));
    DELETE FROM legal_hold
    WHERE (email_key = address_key OR inquiry_id = ANY (erasable)) AND (released_at IS NOT NULL OR ends_at <= now());
    GET DIAGNOSTICS holds = ROW_COUNT;
    in_force := (SELECT count(*) FROM legal_hold WHERE email_key = address_key);
    is_something := erasable <> '{}' OR foreign_messages <> '{}' OR raw_mails <> '{}' OR copies <> '[]' OR participants <> '{}'
        OR holds > 0;
    IF is_something THEN
        PERFORM require_another_officer(ARRAY[address_key], '{erasure,objection}');
    END IF;
    IF kept + in_force > 0 THEN
        asked := ask_for_erasure(address_key, chosen, known, checked, '{erasure}');
    ELSIF is_something THEN
        late := ARRAY(
            SELECT id FROM data_subject_request AS asked
            WHERE email_key = address_key AND kind IN ('erasure', 'objection') AND due_at < now() AND NOT EXISTS (
                SELECT FROM ledger WHERE kind = 'request' AND detail -> 'late' ? asked.id::text
            )
        );
        WITH answered AS (
            UPDATE data_subject_request SET closed_at = now(), email_key = NULL, answer = 'granted',
                identity = coalesce(checked, identity)
            WHERE email_key = address_key AND kind IN ('erasure', 'objection') RETURNING id
        ) SELECT coalesce(array_agg(id), '{}') INTO closed FROM answered;
        IF closed = '{}' THEN
            INSERT INTO data_subject_request (kind, closed_at, answer, identity) VALUES ('erasure', now(), 'granted', checked)
                RETURNING ARRAY[id] INTO closed;
        END IF;
    END IF;
    counts := counts || jsonb_build_object(
        'ids', to_jsonb(erasable), 'kept', kept, 'legal_hold', holds, 'in_force', in_force, 'requests', to_jsonb(closed),
        'late', to_jsonb(late),
        -- As a row has taken it: the entry takes no other text.
        'identity', CASE WHEN closed <> '{}' THEN checked END,
        'open', ARRAY(SELECT id FROM data_subject_request WHERE email_key = address_key),
        'messages', to_jsonb(foreign_messages), 'copies', copies, 'participants', to_jsonb(participants),
        'mails', to_jsonb(raw_mails),
        'recipient', CASE WHEN recipients = '{}' THEN 0 ELSE (SELECT count(*) FROM outbox WHERE recipient = ANY (recipients)) END,
        'message', (counts ->> 'message')::bigint + (others ->> 'message')::bigint,
        'raw_mail', (counts ->> 'raw_mail')::bigint + (others ->> 'raw_mail')::bigint,
        'tables', coalesce(counts -> 'tables', '[]') || (others -> 'tables')
            || CASE WHEN holds > 0 THEN '["legal_hold"]'::jsonb ELSE '[]' END
            || CASE WHEN closed <> '{}' THEN '["data_subject_request"]'::jsonb ELSE '[]' END
    );
    INSERT INTO ledger (kind, detail) VALUES ('erasure', counts) RETURNING seq INTO entry;
    RETURN counts || jsonb_build_object('entry', entry, 'asked', asked, 'unchecked', ARRAY(
        SELECT id FROM data_subject_request WHERE id = ANY (closed) AND identity IS NULL
    ));
END
$$;
GRANT EXECUTE ON FUNCTION erase_person TO inquiry_compliance;
