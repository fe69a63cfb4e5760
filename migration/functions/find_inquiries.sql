-- The inquiries that a consultant was notified of and that have all of these words, or words that begin so, or this
-- reference, or a participant of this address, which come first; the newest quarter first. First the latest ones, which are
-- enough for a common word, then by the index, quarter by quarter. A row of NULL: a quarter is being rewritten and was left
-- out. Row security would keep the index from being used, so its conditions stand here; the words come first, since the
-- planner takes a recipient, of whom it has no statistics, for rare.
CREATE OR REPLACE FUNCTION find_inquiries(consultant text, wanted text, most integer) RETURNS TABLE (
    reference text, received_at timestamptz, first_name text, last_name text, company text, state text, owner text
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '100ms' AS $$
#variable_conflict use_column
DECLARE
    accents text := 'ÀÁÂÃÄÅàáâãäåÇçÈÉÊËèéêëÌÍÎÏìíîïÑñÒÓÔÕÖØòóôõöøÙÚÛÜùúûüÝýÿ@.ŠšŽžČčĆćŁłŚśŃńŹźŻżĄąĘę/_-';
    letters text := 'AAAAAAaaaaaaCcEEEEeeeeIIIIiiiiNnOOOOOOooooooUUUUuuuuYyy  SsZzCcCcLlSsNnZzZzAaEe   ';
    words tsquery := (
        SELECT to_tsquery('simple', string_agg(
            quote_literal(word) || CASE WHEN typed LIKE '%@%.%' THEN '' ELSE ':*' END, ' & '
        ))
        FROM regexp_split_to_table(wanted, '\s+') AS typed,
            regexp_split_to_table(translate(typed, accents || '''\', letters || '  '), '\s+') AS word WHERE word <> ''
    );
    named uuid[] := ARRAY(
        SELECT id FROM inquiry WHERE reference = upper(wanted) UNION
        SELECT inquiry_id FROM participant WHERE address_key = lower(btrim(wanted)) AND restricted_at IS NULL
    );
    names_one boolean := named <> '{}' AND wanted NOT LIKE '%@%';
    latest text := (
        SELECT '(SELECT content.* FROM (SELECT id FROM (SELECT id, expires_at FROM inquiry ORDER BY expires_at DESC LIMIT 200) AS latest '
            || 'WHERE EXISTS (SELECT FROM outbox AS told WHERE told.inquiry_id = latest.id AND kind = ''notification'' '
            || 'AND lower(told.recipient) = lower($1)) ORDER BY expires_at DESC LIMIT 4 * $2) AS latest JOIN ('
            || string_agg('SELECT * FROM ' || name, ' UNION ALL ') || ') AS content ON content.inquiry_id = latest.id)'
        FROM (
            SELECT inhrelid::regclass::text AS name FROM pg_inherits
            WHERE inhparent = 'inquiry_content'::regclass
                AND inhrelid::regclass::text <= 'inquiry_content_' || to_char(now() AT TIME ZONE 'UTC', 'YYYY"q"Q')
            ORDER BY 1 DESC LIMIT 2
        ) AS quarter
    );
    place text;
    found_rows integer;
BEGIN
    FOR place IN
        SELECT 'unnest($4) AS named CROSS JOIN LATERAL content_of(named)' WHERE named <> '{}'
        UNION ALL SELECT latest WHERE NOT names_one AND latest IS NOT NULL
        UNION ALL SELECT * FROM (
            SELECT inhrelid::regclass::text FROM pg_inherits
            WHERE NOT names_one AND inhparent = 'inquiry_content'::regclass ORDER BY 1 DESC
        ) AS quarter
    LOOP
        BEGIN
            RETURN QUERY EXECUTE format($found$
                WITH content AS MATERIALIZED (
                    SELECT inquiry_id, first_name, last_name, company FROM %s AS content
                    WHERE $6 OR inquiry_id <> ALL ($4) AND to_tsvector('simple', translate(
                        first_name || ' ' || last_name || ' ' || company || ' ' || email || ' ' || message, %L, %L
                    )) @@ $3
                ), found AS (
                    SELECT inquiry.reference, inquiry.received_at, first_name, last_name, company,
                        coalesce('merged into ' || survivor.reference, ticket.state, 'open'), recipient
                    FROM content JOIN inquiry ON inquiry.id = content.inquiry_id
                        LEFT JOIN ticket ON ticket.inquiry_id = inquiry.id LEFT JOIN outbox AS owned ON owned.id = owner
                        LEFT JOIN inquiry AS survivor
                            ON survivor.id = ticket.merged_into AND survivor.expires_at > clock_timestamp()
                    WHERE inquiry.expires_at > clock_timestamp() AND inquiry.restricted_at IS NULL AND EXISTS (
                        SELECT FROM outbox AS told
                        WHERE told.inquiry_id = inquiry.id AND kind = 'notification' AND lower(told.recipient) = lower($1)
                    ) ORDER BY inquiry.last_contact_at DESC LIMIT $2
                ) SELECT * FROM found WHERE $5 OR (SELECT count(*) FROM found) >= $2
            $found$, place, accents, letters)
            USING consultant, most, words, named, place IS DISTINCT FROM latest, place LIKE 'unnest%';
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
