SET LOCAL lock_timeout = '2s';

DROP FUNCTION auto_reply_key(text);
ALTER TABLE outbox DROP over_share, DROP copies, DROP age_from;
