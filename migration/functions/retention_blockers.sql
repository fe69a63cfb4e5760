-- Sessions that purge, erasure and rewrite may wait for: how long their transaction has been open, and whether they
-- rewrite a table themselves. Without the role pg_read_all_stats (`migration` grants it with ADMIN_DATABASE_URL) the age
-- of other logins' transactions is unknown.
CREATE OR REPLACE FUNCTION retention_blockers() RETURNS TABLE (pid integer, login text, seconds double precision, rewrites boolean)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT pid, usename::text, extract(epoch FROM clock_timestamp() - min(xact_start))::double precision,
        bool_or(mode = 'AccessExclusiveLock')
    FROM pg_locks JOIN pg_stat_activity AS session USING (pid)
    WHERE granted AND locktype = 'relation' AND pid <> pg_backend_pid() AND session.datname = current_database()
      AND backend_type = 'client backend' AND relation::regclass IN (
          SELECT 'retention_lock'::regclass UNION ALL SELECT 'inquiry' UNION ALL SELECT 'outbox'
          UNION ALL SELECT 'intake' UNION ALL SELECT 'ticket' UNION ALL SELECT 'ticket_event'
          UNION ALL SELECT 'spam_check' UNION ALL SELECT 'recent_text' UNION ALL SELECT 'unverified_network'
          UNION ALL SELECT 'data_subject_request' UNION ALL SELECT 'notified_address' UNION ALL SELECT 'legal_hold' UNION ALL SELECT 'contact'
          UNION ALL SELECT 'participant'
          UNION ALL SELECT 'held_content' UNION ALL SELECT 'held_message' UNION ALL SELECT 'held_participant' UNION ALL SELECT 'apalis.jobs'
          UNION ALL SELECT 'inquiry_content' UNION ALL SELECT 'message' UNION ALL SELECT 'raw_mail'
          UNION ALL SELECT inhrelid::regclass FROM pg_inherits
              WHERE inhparent IN ('inquiry_content'::regclass, 'message'::regclass, 'raw_mail'::regclass)
      )
      AND (xact_start IS NULL OR xact_start < clock_timestamp() - interval '10 seconds')
    GROUP BY pid, usename
    ORDER BY 3 DESC NULLS LAST
$$;
GRANT EXECUTE ON FUNCTION retention_blockers TO inquiry_app, inquiry_compliance;
