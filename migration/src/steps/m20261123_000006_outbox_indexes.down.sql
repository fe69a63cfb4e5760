DROP INDEX CONCURRENTLY outbox_due_notifications;
DROP INDEX CONCURRENTLY outbox_due_auto_replies;
DROP INDEX CONCURRENTLY outbox_finished;
DROP INDEX CONCURRENTLY outbox_failed;
DROP INDEX CONCURRENTLY outbox_held;
