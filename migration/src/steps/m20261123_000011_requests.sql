-- Requests of every kind, as GDPR art. 15 to 22 and the Swiss FADP name them; correction and restriction.

SET LOCAL lock_timeout = '5s';
SELECT lock_retention();

ALTER TABLE data_subject_request DROP CONSTRAINT data_subject_request_kind_check,
    ADD CONSTRAINT data_subject_request_kind_check CHECK (
        kind IN ('access', 'correction', 'erasure', 'restriction', 'objection', 'portability')
    ),
    -- After a restore, a replay knows that a request is open, but not always whose it is.
    DROP CONSTRAINT data_subject_request_check,
    ADD CONSTRAINT data_subject_request_check CHECK (closed_at IS NULL OR email_key IS NULL),
    -- The two reasons that GDPR art. 12 (3) gives. No free text: it would name the person.
    ADD extension text CHECK (extension IN ('complexity', 'number')),
    ADD answer text CHECK (answer IN ('granted', 'partly', 'refused', 'nothing_stored', 'withdrawn')),
    ALTER due_at DROP EXPRESSION;

-- 30 days, and with an extension 60 more. A generated column cannot change its expression while a view reads it.
CREATE FUNCTION derive_due_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.due_at := (NEW.received_at AT TIME ZONE 'UTC'
        + CASE WHEN NEW.extension IS NULL THEN interval '30 days' ELSE interval '90 days' END) AT TIME ZONE 'UTC';
    RETURN NEW;
END
$$;
CREATE TRIGGER derive_due_at BEFORE INSERT OR UPDATE ON data_subject_request
    FOR EACH ROW EXECUTE FUNCTION derive_due_at();

