-- Moves what a hold keeps after its expiry out of the application's reach.
CREATE OR REPLACE FUNCTION set_aside_held() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    living text;
    held text;
    moved bigint;
    touched text[];
BEGIN
    IF NOT EXISTS (SELECT FROM held_inquiry) THEN
        RETURN;
    END IF;
    FOR living, held IN VALUES ('inquiry_content', 'held_content'), ('participant', 'held_participant'),
        ('message', 'held_message') LOOP
        -- An insert by name: a column that the other table lacks is an error of the purge, not a loss.
        EXECUTE format(
            'WITH gone AS (
                DELETE FROM %1$I AS row_of USING inquiry
                WHERE inquiry.id = row_of.inquiry_id AND expires_at <= clock_timestamp()
                  AND inquiry.id IN (SELECT inquiry_id FROM held_inquiry)
                RETURNING row_of.*, row_of.tableoid::regclass::text AS "file of"
            ), kept AS (
                INSERT INTO %2$I (%3$s) SELECT %3$s FROM gone
            )
            SELECT count(*), array_agg(DISTINCT "file of") FROM gone',
            living, held, column_list(living::regclass)
        ) INTO moved, touched;
        IF moved > 0 THEN
            INSERT INTO ledger (kind, detail)
                VALUES ('set_aside', jsonb_build_object(living, moved, 'tables', touched));
        END IF;
    END LOOP;
END
$$;
