-- The state of a ticket, its history, and the promise to answer in time. A person is named by the notification that went to
-- that person, so no address stands here.
-- needs: count_spam_decision, content_of, messages_of

-- An inquiry without a row is open; a worker gives it one with its due time.
CREATE TABLE ticket (
    inquiry_id uuid PRIMARY KEY REFERENCES inquiry (id) ON DELETE CASCADE,
    state text NOT NULL CHECK (state IN ('open', 'claimed', 'closed', 'spam')),
    -- The owner's notification, a row of `outbox`.
    owner uuid,
    -- From when the promised time runs, if not from the inquiry's receipt: released from spam, or reopened.
    started_at timestamptz,
    first_answer_at timestamptz,
    first_answer_way text CHECK (first_answer_way IN ('mail', 'phone')),
    closed_at timestamptz,
    -- From when the promised time of `half_at` and `due_at` runs: `started_at`, or the inquiry's receipt.
    promised_from timestamptz,
    half_at timestamptz,
    due_at timestamptz,
    reminded_at timestamptz,
    -- The last time.
    escalated_at timestamptz,
    -- Until when a consultant waits: no reminder, no digest, unless the visitor writes. What is over is listed again.
    waits_until timestamptz,
    -- When the time to the first answer was counted in a metric.
    measured_at timestamptz,
    -- The inquiry of the same person that goes on. Once it is gone, this one stands for itself again.
    merged_into uuid REFERENCES inquiry (id) ON DELETE SET NULL,
    CHECK (state <> 'claimed' OR owner IS NOT NULL),
    CHECK ((first_answer_at IS NULL) = (first_answer_way IS NULL)),
    CHECK ((state IN ('closed', 'spam')) = (closed_at IS NOT NULL)),
    CONSTRAINT ticket_promise CHECK (
        (promised_from IS NULL) = (due_at IS NULL) AND (half_at IS NULL) = (due_at IS NULL)
    )
);
CREATE INDEX ticket_unanswered ON ticket (inquiry_id) WHERE first_answer_at IS NULL AND state IN ('open', 'claimed');
-- Answered ones that nobody closes become many: only a reopened one can be due again.
CREATE INDEX ticket_due ON ticket (due_at)
    WHERE state IN ('open', 'claimed') AND (first_answer_at IS NULL OR started_at IS NOT NULL);
CREATE INDEX ticket_merged_into ON ticket (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX ticket_unmeasured ON ticket (first_answer_at) WHERE first_answer_at IS NOT NULL AND measured_at IS NULL;

CREATE TABLE ticket_event (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    inquiry_id uuid NOT NULL REFERENCES inquiry (id) ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- The acting person's notification; NULL: an operator on the command line, or the system.
    who uuid,
    verb text NOT NULL CHECK (verb IN (
        'claim', 'assign', 'close', 'reopen', 'spam', 'release', 'answer', 'note', 'delivered', 'status', 'help', 'new',
        'file', 'send', 'confirm', 'unknown', 'reminder', 'escalation', 'follow', 'mute', 'wait', 'away', 'back',
        'history', 'erase', 'only', 'all', 'to', 'merge'
    )),
    outcome text NOT NULL CHECK (outcome ~ '^[a-z_]{1,30}$'),
    -- Of `assign`: the new owner's notification; of `merge`: the inquiry that goes on.
    target uuid,
    -- The mail that said so.
    intake_id uuid,
    -- Of `away`.
    until timestamptz,
    UNIQUE (intake_id, verb)
);
CREATE INDEX ticket_event_inquiry ON ticket_event (inquiry_id, at);
-- What a person has last done, and been asked: a consultant's mail that the receiving host does not prove waits until its author
-- confirms it from the registered mailbox.
CREATE INDEX ticket_event_at ON ticket_event (at);
CREATE INDEX ticket_event_absence ON ticket_event (at) WHERE verb IN ('away', 'back');
-- When consultants are away, by their mailboxes in lower case: until the day that they said, or until they said something else.
CREATE VIEW consultant_absence WITH (security_invoker) AS
    SELECT mailbox, at AS begins_at, until AS ends_at, coalesce(next_at, 'infinity') AS changed_at FROM (
        SELECT lower(recipient) AS mailbox, at, until, lead(at) OVER (PARTITION BY lower(recipient) ORDER BY at) AS next_at
        FROM ticket_event JOIN outbox ON outbox.id = who
        WHERE verb IN ('away', 'back') AND ticket_event.outcome = 'done'
    ) AS said WHERE until IS NOT NULL;
-- What was said on a ticket, and on those that were merged into it: each keeps its own rows, and its own retention.
CREATE VIEW ticket_message WITH (security_invoker) AS
    SELECT inquiry.id AS ticket, message.* FROM inquiry CROSS JOIN LATERAL messages_of(inquiry.id) AS message
    UNION ALL
    SELECT merged_into, message.* FROM ticket JOIN inquiry ON inquiry.id = ticket.inquiry_id
        CROSS JOIN LATERAL messages_of(inquiry.id) AS message
    WHERE merged_into IS NOT NULL AND restricted_at IS NULL
    UNION ALL
    SELECT merged_into, inquiry.id, content.received_on, inquiry.id, NULL, inquiry.received_at, 'visitor', false, email, email_key, '{}',
        NULL, '', message, message, NULL, '[]'
    FROM ticket JOIN inquiry ON inquiry.id = ticket.inquiry_id CROSS JOIN LATERAL content_of(inquiry.id) AS content
    WHERE merged_into IS NOT NULL AND restricted_at IS NULL AND origin = 'form';
CREATE TRIGGER count_spam_decision AFTER INSERT ON ticket_event
    FOR EACH ROW WHEN (NEW.verb IN ('spam', 'release') AND NEW.outcome IN ('done', 'unchanged'))
    EXECUTE FUNCTION count_spam_decision();

-- One row while the promise is watched. Inquiries from before `since` were answered elsewhere.
CREATE TABLE promise_watch (
    is_on boolean PRIMARY KEY DEFAULT true CHECK (is_on),
    since timestamptz NOT NULL DEFAULT now(),
    -- Every inquiry received before has its due time.
    seen_until timestamptz NOT NULL DEFAULT now(),
    -- When a worker last said so.
    checked_at timestamptz NOT NULL DEFAULT now(),
    -- The local day of the last digest.
    digest_on date
);
