-- Statistics hold values after their rows are gone, so none are kept of personal columns: of every column but the keys and those
-- that say when and how a mail came. A new one counts as personal.
CREATE OR REPLACE FUNCTION forget_statistics(content regclass) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT attname FROM pg_attribute WHERE attrelid = content AND attnum > 0 AND NOT attisdropped
        AND attname NOT IN (
            'inquiry_id', 'received_on', 'id', 'intake_id', 'accepted_on', 'received_at', 'party', 'is_machine'
        ) LOOP
        EXECUTE format('ALTER TABLE %s ALTER %I SET STATISTICS 0', content, name);
    END LOOP;
    -- Of expressions, each index has its own.
    FOR name IN SELECT format('%s ALTER %s', indexrelid::regclass, attnum)
        FROM pg_index JOIN pg_attribute ON attrelid = indexrelid WHERE indrelid = content AND indkey[attnum - 1] = 0 LOOP
        EXECUTE format('ALTER INDEX %s SET STATISTICS 0', name);
    END LOOP;
END
$$;
