-- Ends sessions of the application whose transaction is older than a quarter of an hour: nothing of it takes that long,
-- and a transaction that is kept open keeps locks, and rows that were removed. Returns how many.
CREATE OR REPLACE FUNCTION end_old_transactions() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    -- As `migration` grants it with ADMIN_DATABASE_URL; without it the other session goes on.
    IF NOT pg_has_role(current_user, 'pg_signal_backend', 'USAGE') THEN
        RETURN 0;
    END IF;
    RETURN (
        SELECT count(*) FILTER (WHERE pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND usename = 'inquiry_app' AND pid <> pg_backend_pid()
          AND xact_start < clock_timestamp() - interval '15 minutes'
    );
END
$$;
GRANT EXECUTE ON FUNCTION end_old_transactions TO inquiry_app;
