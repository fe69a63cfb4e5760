-- The inquiries that a consultant was notified of and that have all of these words, or words that begin so, or this reference; the
-- newest first. Quarter by quarter, so that a common word reads no older ones. A row of NULL: a quarter is being rewritten and was
-- left out. Row security would keep the index from being used, so its conditions stand here.
CREATE OR REPLACE FUNCTION find_inquiries(consultant text, wanted text, most integer) RETURNS TABLE (
    reference text, received_at timestamptz, first_name text, last_name text, company text, state text, owner text
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '100ms' AS $$
#variable_conflict use_column
DECLARE
    accents text := 'ÀÁÂÃÄÅàáâãäåÇçÈÉÊËèéêëÌÍÎÏìíîïÑñÒÓÔÕÖØòóôõöøÙÚÛÜùúûüÝýÿ@.';
    letters text := 'AAAAAAaaaaaaCcEEEEeeeeIIIIiiiiNnOOOOOOooooooUUUUuuuuYyy  ';
    words tsquery := (
        SELECT to_tsquery('simple', string_agg(quote_literal(word) || ':*', ' & '))
        FROM regexp_split_to_table(translate(wanted, accents || '''\', letters || '  '), '\s+') AS word WHERE word <> ''
    );
    named uuid := (SELECT id FROM inquiry WHERE reference = upper(wanted));
    condition text := CASE WHEN named IS NOT NULL THEN 'inquiry.id = $4' ELSE format($words$
        to_tsvector('simple', translate(
            first_name || ' ' || last_name || ' ' || company || ' ' || email || ' ' || message, %L, %L
        )) @@ $3
    $words$, accents, letters) END;
    quarter regclass;
    found_rows integer;
BEGIN
    FOR quarter IN
        SELECT inhrelid FROM pg_inherits WHERE inhparent = 'inquiry_content'::regclass ORDER BY inhrelid::regclass::text DESC
    LOOP
        BEGIN
            RETURN QUERY EXECUTE format($quarter$
                SELECT reference, received_at, first_name, last_name, company, coalesce(ticket.state, 'open'), owned.recipient
                FROM %s AS content JOIN inquiry ON inquiry.id = content.inquiry_id
                    LEFT JOIN ticket ON ticket.inquiry_id = inquiry.id LEFT JOIN outbox AS owned ON owned.id = owner
                WHERE %s AND expires_at > clock_timestamp() AND restricted_at IS NULL AND EXISTS (
                    SELECT FROM outbox AS told
                    WHERE told.inquiry_id = inquiry.id AND kind = 'notification' AND lower(told.recipient) = lower($1)
                ) ORDER BY received_at DESC LIMIT $2
            $quarter$, quarter, condition) USING consultant, most, words, named;
            GET DIAGNOSTICS found_rows = ROW_COUNT;
            most := most - found_rows;
        EXCEPTION WHEN lock_not_available THEN
            RETURN NEXT;
        END;
        EXIT WHEN most <= 0;
    END LOOP;
END
$$;
GRANT EXECUTE ON FUNCTION find_inquiries TO inquiry_app;
