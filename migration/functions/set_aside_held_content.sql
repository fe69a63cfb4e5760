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
