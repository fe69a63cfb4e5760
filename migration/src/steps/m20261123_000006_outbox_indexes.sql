-- Indexes of the outbox, built while it is read and written; each statement is a transaction. A failed build leaves an
-- invalid index, so each is dropped first. A build waits for transactions that are older, a dump for example.

-- Due rows of each kind in their order. An ambiguous auto-reply is never due.
DROP INDEX CONCURRENTLY IF EXISTS outbox_due_notifications;
CREATE INDEX CONCURRENTLY outbox_due_notifications ON outbox (next_attempt_at)
    WHERE kind = 'notification' AND state IN ('ready', 'retry', 'ambiguous');
DROP INDEX CONCURRENTLY IF EXISTS outbox_due_auto_replies;
CREATE INDEX CONCURRENTLY outbox_due_auto_replies ON outbox (next_attempt_at)
    WHERE kind = 'auto_reply' AND state IN ('ready', 'retry');
-- For the figures of the last day, and of everything that was given up.
DROP INDEX CONCURRENTLY IF EXISTS outbox_finished;
CREATE INDEX CONCURRENTLY outbox_finished ON outbox (finished_at) WHERE finished_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS outbox_failed;
CREATE INDEX CONCURRENTLY outbox_failed ON outbox (kind) WHERE state = 'failed';
-- Auto-replies that the hourly limit holds back.
DROP INDEX CONCURRENTLY IF EXISTS outbox_held;
CREATE INDEX CONCURRENTLY outbox_held ON outbox (created_at) WHERE state = 'retry' AND last_code = 'hourly_limit';