-- The entry names the person's inquiries by their random ids, so that a replay finds the address again.
CREATE FUNCTION register_request(request_kind text, address_key text, received timestamptz)
RETURNS TABLE (request uuid, due timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF received IS NULL OR received > now() OR received < now() - interval '1 year' THEN
        RAISE EXCEPTION 'a request is received today or within the last year' USING ERRCODE = 'FW011';
    END IF;
    PERFORM lock_retention();
    INSERT INTO data_subject_request (kind, email_key, received_at) VALUES (request_kind, address_key, received)
        RETURNING id, due_at INTO request, due;
    INSERT INTO ledger (kind, detail) VALUES ('request', jsonb_build_object(
        'request', request, 'action', 'registered', 'request_kind', request_kind,
        'received_at', to_char(received AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'due_at', to_char(due AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'ids', to_jsonb(ARRAY(SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = address_key))
    ));
    RETURN NEXT;
END
$$;

-- Once, and before the deadline: the person has to hear of it within the first 30 days.
CREATE FUNCTION extend_request(request uuid, why text) RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    due timestamptz;
BEGIN
    PERFORM lock_retention();
    UPDATE data_subject_request SET extension = why
        WHERE id = request AND closed_at IS NULL AND extension IS NULL AND due_at > now() RETURNING due_at INTO due;
    IF due IS NOT NULL THEN
        INSERT INTO ledger (kind, detail) VALUES ('request', jsonb_build_object(
            'request', request, 'action', 'extended', 'reason', why,
            'due_at', to_char(due AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        ));
    END IF;
    RETURN due;
END
$$;

-- False where no such request is open.
CREATE FUNCTION close_request(request uuid, how text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM lock_retention();
    UPDATE data_subject_request SET closed_at = now(), email_key = NULL, answer = how
        WHERE id = request AND closed_at IS NULL;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO ledger (kind, detail) VALUES ('request', jsonb_build_object(
        'request', request, 'action', 'closed', 'answer', how, 'tables', ARRAY['data_subject_request']
    ));
    RETURN true;
END
$$;

-- Corrects one field of one inquiry (art. 16). The entry names inquiry and field, never a value. The files with the
-- former value are rewritten like those of deleted rows.
CREATE FUNCTION correct_inquiry(inquiry uuid, field text, value text, address_key text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    part text;
    touched text;
BEGIN
    IF field NOT IN ('first_name', 'last_name', 'company', 'email', 'country', 'phone', 'message')
        OR (field = 'email') <> (address_key IS NOT NULL) THEN
        RAISE EXCEPTION '% cannot be corrected', field USING ERRCODE = 'FW012';
    END IF;
    PERFORM lock_retention();
    FOREACH part IN ARRAY ARRAY['inquiry_content', 'held_content'] LOOP
        EXECUTE format(
            'UPDATE %I SET %I = $1, email_key = coalesce($2, email_key) WHERE inquiry_id = $3 RETURNING tableoid::regclass',
            part, field
        ) INTO touched USING value, address_key, inquiry;
        EXIT WHEN touched IS NOT NULL;
    END LOOP;
    IF touched IS NULL THEN
        RETURN false;
    END IF;
    INSERT INTO ledger (kind, detail) VALUES ('correction', jsonb_build_object(
        'ids', ARRAY[inquiry], 'field', field, 'tables', ARRAY[touched]
    ));
    RETURN true;
END
$$;
DO $$
DECLARE
    former text := pg_get_functiondef('unreclaimed_tables()'::regprocedure);
    wider text := replace(former, '''set_aside''', '''set_aside'', ''correction''');
BEGIN
    IF wider = former THEN
        RAISE EXCEPTION 'unreclaimed_tables() has another form';
    END IF;
    EXECUTE wider;
END
$$;

-- Restriction (art. 18): kept until it expires, but nobody is mailed about it and no contact counts.
ALTER TABLE inquiry ADD restricted_at timestamptz;
CREATE FUNCTION restrict_processing(address_key text, lifted boolean) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    wanted uuid[];
    mails bigint := 0;
BEGIN
    PERFORM lock_retention();
    WITH changed AS (
        UPDATE inquiry SET restricted_at = CASE WHEN lifted THEN NULL ELSE now() END
        WHERE id IN (SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = address_key)
          AND (restricted_at IS NOT NULL) = lifted
        RETURNING id
    ) SELECT coalesce(array_agg(id), '{}') INTO wanted FROM changed;
    IF NOT lifted THEN
        UPDATE outbox SET state = 'suppressed', finished_at = now(), last_code = 'restricted'
            WHERE inquiry_id = ANY (wanted) AND state IN ('ready', 'retry', 'ambiguous');
        GET DIAGNOSTICS mails = ROW_COUNT;
    END IF;
    INSERT INTO ledger (kind, detail) VALUES ('restriction', jsonb_build_object(
        'ids', to_jsonb(wanted), 'action', CASE WHEN lifted THEN 'lifted' ELSE 'restricted' END, 'outbox', mails
    ));
    RETURN jsonb_build_object('inquiry', cardinality(wanted), 'outbox', mails);
END
$$;
-- A mail that was being sent meanwhile, or that an operator queues again.
CREATE FUNCTION suppress_restricted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM inquiry WHERE id = NEW.inquiry_id AND restricted_at IS NOT NULL) THEN
        NEW.state := 'suppressed';
        NEW.finished_at := clock_timestamp();
        NEW.last_code := 'restricted';
        NEW.lease_holder := NULL;
        NEW.lease_until := NULL;
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER suppress_restricted BEFORE UPDATE OF state ON outbox FOR EACH ROW
    WHEN (NEW.state IN ('ready', 'retry') AND OLD.state IS DISTINCT FROM NEW.state)
    EXECUTE FUNCTION suppress_restricted();
CREATE FUNCTION skip_restricted_contact() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN CASE WHEN EXISTS (SELECT FROM inquiry WHERE id = NEW.inquiry_id AND restricted_at IS NOT NULL)
        THEN NULL ELSE NEW END;
END
$$;
CREATE TRIGGER skip_restricted BEFORE INSERT ON contact FOR EACH ROW EXECUTE FUNCTION skip_restricted_contact();

-- Repeats an entry after a restore, by the owner. A correction has no content in the ledger: the officer repeats it.
CREATE FUNCTION replay_request(entry_kind text, at timestamptz, detail jsonb) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    ids uuid[] := ARRAY(SELECT jsonb_array_elements_text(coalesce(detail -> 'ids', '[]'))::uuid);
BEGIN
    CASE
        WHEN entry_kind = 'restriction' THEN
            UPDATE inquiry SET restricted_at = CASE WHEN detail ->> 'action' = 'restricted' THEN at END
                WHERE id = ANY (ids);
        -- Entries of an older release do not say which kind of request they register.
        WHEN detail ->> 'action' = 'registered' AND detail ? 'request_kind' THEN
            INSERT INTO data_subject_request (id, kind, email_key, received_at)
                SELECT (detail ->> 'request')::uuid, detail ->> 'request_kind',
                    (SELECT email_key FROM compliance.inquiry_content WHERE inquiry_id = ANY (ids) LIMIT 1),
                    (detail ->> 'received_at')::timestamptz
                ON CONFLICT DO NOTHING;
        WHEN detail ->> 'action' = 'extended' THEN
            UPDATE data_subject_request SET extension = detail ->> 'reason'
                WHERE id = (detail ->> 'request')::uuid AND closed_at IS NULL;
        WHEN detail ->> 'action' = 'closed' THEN
            UPDATE data_subject_request SET closed_at = at, email_key = NULL, answer = detail ->> 'answer'
                WHERE id = (detail ->> 'request')::uuid AND closed_at IS NULL;
        ELSE
            RETURN false;
    END CASE;
    RETURN FOUND;
END
$$;

REVOKE ALL ON FUNCTION derive_due_at(), register_request(text, text, timestamptz), extend_request(uuid, text),
    close_request(uuid, text), correct_inquiry(uuid, text, text, text), restrict_processing(text, boolean),
    suppress_restricted(), skip_restricted_contact(), replay_request(text, timestamptz, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION register_request(text, text, timestamptz), extend_request(uuid, text),
    close_request(uuid, text), correct_inquiry(uuid, text, text, text), restrict_processing(text, boolean)
    TO inquiry_compliance;
