-- Statistics hold values after their rows are gone, so none are kept of personal columns. Every column but the keys: a new one
-- counts as personal.
CREATE OR REPLACE FUNCTION forget_statistics(content regclass) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT attname FROM pg_attribute WHERE attrelid = content AND attnum > 0 AND NOT attisdropped
        AND attname NOT IN ('inquiry_id', 'received_on') LOOP
        EXECUTE format('ALTER TABLE %s ALTER %I SET STATISTICS 0', content, name);
    END LOOP;
END
$$;
