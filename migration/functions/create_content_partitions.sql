-- Creates the partitions of this quarter and the next two where they are missing. That needs the parent table for
-- itself, and who waits for it holds up every inquiry: behind a dump it gives up, for the next run to try again.
CREATE OR REPLACE FUNCTION create_content_partitions() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
    first_day date;
    name text;
    created integer := 0;
BEGIN
    FOR ahead IN 0..2 LOOP
        first_day := date_trunc('quarter', now() AT TIME ZONE 'UTC') + ahead * interval '3 months';
        name := to_char(first_day, '"inquiry_content_"YYYY"q"Q');
        CONTINUE WHEN to_regclass(name) IS NOT NULL;
        BEGIN
            EXECUTE format('CREATE TABLE %I PARTITION OF inquiry_content FOR VALUES FROM (%L) TO (%L)',
                           name, first_day, (first_day + interval '3 months')::date);
            PERFORM forget_statistics(name::regclass);
            created := created + 1;
        EXCEPTION
            WHEN check_violation OR duplicate_table THEN
                -- The default partition holds rows of that quarter, or another process was faster: both are fine.
                NULL;
            WHEN lock_not_available THEN
                RETURN created;
        END;
    END LOOP;
    RETURN created;
END
$$;
GRANT EXECUTE ON FUNCTION create_content_partitions TO inquiry_app;
