SELECT lock_retention();
DO $$
BEGIN
    EXECUTE replace(pg_get_functiondef('purge_expired(uuid, integer)'::regprocedure), 'PERFORM record_blockers();
    ', '');
    EXECUTE replace(
        pg_get_functiondef('retention_evidence(timestamptz, timestamptz)'::regprocedure),
        '''blockers'', blockers_between(since, until),
        ', ''
    );
END
$$;
DROP FUNCTION note_blockers();
DROP FUNCTION record_blockers();
DROP FUNCTION blockers_between(timestamptz, timestamptz);
DROP TABLE blocked_purge;
