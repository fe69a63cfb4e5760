WITH RECURSIVE judge AS (
    SELECT refobjid AS oid FROM pg_depend
    WHERE refclassid = 'pg_proc'::regclass AND (
        classid IN ('pg_constraint'::regclass, 'pg_class'::regclass) OR classid = 'pg_attrdef'::regclass AND EXISTS (
            SELECT FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
            WHERE pg_attrdef.oid = objid AND attgenerated <> ''
        )
    )
    UNION
    -- A body is text, so nothing else says what it calls.
    SELECT called.oid FROM judge JOIN pg_proc AS caller USING (oid) JOIN pg_proc AS called
        ON called.pronamespace = 'public'::regnamespace AND caller.prosrc ~ ('\m' || called.proname || '\M')
    WHERE caller.pronamespace = 'public'::regnamespace
)
SELECT EXISTS (SELECT FROM judge JOIN pg_proc USING (oid) WHERE proname = $1)
