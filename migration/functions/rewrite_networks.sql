-- Takes the bytes of deleted networks out of the file, in a transaction after the one that deleted them: a rewrite keeps
-- what its own transaction deleted. False: another session uses the table, and the next run has to try again.
CREATE OR REPLACE FUNCTION rewrite_networks() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1500ms' AS $$
BEGIN
    IF pg_relation_size('unverified_network') = 0 THEN
        RETURN true;
    END IF;
    LOCK TABLE unverified_network IN ACCESS EXCLUSIVE MODE;
    IF EXISTS (SELECT FROM unverified_network) THEN
        CLUSTER unverified_network USING unverified_network_pkey;
    ELSE
        TRUNCATE unverified_network;
    END IF;
    RETURN true;
EXCEPTION WHEN lock_not_available THEN
    RETURN false;
END
$$;
GRANT EXECUTE ON FUNCTION rewrite_networks TO inquiry_app;
