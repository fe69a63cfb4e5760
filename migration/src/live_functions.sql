-- The functions of the schema, and of the one that officers' logins search first, with a digest of all that a change by hand could touch. Of the catalogue's columns, not of
-- pg_get_functiondef(), whose text another version of Postgres may print in another way.
SELECT proname::text AS name, md5(concat_ws(' ',
    prosrc, lanname, prosecdef, proleakproof, proisstrict, proretset, provolatile, proparallel, pronargdefaults,
    proconfig::text, proargnames::text, proargmodes::text, returned.typname, pg_get_userbyid(proowner),
    (
        SELECT string_agg(typname, ' ' ORDER BY position)
        FROM unnest(coalesce(proallargtypes, proargtypes::oid[])) WITH ORDINALITY AS argument (type, position)
        JOIN pg_type ON pg_type.oid = type
    ),
    (
        SELECT string_agg(concat_ws('=', grantee::regrole, privilege_type), ' ' ORDER BY grantee::regrole::text)
        FROM aclexplode(coalesce(proacl, acldefault('f', proowner)))
    )
)) AS definition
FROM pg_proc JOIN pg_language ON pg_language.oid = prolang JOIN pg_type AS returned ON returned.oid = prorettype
WHERE pronamespace IN (to_regnamespace('public'), to_regnamespace('compliance'))
  AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
