-- Creates the partitions of the next weeks and quarters where they are missing, and drops weeks of raw mail that are over
-- for 30 days. Behind a dump it gives up, for the next run to try again. Returns the changes.
CREATE OR REPLACE FUNCTION turn_mail_partitions() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
    today date := (now() AT TIME ZONE 'UTC')::date;
    wanted record;
    changes integer := 0;
BEGIN
    PERFORM require_clock();
    changes := changes + (SELECT sum(create_quarter('message', ahead)) FROM generate_series(-4, 2) AS ahead) + (
        SELECT sum(create_partition('raw_mail', to_char(week, '"raw_mail_"IYYY"w"IW'), week::date, week::date + 7))
        FROM generate_series(date_trunc('week', today::timestamp), today + 21, interval '7 days') AS week
    );
    -- Rows that found no week.
    IF EXISTS (SELECT FROM raw_mail_default WHERE accepted_on <= today - 37) THEN
        DELETE FROM raw_mail_default WHERE accepted_on <= today - 37;
        INSERT INTO ledger (kind, detail) VALUES ('set_aside', '{"tables": ["raw_mail_default"]}');
        changes := changes + 1;
    END IF;
    -- At the end: who stores a mail waits from the first one on.
    FOR wanted IN
        SELECT inhrelid::regclass::text AS name FROM pg_inherits
        WHERE inhparent = 'raw_mail'::regclass AND inhrelid <> 'raw_mail_default'::regclass
          AND to_date(substr(inhrelid::regclass::text, 10), 'IYYY"w"IW') + 7 <= today - 30
    LOOP
        BEGIN
            EXECUTE format('DROP TABLE %I', wanted.name);
            changes := changes + 1;
        EXCEPTION WHEN lock_not_available THEN NULL;
        END;
    END LOOP;
    RETURN changes;
END
$$;
GRANT EXECUTE ON FUNCTION turn_mail_partitions TO inquiry_app;
