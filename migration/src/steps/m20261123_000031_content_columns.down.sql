SET LOCAL lock_timeout = '5s';
SELECT lock_retention();
DROP FUNCTION add_content_column(text, text), drop_content_column(text), create_content_view();
CREATE OR REPLACE FUNCTION forget_statistics(content regclass) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['first_name', 'last_name', 'company', 'email', 'email_key', 'country', 'phone',
                                'message', 'client_network'] LOOP
        EXECUTE format('ALTER TABLE %s ALTER %I SET STATISTICS 0', content, name);
    END LOOP;
END
$$;
CREATE OR REPLACE FUNCTION set_aside_held_content() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    moved bigint;
    touched text[];
BEGIN
    WITH gone AS (
        DELETE FROM inquiry_content USING inquiry
        WHERE inquiry.id = inquiry_content.inquiry_id AND expires_at <= clock_timestamp()
          AND inquiry.id IN (SELECT inquiry_id FROM held_inquiry)
        RETURNING inquiry_content.*, inquiry_content.tableoid::regclass::text AS part
    ), kept AS (
        INSERT INTO held_content (inquiry_id, received_on, first_name, last_name, company, email, email_key,
                                  country, phone, message, client_network)
        SELECT inquiry_id, received_on, first_name, last_name, company, email, email_key, country, phone, message,
            client_network FROM gone
    )
    SELECT count(*), array_agg(DISTINCT part) INTO moved, touched FROM gone;
    IF moved > 0 THEN
        INSERT INTO ledger (kind, detail)
            VALUES ('set_aside', jsonb_build_object('inquiry_content', moved, 'tables', touched));
    END IF;
END
$$;
CREATE OR REPLACE FUNCTION correct_inquiry(inquiry uuid, field text, value text, address_key text) RETURNS boolean
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
DROP FUNCTION column_list(regclass);
ALTER TABLE inquiry ALTER policy_digest SET STATISTICS -1, ALTER consent_digest SET STATISTICS -1,
    ALTER gdpr_consent_digest SET STATISTICS -1;
