-- Why this login or this server is unsafe to work with. NULL or false: it is safe.
--
-- Reads the catalogs instead of to_regclass(), which fails if the role may not use the schema.
SELECT
    session_user::text AS role,
    CASE
        WHEN EXISTS (
            SELECT FROM pg_roles WHERE (rolsuper OR rolbypassrls) AND pg_has_role(session_user, oid, 'MEMBER')
        ) THEN 'bypasses row security'
        WHEN EXISTS (
            SELECT FROM pg_class
            WHERE relname = 'inquiry' AND relnamespace = to_regnamespace('public')
                AND pg_has_role(session_user, relowner, 'MEMBER')
        ) THEN 'owns the tables'
        WHEN EXISTS (
            -- Also by SET ROLE, for a member that does not inherit.
            SELECT FROM pg_class, pg_roles AS granted
            WHERE relname = 'legal_hold' AND relnamespace = to_regnamespace('public')
                AND pg_has_role(session_user, granted.oid, 'MEMBER')
                AND has_any_column_privilege(granted.oid, pg_class.oid, 'SELECT')
        ) THEN 'can read legal holds'
    END AS power,
    pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS is_read_only,
    (
        SELECT min(name) FROM pg_settings
        WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'
    ) AS not_durable
