SET LOCAL lock_timeout = '2s';
ALTER POLICY written ON inquiry_content WITH CHECK (true);
DROP FUNCTION is_of_another_day(uuid);
SELECT
    replace_in_function(
        'set_aside_held()',
        'IF NOT EXISTS (SELECT FROM held_inquiry) THEN
        RETURN;
    END IF;
    PERFORM set_aside_held_content();',
        'PERFORM set_aside_held_content();'
    ),
    replace_in_function(
        'remove_inquiry_rows(uuid[])',
        'WITH gone AS (
        DELETE FROM inquiry_content USING inquiry
        WHERE inquiry.id = ANY (ids) AND inquiry_id = inquiry.id AND received_on = (received_at AT TIME ZONE ''UTC'')::date
        RETURNING inquiry_content.tableoid::regclass::text AS part
    ) SELECT count(*), coalesce(array_agg(DISTINCT part), ''{}'') INTO contents, touched FROM gone;
    -- Some are held, and some may have another date.
    IF contents < cardinality(ids) THEN
        WITH gone AS (
            DELETE FROM inquiry_content WHERE inquiry_id = ANY (ids) RETURNING tableoid::regclass::text AS part
        ) SELECT contents + count(*), ARRAY(SELECT unnest(touched) UNION SELECT part FROM gone) INTO contents, touched FROM gone;
    END IF;',
        'WITH gone AS (DELETE FROM inquiry_content WHERE inquiry_id = ANY (ids) RETURNING tableoid)
        SELECT coalesce(sum(removed), 0), coalesce(array_agg(part), ''{}'') INTO contents, touched
        FROM (SELECT tableoid::regclass::text AS part, count(*) AS removed FROM gone GROUP BY tableoid) AS parts;'
    );
