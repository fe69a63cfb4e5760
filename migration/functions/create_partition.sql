-- Creates a partition where it is missing, with the rows that the default partition took meanwhile; one that is over, only for
-- such rows. That needs the default partition for itself, and who waits for it may hold up others: behind a dump it gives up,
-- for the next run to try again.
CREATE OR REPLACE FUNCTION create_partition(parent text, name text, first_day date, next_day date) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
    spare text := parent || '_default';
    day_column text := (
        SELECT attname FROM pg_partitioned_table JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0]
        WHERE partrelid = parent::regclass
    );
    moved bigint;
    has_rows boolean;
BEGIN
    IF to_regclass(name) IS NOT NULL THEN
        RETURN 0;
    END IF;
    -- Who records takes this lock first.
    EXECUTE format('SELECT EXISTS (SELECT FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L)', spare, day_column, first_day, next_day)
        INTO has_rows;
    IF has_rows THEN
        PERFORM lock_retention();
    ELSIF next_day <= (now() AT TIME ZONE 'UTC')::date THEN
        RETURN 0;
    END IF;
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', spare);
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', name, parent);
    EXECUTE format(
        'WITH gone AS (DELETE FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *) INSERT INTO %5$I SELECT * FROM gone',
        spare, day_column, first_day, next_day, name
    );
    GET DIAGNOSTICS moved = ROW_COUNT;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, name, first_day, next_day);
    IF moved > 0 THEN
        INSERT INTO ledger (kind, detail) VALUES ('set_aside', jsonb_build_object('tables', ARRAY[spare]));
    END IF;
    PERFORM forget_statistics(name::regclass);
    RETURN 1;
EXCEPTION
    -- Another process was faster, or somebody reads or records.
    WHEN duplicate_table OR lock_not_available OR deadlock_detected OR SQLSTATE 'FW008' THEN
        RETURN 0;
END
$$;
