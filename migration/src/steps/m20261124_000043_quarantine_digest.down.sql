SET LOCAL lock_timeout = '2s';
ALTER TABLE intake DROP COLUMN told_at;
