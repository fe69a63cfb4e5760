SET LOCAL lock_timeout = '5s';
SELECT lock_retention();
DROP FUNCTION rewrite_forgotten(text);
SELECT
    replace_in_function(
        'retention_blockers()',
        'UNION ALL SELECT ''intake'' UNION ALL SELECT ''ticket'' UNION ALL SELECT ''ticket_event''
          UNION ALL SELECT ''spam_check'' UNION ALL SELECT ''recent_text'' UNION ALL SELECT ''unverified_network''
          UNION ALL SELECT ''data_subject_request'' UNION ALL SELECT ''notified_address'' UNION ALL SELECT ''legal_hold''',
        'UNION ALL SELECT ''legal_hold'''
    ),
    replace_in_function(
        'take_back_answer()',
        'BEGIN
    -- As the report says that came; nobody else says so.
    IF EXISTS (SELECT FROM intake WHERE inquiry_id = NEW.inquiry_id AND fate = ''bounce'' AND outbox_id = NEW.id) THEN
        PERFORM take_back_contact(NEW.inquiry_id, NEW.id);
    END IF;
',
        'BEGIN
'
    ),
    replace_in_function(
        'note_answer()',
        '        -- Nobody wrote it.
        IF NOT is_contact(NEW.inquiry_id, ''answer'', NEW.id) THEN
            RETURN NULL;
        END IF;
        -- An operator has sent an answer that a restriction had kept back.
        UPDATE outbox SET state = ''ready'', finished_at = NULL, last_code = NULL, age_from = NULL, next_attempt_at = now()
            WHERE inquiry_id = NEW.inquiry_id AND about = NEW.about AND kind = ''answer_copy''
              AND outbox.state = ''suppressed'' AND last_code = ''restricted'';
        PERFORM record_contact(',
        '        PERFORM record_contact('
    ),
    replace_in_function(
        'is_contact(uuid, text, uuid)',
        '            SELECT FROM outbox JOIN message ON message.id = about JOIN intake ON intake.id = intake_id
            WHERE message.inquiry_id = outbox.inquiry_id AND party = ''consultant'' AND fate = ''command'' AND outbox.id',
        '            SELECT FROM outbox
            WHERE outbox.id'
    ),
    replace_in_function(
        'restrict_processing(text, boolean)',
        '        mails := release_kept_back(wanted);
',
        '        UPDATE outbox SET state = ''ready'', finished_at = NULL, last_code = NULL, age_from = NULL, next_attempt_at = now()
            WHERE inquiry_id = ANY (wanted) AND state = ''suppressed'' AND last_code = ''restricted''
              AND kind IN (''notification'', ''visitor_reply'');
        GET DIAGNOSTICS mails = ROW_COUNT;
'
    ),
    replace_in_function(
        'replay_request(text, timestamp with time zone, jsonb)',
        '            UPDATE outbox SET state = ''suppressed'', finished_at = now(), last_code = ''restricted'',
                lease_holder = NULL, lease_until = NULL
                WHERE inquiry_id = ANY (ids) AND detail ->> ''action'' = ''restricted''
                  AND (state IN (''ready'', ''retry'', ''sending'') OR state = ''ambiguous'' AND finished_at IS NULL);
            UPDATE inquiry SET restricted_at = CASE WHEN detail ->> ''action'' = ''restricted'' THEN at END
                WHERE id = ANY (ids);
            IF detail ->> ''action'' = ''lifted'' THEN
                PERFORM release_kept_back(ids);
            END IF;
',
        '            UPDATE inquiry SET restricted_at = CASE WHEN detail ->> ''action'' = ''restricted'' THEN at END
                WHERE id = ANY (ids);
'
    ),
    replace_in_function(
        'erase_person_alone(text)',
        '''messages'', to_jsonb(foreign_messages), ''copies'', copies,',
        '''messages'', to_jsonb(foreign_messages),'
    ),
    replace_in_function(
        'erase_person_alone(text)',
        '    copies := (
        SELECT coalesce(jsonb_agg(jsonb_build_object(
            ''id'', id, ''positions'', array_positions(copied_keys, address_key), ''length'', cardinality(copied_keys)
        )), ''[]'')
        FROM message
        WHERE address_key = ANY (copied_keys) AND inquiry_id NOT IN (SELECT inquiry_id FROM held_inquiry)
    );
    UPDATE message SET copied_keys',
        '    UPDATE message SET copied_keys'
    ),
    replace_in_function(
        'erase_person_alone(text)',
        '    counts jsonb;
    copies jsonb;
BEGIN',
        '    counts jsonb;
BEGIN'
    );
DROP TRIGGER keep_bounced ON outbox;
DROP FUNCTION keep_bounced(), take_back_contact(uuid, uuid), release_kept_back(uuid[]);
