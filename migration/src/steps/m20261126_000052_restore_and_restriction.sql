-- A restore brings back neither the address of somebody who was copied nor mails of restricted inquiries; an answer that came
-- back is no contact, nor is one that nobody wrote; the lift of a restriction releases what consultants must read; every lock that
-- retention waits for is named; what is forgotten leaves the files of small tables.
SET LOCAL lock_timeout = '5s';
SELECT lock_retention();

-- What was kept back while inquiries were restricted. A late receipt, reminder or auto-reply would only confuse; an answer may
-- have been overtaken, so its author decides. Returns how many mails are ready.
CREATE FUNCTION release_kept_back(inquiries uuid[]) RETURNS bigint
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    released bigint;
BEGIN
    UPDATE outbox AS mail SET state = 'ready', finished_at = NULL, last_code = NULL, age_from = NULL, next_attempt_at = now()
    WHERE inquiry_id = ANY (inquiries) AND state = 'suppressed' AND last_code = 'restricted' AND (
        kind IN ('notification', 'visitor_reply', 'undeliverable', 'answer_lost')
        -- Colleagues read a note, and not an answer that the visitor does not get.
        OR kind = 'answer_copy' AND NOT EXISTS (
            SELECT FROM outbox AS answer
            WHERE answer.inquiry_id = mail.inquiry_id AND answer.kind = 'answer' AND answer.about = mail.about
                AND answer.state <> 'sent'
        )
    );
    GET DIAGNOSTICS released = ROW_COUNT;
    INSERT INTO outbox (id, inquiry_id, kind, recipient, about)
    SELECT gen_random_uuid(), answer.inquiry_id, 'answer_lost', author.recipient, answer.id
    FROM outbox AS answer, LATERAL (
        SELECT notified.recipient FROM message JOIN ticket_event USING (intake_id) JOIN outbox AS notified ON notified.id = who
        WHERE message.id = answer.about AND verb IN ('answer', 'send') ORDER BY at DESC LIMIT 1
    ) AS author
    WHERE answer.inquiry_id = ANY (inquiries) AND answer.kind = 'answer'
        AND answer.state = 'suppressed' AND answer.last_code = 'restricted'
    ON CONFLICT DO NOTHING;
    RETURN released;
END
$$;

-- An answer that came back was no contact. The one before counts again; but the inquiry stays for a week, in which its author
-- reads that the answer did not arrive.
CREATE FUNCTION take_back_contact(inquiry_key uuid, answer uuid) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    week_left timestamptz := clock_timestamp() + interval '7 days' - interval '2 years';
    former timestamptz;
BEGIN
    -- Another answer may be settled meanwhile: what it wrote is read after the wait.
    PERFORM FROM inquiry WHERE id = inquiry_key FOR UPDATE;
    former := (
        SELECT greatest(received_at, (
            SELECT max(at) FROM contact WHERE inquiry_id = inquiry_key AND NOT (kind = 'answer' AND source = answer)
        )) FROM inquiry WHERE id = inquiry_key
    );
    IF former > week_left THEN
        DELETE FROM contact WHERE kind = 'answer' AND source = answer;
    ELSE
        UPDATE contact SET at = week_left WHERE kind = 'answer' AND source = answer;
    END IF;
    IF FOUND THEN
        UPDATE inquiry SET last_contact_at = greatest(former, week_left) WHERE id = inquiry_key;
    END IF;
END
$$;

-- Sent again and again, it would be a new contact each time.
CREATE FUNCTION keep_bounced() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'an answer that came back stays so' USING ERRCODE = 'FW014';
END
$$;
REVOKE ALL ON FUNCTION release_kept_back(uuid[]), take_back_contact(uuid, uuid), keep_bounced() FROM PUBLIC;

