-- A hold follows a corrected address; what is due or late counts from the end of a hold; a mail of a restricted inquiry is not
-- sent again after an unknown outcome, and notifications follow once the restriction is lifted; the weeks of raw mail are
-- dropped whatever else is locked.
SET LOCAL lock_timeout = '5s';
-- Between two replacements a function can name what the second one brings.
SET LOCAL check_function_bodies = off;
SELECT lock_retention();

-- How long each hold keeps or kept an inquiry. A hold stays for a month after its end.
CREATE FUNCTION hold_ends() RETURNS TABLE (inquiry_id uuid, kept_until timestamptz)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT inquiry_id, least(ends_at, released_at) FROM legal_hold WHERE inquiry_id IS NOT NULL
    UNION ALL
    SELECT content.inquiry_id, least(ends_at, released_at)
    FROM legal_hold JOIN compliance.inquiry_content AS content USING (email_key)
    UNION ALL
    SELECT message.inquiry_id, least(ends_at, released_at)
    FROM legal_hold JOIN compliance.message ON author_key = email_key
$$;

-- Weeks of raw mail that should have been dropped a day ago.
CREATE FUNCTION overdue_mail_weeks() RETURNS bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT count(*) FROM pg_inherits
    WHERE inhparent = 'raw_mail'::regclass AND inhrelid <> 'raw_mail_default'::regclass
      AND to_date(substr(inhrelid::regclass::text, 10), 'IYYY"w"IW') + 7 <= (now() AT TIME ZONE 'UTC')::date - 31
$$;
REVOKE ALL ON FUNCTION hold_ends(), overdue_mail_weeks() FROM PUBLIC;

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
        'purge_expired(uuid, integer)',
        'AND NOT EXISTS (SELECT FROM legal_hold WHERE inquiry_id = inquiry.id)
      AND NOT EXISTS (SELECT FROM compliance.inquiry_content AS content JOIN legal_hold USING (email_key)
                      WHERE content.inquiry_id = inquiry.id);',
        'AND id NOT IN (SELECT inquiry_id FROM hold_ends() WHERE kept_until > now() - interval ''2 hours'');'
    ),
    -- What has expired since the batch was chosen is not locked.
    replace_in_function(
        'purge_expired(uuid, integer)',
        'INTO locked FROM inquiry
        WHERE expires_at <= clock_timestamp()',
        'INTO locked FROM inquiry
        WHERE expires_at <= now()'
    ),
    replace_in_function(
        'retention_state()',
        'contacted AS (',
        'kept AS (SELECT inquiry_id, max(kept_until) AS kept_until FROM hold_ends() GROUP BY 1),
    contacted AS ('
    ),
    replace_in_function(
        'retention_state()',
        'AS next_expiry_at,',
        'AS next_expiry_at,
        min(greatest(expires_at, kept_until)) FILTER (WHERE id NOT IN (SELECT inquiry_id FROM held)) AS next_due_at,'
    ),
    replace_in_function(
        'retention_state()',
        'FROM inquiry LEFT JOIN contacted ON contacted.inquiry_id = inquiry.id',
        'FROM inquiry LEFT JOIN contacted ON contacted.inquiry_id = inquiry.id LEFT JOIN kept ON kept.inquiry_id = inquiry.id'
    ),
    replace_in_function('retention_state()', 'now() - min(next_expiry_at)', 'now() - min(next_due_at)'),
    replace_in_function(
        'retention_state()',
        '(SELECT count(*) FROM unreclaimed WHERE is_overdue)',
        '(SELECT count(*) FROM unreclaimed WHERE is_overdue) + overdue_mail_weeks()'
    ),
    replace_in_function(
        'retention_gauges()',
        'SELECT expires_at FROM inquiry
        WHERE',
        'SELECT greatest(expires_at, kept_until) AS due_at FROM inquiry
        LEFT JOIN (SELECT inquiry_id, max(kept_until) AS kept_until FROM hold_ends() GROUP BY 1) AS kept
            ON kept.inquiry_id = id
        WHERE'
    ),
    replace_in_function('retention_gauges()', 'now() - min(expires_at)', 'now() - min(due_at)'),
    replace_in_function(
        'retention_gauges()',
        '(SELECT count(*) FROM unreclaimed WHERE is_overdue)',
        '(SELECT count(*) FROM unreclaimed WHERE is_overdue) + overdue_mail_weeks()'
    ),
    -- A hold by the former address keeps the inquiry: the correction does not end it.
    replace_in_function(
        'correct_inquiry(uuid, text, text, text)',
        '    touched text;
',
        '    touched text;
    former_key text;
    held legal_hold;
'
    ),
    replace_in_function(
        'correct_inquiry(uuid, text, text, text)',
        '    PERFORM lock_retention();
',
        '    PERFORM lock_retention();
    SELECT email_key INTO former_key FROM compliance.inquiry_content WHERE inquiry_id = inquiry;
'
    ),
    replace_in_function(
        'correct_inquiry(uuid, text, text, text)',
        '    RETURN true;
',
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
'
    ),
    -- An auto-reply with an unknown outcome is never sent again, so it stays ambiguous.
    replace_in_function(
        'restrict_processing(text, boolean)',
        'state IN (''ready'', ''retry'', ''ambiguous'');
        GET DIAGNOSTICS mails = ROW_COUNT;
',
        '(state IN (''ready'', ''retry'') OR state = ''ambiguous'' AND finished_at IS NULL);
        GET DIAGNOSTICS mails = ROW_COUNT;
    ELSE
        -- Consultants hear of what came meanwhile. A late auto-reply would only confuse.
        UPDATE outbox SET state = ''ready'', finished_at = NULL, last_code = NULL, age_from = NULL, next_attempt_at = now()
            WHERE inquiry_id = ANY (wanted) AND state = ''suppressed'' AND last_code = ''restricted''
              AND kind IN (''notification'', ''visitor_reply'');
        GET DIAGNOSTICS mails = ROW_COUNT;
'
    ),
    -- The drops first, and each by itself.
    replace_in_function(
        'turn_mail_partitions()',
        'BEGIN
    FOR wanted IN
        SELECT ''raw_mail'' AS parent',
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
        SELECT ''raw_mail'' AS parent'
    ),
    replace_in_function(
        'turn_mail_partitions()',
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
',
        '            WHEN lock_not_available THEN NULL;
        END;
    END LOOP;
'
    ),
    -- Every table from which the purge deletes.
    replace_in_function(
        'retention_blockers()',
        'UNION ALL SELECT ''inquiry_content''
          UNION ALL SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = ''inquiry_content''::regclass
',
        'UNION ALL SELECT ''legal_hold'' UNION ALL SELECT ''contact''
          UNION ALL SELECT ''held_content'' UNION ALL SELECT ''held_message'' UNION ALL SELECT ''apalis.jobs''
          UNION ALL SELECT ''inquiry_content'' UNION ALL SELECT ''message'' UNION ALL SELECT ''raw_mail''
          UNION ALL SELECT inhrelid::regclass FROM pg_inherits
              WHERE inhparent IN (''inquiry_content''::regclass, ''message''::regclass, ''raw_mail''::regclass)
'
    );
DROP FUNCTION replace_in_function(regprocedure, text, text);

CREATE OR REPLACE TRIGGER suppress_restricted BEFORE UPDATE OF state ON outbox FOR EACH ROW
    WHEN (
        OLD.state IS DISTINCT FROM NEW.state
        AND (NEW.state IN ('ready', 'retry') OR NEW.state = 'ambiguous' AND NEW.finished_at IS NULL)
    )
    EXECUTE FUNCTION suppress_restricted();
