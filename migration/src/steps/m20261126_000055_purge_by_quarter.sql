-- A batch of the purge looked for its contents in every quarter, and planned to set held ones aside without a hold.
SET LOCAL lock_timeout = '2s';

-- A content is stored on its inquiry's day, so it has the same date, and there is one.
CREATE FUNCTION is_of_another_day(inquiry_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM inquiry WHERE id = $1 AND (received_at AT TIME ZONE 'UTC')::date <> (now() AT TIME ZONE 'UTC')::date
    )
$$;
REVOKE ALL ON FUNCTION is_of_another_day(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_of_another_day(uuid) TO inquiry_app;
ALTER POLICY written ON inquiry_content WITH CHECK (NOT is_of_another_day(inquiry_id));

SELECT
    replace_in_function(
        'remove_inquiry_rows(uuid[])',
        'WITH gone AS (DELETE FROM inquiry_content WHERE inquiry_id = ANY (ids) RETURNING tableoid)
        SELECT coalesce(sum(removed), 0), coalesce(array_agg(part), ''{}'') INTO contents, touched
        FROM (SELECT tableoid::regclass::text AS part, count(*) AS removed FROM gone GROUP BY tableoid) AS parts;',
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
    END IF;'
    ),
    replace_in_function(
        'set_aside_held()',
        'PERFORM set_aside_held_content();',
        'IF NOT EXISTS (SELECT FROM held_inquiry) THEN
        RETURN;
    END IF;
    PERFORM set_aside_held_content();'
    );