SELECT
    -- Where the address stood in the messages of others: the ledger names no address.
    replace_in_function(
        'erase_person_alone(text)',
        '    counts jsonb;
BEGIN',
        '    counts jsonb;
    copies jsonb;
BEGIN'
    ),
    replace_in_function(
        'erase_person_alone(text)',
        '    UPDATE message SET copied_keys',
        '    copies := (
        SELECT coalesce(jsonb_agg(jsonb_build_object(
            ''id'', id, ''positions'', array_positions(copied_keys, address_key), ''length'', cardinality(copied_keys)
        )), ''[]'')
        FROM message
        WHERE address_key = ANY (copied_keys) AND inquiry_id NOT IN (SELECT inquiry_id FROM held_inquiry)
    );
    UPDATE message SET copied_keys'
    ),
    replace_in_function(
        'erase_person_alone(text)',
        '''messages'', to_jsonb(foreign_messages),',
        '''messages'', to_jsonb(foreign_messages), ''copies'', copies,'
    ),
    replace_in_function(
        'replay_request(text, timestamp with time zone, jsonb)',
        '            UPDATE inquiry SET restricted_at = CASE WHEN detail ->> ''action'' = ''restricted'' THEN at END
                WHERE id = ANY (ids);
',
        '            UPDATE outbox SET state = ''suppressed'', finished_at = now(), last_code = ''restricted'',
                lease_holder = NULL, lease_until = NULL
                WHERE inquiry_id = ANY (ids) AND detail ->> ''action'' = ''restricted''
                  AND (state IN (''ready'', ''retry'', ''sending'') OR state = ''ambiguous'' AND finished_at IS NULL);
            UPDATE inquiry SET restricted_at = CASE WHEN detail ->> ''action'' = ''restricted'' THEN at END
                WHERE id = ANY (ids);
            IF detail ->> ''action'' = ''lifted'' THEN
                PERFORM release_kept_back(ids);
            END IF;
'
    ),
    replace_in_function(
        'restrict_processing(text, boolean)',
        '        UPDATE outbox SET state = ''ready'', finished_at = NULL, last_code = NULL, age_from = NULL, next_attempt_at = now()
            WHERE inquiry_id = ANY (wanted) AND state = ''suppressed'' AND last_code = ''restricted''
              AND kind IN (''notification'', ''visitor_reply'');
        GET DIAGNOSTICS mails = ROW_COUNT;
',
        '        mails := release_kept_back(wanted);
'
    ),
    replace_in_function(
        'is_contact(uuid, text, uuid)',
        '            SELECT FROM outbox
            WHERE outbox.id',
        '            SELECT FROM outbox JOIN message ON message.id = about JOIN intake ON intake.id = intake_id
            WHERE message.inquiry_id = outbox.inquiry_id AND party = ''consultant'' AND fate = ''command'' AND outbox.id'
    ),
    replace_in_function(
        'note_answer()',
        '        PERFORM record_contact(',
        '        -- Nobody wrote it.
        IF NOT is_contact(NEW.inquiry_id, ''answer'', NEW.id) THEN
            RETURN NULL;
        END IF;
        -- An operator has sent an answer that a restriction had kept back.
        UPDATE outbox SET state = ''ready'', finished_at = NULL, last_code = NULL, age_from = NULL, next_attempt_at = now()
            WHERE inquiry_id = NEW.inquiry_id AND about = NEW.about AND kind = ''answer_copy''
              AND outbox.state = ''suppressed'' AND last_code = ''restricted'';
        PERFORM record_contact('
    ),
    replace_in_function(
        'take_back_answer()',
        'BEGIN
',
        'BEGIN
    -- As the report says that came; nobody else says so.
    IF EXISTS (SELECT FROM intake WHERE inquiry_id = NEW.inquiry_id AND fate = ''bounce'' AND outbox_id = NEW.id) THEN
        PERFORM take_back_contact(NEW.inquiry_id, NEW.id);
    END IF;
'
    ),
    replace_in_function(
        'retention_blockers()',
        'UNION ALL SELECT ''legal_hold''',
        'UNION ALL SELECT ''intake'' UNION ALL SELECT ''ticket'' UNION ALL SELECT ''ticket_event''
          UNION ALL SELECT ''spam_check'' UNION ALL SELECT ''recent_text'' UNION ALL SELECT ''unverified_network''
          UNION ALL SELECT ''data_subject_request'' UNION ALL SELECT ''notified_address'' UNION ALL SELECT ''legal_hold'''
    );

-- Takes the bytes of deleted rows out of the file of a small table whose removals have no entry in the ledger, in a transaction
-- after the one that deleted them: a rewrite keeps what its own transaction deleted. False: another session uses the table, and
-- the next run has to try again.
CREATE FUNCTION rewrite_forgotten(name text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1500ms' AS $$
BEGIN
    IF name NOT IN ('recent_text', 'digest_mail') THEN
        RAISE EXCEPTION '% is not a table that is rewritten each hour', name USING ERRCODE = 'FW005';
    END IF;
    -- Also if the table is empty: the index may have the bytes.
    IF pg_relation_size(name::regclass) <= 33554432 THEN
        EXECUTE format('CLUSTER %I USING %I', name, name || '_pkey');
    END IF;
    RETURN true;
EXCEPTION WHEN lock_not_available THEN
    RETURN false;
END
$$;
REVOKE ALL ON FUNCTION rewrite_forgotten(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rewrite_forgotten(text) TO inquiry_app;

-- Last, because it locks the table.
CREATE TRIGGER keep_bounced BEFORE UPDATE OF state ON outbox FOR EACH ROW
    WHEN (OLD.kind = 'answer' AND OLD.state = 'bounced' AND NEW.state <> 'bounced')
    EXECUTE FUNCTION keep_bounced();
