-- What the roles of the product, PUBLIC and any other role that is no superuser may do: role, right, object. An owner's rights on
-- what it owns are left out, and so are the built-in functions and views that Postgres opens to everybody, but for large objects.
WITH extension AS (
    SELECT classid, objid, 'extension ' || extname AS name FROM pg_depend JOIN pg_extension ON pg_extension.oid = refobjid
    WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
), role AS (
    SELECT oid, rolname FROM pg_roles WHERE rolname IN ('inquiry_app', 'inquiry_compliance', 'inquiry_owner') UNION ALL SELECT 0, 'PUBLIC'
), object AS (
    SELECT 'pg_class'::regclass AS class, oid, relnamespace AS space, relowner AS owner,
        CASE relkind WHEN 'S' THEN 'sequence ' ELSE '' END || oid::regclass AS name,
        coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", relowner)) AS acl
    FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
    UNION ALL SELECT 'pg_class'::regclass, attrelid, relnamespace, relowner, attrelid::regclass || '.' || attname, attacl
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE attacl IS NOT NULL
    UNION ALL SELECT 'pg_proc'::regclass, oid, pronamespace, proowner, oid::regproc::text, coalesce(proacl, acldefault('f', proowner))
    FROM pg_proc
    UNION ALL SELECT 'pg_type'::regclass, oid, typnamespace, typowner, 'type ' || oid::regtype, coalesce(typacl, acldefault('T', typowner))
    FROM pg_type
    UNION ALL SELECT 'pg_namespace'::regclass, oid, oid, nspowner, 'schema ' || nspname, coalesce(nspacl, acldefault('n', nspowner))
    FROM pg_namespace
    UNION ALL SELECT 'pg_language'::regclass, oid, NULL, lanowner, 'language ' || lanname, coalesce(lanacl, acldefault('l', lanowner))
    FROM pg_language
    UNION ALL SELECT 'pg_largeobject'::regclass, oid, NULL, lomowner, 'large object ' || oid, coalesce(lomacl, acldefault('L', lomowner))
    FROM pg_largeobject_metadata
    UNION ALL SELECT 'pg_database'::regclass, oid, NULL, datdba,
        CASE datname WHEN current_database() THEN 'the database' ELSE 'database ' || datname END, coalesce(datacl, acldefault('d', datdba))
    FROM pg_database WHERE datallowconn AND datname IN (current_database(), 'postgres', 'template1')
    UNION ALL SELECT 'pg_tablespace'::regclass, oid, NULL, spcowner, 'tablespace ' || spcname, coalesce(spcacl, acldefault('t', spcowner))
    FROM pg_tablespace
    UNION ALL SELECT 'pg_parameter_acl'::regclass, oid, NULL, 10, 'parameter ' || parname, paracl FROM pg_parameter_acl
    UNION ALL SELECT 'pg_foreign_data_wrapper'::regclass, oid, NULL, fdwowner, 'wrapper ' || fdwname,
        coalesce(fdwacl, acldefault('F', fdwowner))
    FROM pg_foreign_data_wrapper
    UNION ALL SELECT 'pg_foreign_server'::regclass, oid, NULL, srvowner, 'server ' || srvname, coalesce(srvacl, acldefault('S', srvowner))
    FROM pg_foreign_server
    UNION ALL SELECT 'pg_default_acl'::regclass, oid, NULL, defaclrole, concat_ws(' ', CASE defaclobjtype
            WHEN 'r' THEN 'tables' WHEN 'S' THEN 'sequences' WHEN 'f' THEN 'functions' WHEN 'T' THEN 'types' ELSE 'schemas'
        END, 'to come of', defaclrole::regrole), defaclacl
    FROM pg_default_acl
), initial AS (
    SELECT classoid, objoid, initial.grantee, initial.privilege_type FROM pg_init_privs LEFT JOIN aclexplode(initprivs) AS initial ON true
), ours AS (
    SELECT * FROM object WHERE space IS NULL OR space::regnamespace::text IN ('public', 'apalis', 'compliance')
), granted AS (
    SELECT any_role.rolname, aclexplode.privilege_type || CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END AS privilege, CASE
            WHEN space = 'information_schema'::regnamespace THEN 'schema information_schema'
            WHEN class = 'pg_type'::regclass AND grantee = 0 THEN 'types'
            WHEN class = 'pg_proc'::regclass AND grantee = 0 AND extension.name IS NOT NULL THEN extension.name
            ELSE object.name
        END AS name
    FROM object CROSS JOIN aclexplode(acl) JOIN (
        SELECT oid, rolname FROM pg_roles WHERE NOT rolsuper AND rolname !~ '^pg_' UNION ALL SELECT 0, 'PUBLIC'
    ) AS any_role ON any_role.oid = grantee LEFT JOIN extension ON classid = class AND objid = object.oid
    WHERE grantee <> owner AND (
        grantee <> 0 OR coalesce(space, 0) NOT IN ('pg_catalog'::regnamespace, 'pg_toast'::regnamespace)
        OR class = 'pg_proc'::regclass AND object.name ~ '^(lo_|lowrite|loread)' OR NOT CASE
            WHEN EXISTS (SELECT FROM initial WHERE classoid = class AND objoid = object.oid) THEN EXISTS (
                SELECT FROM initial WHERE classoid = class AND objoid = object.oid AND initial.grantee = 0
                    AND initial.privilege_type = aclexplode.privilege_type
            )
            ELSE class IN ('pg_proc'::regclass, 'pg_type'::regclass)
        END
    )
    UNION ALL SELECT rolname, 'OWN', name FROM ours JOIN role ON role.oid = owner WHERE rolname <> 'inquiry_owner'
    UNION ALL SELECT member::regrole::text, 'MEMBER', roleid::regrole::text FROM pg_auth_members JOIN role ON role.oid = member
    UNION ALL SELECT rolname, 'SET', setting FROM pg_db_role_setting JOIN role ON role.oid = setrole, unnest(setconfig) AS setting
    WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
    UNION ALL SELECT rolname, attribute, 'the server' FROM pg_roles JOIN role USING (oid, rolname), unnest(ARRAY[
        CASE WHEN rolsuper THEN 'SUPERUSER' END, CASE WHEN rolinherit THEN 'INHERIT' END, CASE WHEN rolcreaterole THEN 'CREATEROLE' END,
        CASE WHEN rolcreatedb THEN 'CREATEDB' END, CASE WHEN rolcanlogin THEN 'LOGIN' END,
        CASE WHEN rolreplication THEN 'REPLICATION' END, CASE WHEN rolbypassrls THEN 'BYPASSRLS' END
    ]) AS attribute WHERE attribute IS NOT NULL
)
SELECT DISTINCT rolname::text, privilege, name FROM granted
