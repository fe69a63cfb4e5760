-- What applies to every column of an inquiry's content is read from the catalogue: a step that adds a column calls
-- add_content_column() and replaces nothing.
SET LOCAL lock_timeout = '5s';
SELECT lock_retention();

CREATE FUNCTION column_list(source regclass) RETURNS text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = source AND attnum > 0 AND NOT attisdropped
$$;

-- Every column but the keys: a new one counts as personal.
CREATE OR REPLACE FUNCTION forget_statistics(content regclass) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT attname FROM pg_attribute WHERE attrelid = content AND attnum > 0 AND NOT attisdropped
        AND attname NOT IN ('inquiry_id', 'received_on') LOOP
        EXECUTE format('ALTER TABLE %s ALTER %I SET STATISTICS 0', content, name);
    END LOOP;
END
$$;
-- The evidence of consent is in the list of personal columns, too.
ALTER TABLE inquiry ALTER policy_digest SET STATISTICS 0, ALTER consent_digest SET STATISTICS 0,
    ALTER gdpr_consent_digest SET STATISTICS 0;

-- An insert by name: a column that held_content lacks is an error of the purge, not a loss.
CREATE OR REPLACE FUNCTION set_aside_held_content() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    moved bigint;
    touched text[];
BEGIN
    EXECUTE format(
        'WITH gone AS (
            DELETE FROM inquiry_content USING inquiry
            WHERE inquiry.id = inquiry_content.inquiry_id AND expires_at <= clock_timestamp()
              AND inquiry.id IN (SELECT inquiry_id FROM held_inquiry)
            RETURNING inquiry_content.*, inquiry_content.tableoid::regclass::text AS "file of"
        ), kept AS (
            INSERT INTO held_content (%1$s) SELECT %1$s FROM gone
        )
        SELECT count(*), array_agg(DISTINCT "file of") FROM gone',
        column_list('inquiry_content')
    ) INTO moved, touched;
    IF moved > 0 THEN
        INSERT INTO ledger (kind, detail)
            VALUES ('set_aside', jsonb_build_object('inquiry_content', moved, 'tables', touched));
    END IF;
END
$$;

CREATE FUNCTION create_content_view() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    EXECUTE format(
        'CREATE OR REPLACE VIEW compliance.inquiry_content AS
            SELECT %1$s FROM public.inquiry_content UNION ALL SELECT %1$s FROM public.held_content',
        column_list('inquiry_content')
    );
    GRANT SELECT ON compliance.inquiry_content TO inquiry_compliance;
END
$$;
SELECT create_content_view();

-- Adds a column to both tables and the view, keeps no statistics of it, and lets the application write it.
CREATE FUNCTION add_content_column(name text, definition text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    EXECUTE format('ALTER TABLE inquiry_content ADD %I %s', name, definition);
    EXECUTE format('ALTER TABLE held_content ADD %I %s', name, definition);
    EXECUTE format('GRANT INSERT (%I) ON inquiry_content TO inquiry_app', name);
    PERFORM forget_statistics('inquiry_content'), forget_statistics('held_content'), create_content_view();
END
$$;

-- A view loses no column by a replacement, and held_inquiry reads this one.
CREATE FUNCTION drop_content_column(name text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    held text := pg_get_viewdef('held_inquiry');
BEGIN
    CREATE OR REPLACE VIEW held_inquiry AS SELECT NULL::uuid AS inquiry_id;
    DROP VIEW compliance.inquiry_content;
    EXECUTE format('ALTER TABLE inquiry_content DROP %I', name);
    EXECUTE format('ALTER TABLE held_content DROP %I', name);
    PERFORM create_content_view();
    EXECUTE 'CREATE OR REPLACE VIEW held_inquiry AS ' || held;
END
$$;

-- What the person has not given cannot be corrected: keys, and the key of the address, which follows it.
CREATE OR REPLACE FUNCTION correct_inquiry(inquiry uuid, field text, value text, address_key text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    part text;
    touched text;
    type text := (
        SELECT format_type(atttypid, atttypmod) FROM pg_attribute
        WHERE attrelid = 'inquiry_content'::regclass AND attname = field AND attnum > 0 AND NOT attisdropped
          AND attname NOT IN ('inquiry_id', 'received_on', 'email_key', 'client_network')
    );
BEGIN
    IF type IS NULL OR (field = 'email') <> (address_key IS NOT NULL) THEN
        RAISE EXCEPTION '% cannot be corrected', field USING ERRCODE = 'FW012';
    END IF;
    PERFORM lock_retention();
    FOREACH part IN ARRAY ARRAY['inquiry_content', 'held_content'] LOOP
        EXECUTE format(
            'UPDATE %I SET %I = CAST($1 AS %s), email_key = coalesce($2, email_key) WHERE inquiry_id = $3
             RETURNING tableoid::regclass',
            part, field, type
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

REVOKE ALL ON FUNCTION column_list(regclass), create_content_view(), add_content_column(text, text),
    drop_content_column(text) FROM PUBLIC;
