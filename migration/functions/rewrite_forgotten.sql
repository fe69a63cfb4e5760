-- Takes the bytes of deleted rows out of the file of a small table whose removals have no entry in the ledger, in a transaction
-- after the one that deleted them: a rewrite keeps what its own transaction deleted. False: another session uses the table, and
-- the next run has to try again.
CREATE OR REPLACE FUNCTION rewrite_forgotten(name text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1500ms' AS $$
DECLARE
    has_rows boolean;
BEGIN
    IF name NOT IN ('recent_text', 'digest_mail', 'unverified_network') THEN
        RAISE EXCEPTION '% is not a table that is rewritten each hour', name USING ERRCODE = 'FW005';
    END IF;
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', name);
    EXECUTE format('SELECT EXISTS (SELECT FROM %I)', name) INTO has_rows;
    IF NOT has_rows THEN
        -- Also the bytes that an older transaction could still see.
        EXECUTE format('TRUNCATE %I', name);
    ELSIF pg_relation_size(name::regclass) <= 33554432 THEN
        EXECUTE format('CLUSTER %I USING %I', name, name || '_pkey');
    END IF;
    RETURN true;
EXCEPTION WHEN lock_not_available THEN
    RETURN false;
END
$$;
GRANT EXECUTE ON FUNCTION rewrite_forgotten TO inquiry_app;
