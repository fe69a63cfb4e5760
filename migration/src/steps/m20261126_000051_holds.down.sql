SET LOCAL lock_timeout = '5s';
-- Between two replacements a function can name what the second one brings.
SET LOCAL check_function_bodies = off;
SELECT lock_retention();
CREATE OR REPLACE TRIGGER suppress_restricted BEFORE UPDATE OF state ON outbox FOR EACH ROW
    WHEN (NEW.state IN ('ready', 'retry') AND OLD.state IS DISTINCT FROM NEW.state)
    EXECUTE FUNCTION suppress_restricted();
CREATE FUNCTION replace_in_function(name regprocedure, part text, wanted text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    definition text := pg_get_functiondef(name);
BEGIN
    IF strpos(definition, part) = 0 THEN
        RAISE EXCEPTION '%() has another form', name;
    END IF;
    EXECUTE replace(definition, part, wanted);
END
$$;
SELECT
    replace_in_function(
        'retention_blockers()',
        'UNION ALL SELECT ''legal_hold'' UNION ALL SELECT ''contact''
          UNION ALL SELECT ''held_content'' UNION ALL SELECT ''held_message'' UNION ALL SELECT ''apalis.jobs''
          UNION ALL SELECT ''inquiry_content'' UNION ALL SELECT ''message'' UNION ALL SELECT ''raw_mail''
          UNION ALL SELECT inhrelid::regclass FROM pg_inherits
              WHERE inhparent IN (''inquiry_content''::regclass, ''message''::regclass, ''raw_mail''::regclass)
',
        'UNION ALL SELECT ''inquiry_content''
          UNION ALL SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = ''inquiry_content''::regclass
'
    ),
    replace_in_function(
        'turn_mail_partitions()',
        '            WHEN lock_not_available THEN NULL;
        END;
    END LOOP;
',
        '            WHEN lock_not_available THEN RETURN changes;
        END;
    END LOOP;
    FOR wanted IN
        SELECT inhrelid::regclass::text AS name FROM pg_inherits
        WHERE inhparent = ''raw_mail''::regclass AND inhrelid <> ''raw_mail_default''::regclass
          AND to_date(substr(inhrelid::regclass::text, 10), ''IYYY"w"IW'') + 7 <= today - 30
    LOOP
        BEGIN
            EXECUTE format(''DROP TABLE %I'', wanted.name);
            changes := changes + 1;
        EXCEPTION WHEN lock_not_available THEN RETURN changes;
        END;
    END LOOP;
'
    ),
    replace_in_function(
        'turn_mail_partitions()',
        'BEGIN
    FOR wanted IN
        SELECT inhrelid::regclass::text AS name FROM pg_inherits
        WHERE inhparent = ''raw_mail''::regclass AND inhrelid <> ''raw_mail_default''::regclass
          AND to_date(substr(inhrelid::regclass::text, 10), ''IYYY"w"IW'') + 7 <= today - 30
    LOOP
        BEGIN
            EXECUTE format(''DROP TABLE %I'', wanted.name);
            changes := changes + 1;
        EXCEPTION WHEN lock_not_available THEN NULL;
        END;
    END LOOP;
    FOR wanted IN
        SELECT ''raw_mail'' AS parent',
        'BEGIN
    FOR wanted IN
        SELECT ''raw_mail'' AS parent'
    ),
    replace_in_function(
        'restrict_processing(text, boolean)',
        '(state IN (''ready'', ''retry'') OR state = ''ambiguous'' AND finished_at IS NULL);
        GET DIAGNOSTICS mails = ROW_COUNT;
    ELSE
        -- Consultants hear of what came meanwhile. A late auto-reply would only confuse.
        UPDATE outbox SET state = ''ready'', finished_at = NULL, last_code = NULL, age_from = NULL, next_attempt_at = now()
            WHERE inquiry_id = ANY (wanted) AND state = ''suppressed'' AND last_code = ''restricted''
              AND kind IN (''notification'', ''visitor_reply'');
        GET DIAGNOSTICS mails = ROW_COUNT;
',
        'state IN (''ready'', ''retry'', ''ambiguous'');
        GET DIAGNOSTICS mails = ROW_COUNT;
'
    ),
    replace_in_function(
        'correct_inquiry(uuid, text, text, text)',
        '    FOR held IN
        SELECT * FROM legal_hold
        WHERE email_key = former_key AND former_key <> address_key AND released_at IS NULL AND ends_at > now()
    LOOP
        INSERT INTO legal_hold (inquiry_id, reason, ends_at, wanted_until, placed_by)
            VALUES (inquiry, held.reason, held.ends_at, held.wanted_until, held.placed_by) RETURNING id INTO held.id;
        INSERT INTO ledger (kind, detail) VALUES (''hold'', jsonb_build_object(
            ''hold'', held.id, ''ends_at'', to_char(held.ends_at AT TIME ZONE ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS"Z"''),
            ''by'', ''inquiry'', ''ids'', ARRAY[inquiry]
        ));
    END LOOP;
    RETURN true;
',
        '    RETURN true;
'
    ),
    replace_in_function(
        'correct_inquiry(uuid, text, text, text)',
        '    PERFORM lock_retention();
    SELECT email_key INTO former_key FROM compliance.inquiry_content WHERE inquiry_id = inquiry;
',
        '    PERFORM lock_retention();
'
    ),
    replace_in_function(
        'correct_inquiry(uuid, text, text, text)',
        '    touched text;
    former_key text;
    held legal_hold;
',
        '    touched text;
'
    ),
    replace_in_function(
        'retention_gauges()',
        '(SELECT count(*) FROM unreclaimed WHERE is_overdue) + overdue_mail_weeks()',
        '(SELECT count(*) FROM unreclaimed WHERE is_overdue)'
    ),
    replace_in_function('retention_gauges()', 'now() - min(due_at)', 'now() - min(expires_at)'),
    replace_in_function(
        'retention_gauges()',
        'SELECT greatest(expires_at, kept_until) AS due_at FROM inquiry
        LEFT JOIN (SELECT inquiry_id, max(kept_until) AS kept_until FROM hold_ends() GROUP BY 1) AS kept
            ON kept.inquiry_id = id
        WHERE',
        'SELECT expires_at FROM inquiry
        WHERE'
    ),
    replace_in_function(
        'retention_state()',
        '(SELECT count(*) FROM unreclaimed WHERE is_overdue) + overdue_mail_weeks()',
        '(SELECT count(*) FROM unreclaimed WHERE is_overdue)'
    ),
    replace_in_function('retention_state()', 'now() - min(next_due_at)', 'now() - min(next_expiry_at)'),
    replace_in_function(
        'retention_state()',
        'FROM inquiry LEFT JOIN contacted ON contacted.inquiry_id = inquiry.id LEFT JOIN kept ON kept.inquiry_id = inquiry.id',
        'FROM inquiry LEFT JOIN contacted ON contacted.inquiry_id = inquiry.id'
    ),
    replace_in_function(
        'retention_state()',
        'AS next_expiry_at,
        min(greatest(expires_at, kept_until)) FILTER (WHERE id NOT IN (SELECT inquiry_id FROM held)) AS next_due_at,',
        'AS next_expiry_at,'
    ),
    replace_in_function(
        'retention_state()',
        'kept AS (SELECT inquiry_id, max(kept_until) AS kept_until FROM hold_ends() GROUP BY 1),
    contacted AS (',
        'contacted AS ('
    ),
    replace_in_function(
        'purge_expired(uuid, integer)',
        'INTO locked FROM inquiry
        WHERE expires_at <= now()',
        'INTO locked FROM inquiry
        WHERE expires_at <= clock_timestamp()'
    ),
    replace_in_function(
        'purge_expired(uuid, integer)',
        'AND id NOT IN (SELECT inquiry_id FROM hold_ends() WHERE kept_until > now() - interval ''2 hours'');',
        'AND NOT EXISTS (SELECT FROM legal_hold WHERE inquiry_id = inquiry.id)
      AND NOT EXISTS (SELECT FROM compliance.inquiry_content AS content JOIN legal_hold USING (email_key)
                      WHERE content.inquiry_id = inquiry.id);'
    );
DROP FUNCTION replace_in_function(regprocedure, text, text);
DROP FUNCTION hold_ends(), overdue_mail_weeks();
