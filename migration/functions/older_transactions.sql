-- Whether a transaction of this database, readers included, may still see what was removed before transaction `newest`:
-- a rewrite would keep it. Without the role pg_read_all_stats only transactions that write are known.
CREATE OR REPLACE FUNCTION older_transactions(newest xid8) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT pg_snapshot_xmin(pg_current_snapshot()) < newest OR EXISTS (
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND age(backend_xmin) > age((newest::text::numeric % 4294967296)::text::xid)
    )
$$;
GRANT EXECUTE ON FUNCTION older_transactions TO inquiry_app, inquiry_compliance;
