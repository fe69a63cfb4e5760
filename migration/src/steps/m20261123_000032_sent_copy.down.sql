SET LOCAL lock_timeout = '5s';
ALTER TABLE outbox DROP sent_subject, DROP sent_text, RESET (toast_tuple_target);
