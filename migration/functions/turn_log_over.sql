-- Turns the log over: what it has of removed rows is deleted with its files (`wal_recycle = off`). The message fills the
-- current file, whose end nobody else may ask for. False: the owner lacks pg_checkpoint, which `migration` grants with
-- ADMIN_DATABASE_URL; then the next checkpoints do it, see docs/retention.md.
CREATE OR REPLACE FUNCTION turn_log_over() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(current_user, 'pg_checkpoint', 'USAGE') THEN
        RETURN false;
    END IF;
    PERFORM pg_logical_emit_message(false, '', repeat(' ', setting::integer)) FROM pg_settings
    WHERE name = 'wal_segment_size';
    CHECKPOINT;
    RETURN true;
END
$$;
GRANT EXECUTE ON FUNCTION turn_log_over TO inquiry_app, inquiry_compliance;
