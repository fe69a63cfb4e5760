SET LOCAL lock_timeout = '2s';
DROP FUNCTION answer_evidence(timestamptz, timestamptz), measure_answers(), queue_digest(date, text[]),
    keep_promises(text[], text[], timestamptz), remind_of_ticket(uuid, text, text[], text[]), promises_seen(timestamptz),
    promise_answers(uuid[], timestamptz[], timestamptz[], timestamptz[]), watch_promise(boolean), waits_since(ticket),
    is_answered(ticket);
DELETE FROM outbox WHERE kind IN ('reminder', 'escalation', 'digest', 'question');
DELETE FROM ticket_event WHERE verb IN ('reminder', 'escalation');
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_check CHECK (kind IN (
        'notification', 'auto_reply', 'visitor_reply', 'undeliverable', 'absence',
        'answer', 'answer_copy', 'receipt', 'answer_lost'
    )),
    DROP CONSTRAINT outbox_about,
    ADD CONSTRAINT outbox_about CHECK (
        (kind IN ('visitor_reply', 'absence', 'answer', 'answer_copy', 'receipt', 'answer_lost')) = (about IS NOT NULL)
    );
ALTER TABLE ticket_event
    DROP CONSTRAINT ticket_event_verb_check,
    ADD CONSTRAINT ticket_event_verb_check CHECK (verb IN (
        'claim', 'assign', 'close', 'reopen', 'spam', 'release', 'answer', 'note', 'delivered', 'status', 'help', 'new',
        'send', 'confirm', 'unknown'
    ));
DROP TABLE promise_watch;
DROP INDEX ticket_due, ticket_unmeasured;
ALTER TABLE ticket DROP CONSTRAINT ticket_promise, DROP promised_from, DROP half_at, DROP due_at, DROP reminded_at,
    DROP escalated_at, DROP measured_at;
