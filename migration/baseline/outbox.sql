-- Mails that go out: one row per mail and recipient, written in the commit of what the mail is about.
-- needs: is_line, note_addresses, suppress_restricted, note_answer, take_back_answer, keep_bounced, delay_mail
-- needs: note_failed

CREATE TABLE outbox (
    id uuid PRIMARY KEY,
    inquiry_id uuid REFERENCES inquiry (id) ON DELETE CASCADE,
    -- `visitor_reply`: what a visitor wrote, to the consultants; `undeliverable`: a mail that did not arrive; `absence`: that
    -- the visitor is away; `answer`: a consultant's words, to the visitor; `answer_copy`: the same, to the other consultants;
    -- `receipt`: what became of a consultant's mail; `answer_lost`: that an answer did not arrive, to its author;
    -- `reminder`: half of the promised time is over; `escalation`: all of it; `question`: whether a consultant has written
    -- the mail `about`; `assignment`: whose the ticket is now, to its owner and the former one; `journey`: the worker's own mail,
    -- which belongs to no inquiry.
    kind text NOT NULL,
    recipient text CHECK (is_line(recipient, 255)),
    message_id text UNIQUE CHECK (is_line(message_id, 250)),
    state text NOT NULL DEFAULT 'ready'
        CHECK (state IN ('ready', 'sending', 'sent', 'retry', 'ambiguous', 'failed', 'suppressed', 'bounced')),
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    crashes smallint NOT NULL DEFAULT 0 CHECK (crashes >= 0),
    ambiguities smallint NOT NULL DEFAULT 0 CHECK (ambiguities >= 0),
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    lease_holder uuid,
    lease_until timestamptz,
    first_attempt_at timestamptz,
    data_at timestamptz,
    finished_at timestamptz,
    -- A code of our own, so that no server's text (which may hold an address) can be stored.
    last_code text CHECK (last_code ~ '^[a-z0-9_]{1,40}$'),
    created_at timestamptz NOT NULL DEFAULT now(),
    -- Numbers the claims of a row. What a sender writes names its claim, so a statement of an earlier claim that the database
    -- carries out late changes nothing.
    claims integer NOT NULL DEFAULT 0,
    -- When the age that ends the attempts began. NULL for a notification that the mail server has not judged yet, and for an
    -- auto-reply, whose age counts from `created_at`.
    age_from timestamptz,
    -- How often the end of data of a notification was sent without a reply since the last retry by an operator.
    copies smallint NOT NULL DEFAULT 0,
    -- An auto-reply beyond the share of the network that the inquiry came from. The network is not stored.
    over_share boolean NOT NULL DEFAULT false,
    -- The message that a mail relays or answers, of `answer_lost` the answer, of `undeliverable` a mail that was given up
    -- (NULL: the auto-reply, which the visitor's address does not take), of a reminder or an assignment the event of the ticket.
    about uuid,
    -- Of an answer: to whom it goes, if not to the inquiry's own address. No address stands here.
    participant uuid,
    -- Beside the mail that is the answer.
    is_copy boolean NOT NULL DEFAULT false,
    -- An export shows the confirmation as it was sent, not as the template of the day renders it. The text has the reference
    -- and the due time, and nothing that the visitor typed.
    sent_subject text CHECK (is_line(sent_subject, 250)),
    sent_text text CHECK (octet_length(sent_text) <= 20000),
    CONSTRAINT outbox_once UNIQUE NULLS NOT DISTINCT (inquiry_id, kind, recipient, about, participant),
    -- A mail to the visitor goes to the inquiry's own address, an answer also to participants.
    CONSTRAINT outbox_recipient CHECK ((kind IN ('auto_reply', 'answer', 'journey')) = (recipient IS NULL)),
    CONSTRAINT outbox_participant CHECK ((participant IS NULL OR kind = 'answer') AND (NOT is_copy OR participant IS NOT NULL)),
    CONSTRAINT outbox_inquiry CHECK ((kind = 'journey') = (inquiry_id IS NULL)),
    CONSTRAINT outbox_kind CHECK (CASE
        WHEN kind IN ('notification', 'auto_reply') THEN about IS NULL
        WHEN kind = 'undeliverable' THEN true
        WHEN kind IN (
            'visitor_reply', 'absence', 'answer', 'answer_copy', 'receipt', 'answer_lost', 'reminder', 'escalation',
            'question', 'assignment', 'journey'
        ) THEN about IS NOT NULL
        ELSE false
    END),
    CONSTRAINT outbox_sending CHECK ((state = 'sending') = (lease_holder IS NOT NULL)),
    CONSTRAINT outbox_lease CHECK ((lease_holder IS NULL) = (lease_until IS NULL)),
    -- What has been begun has its Message-ID.
    CONSTRAINT outbox_begun CHECK (first_attempt_at IS NULL OR message_id IS NOT NULL),
    CONSTRAINT outbox_finished CHECK (
        (state IN ('sent', 'failed', 'suppressed', 'bounced')) = (finished_at IS NOT NULL) OR state = 'ambiguous'
    ),
    CONSTRAINT outbox_sent_copy CHECK (
        (sent_text IS NULL) = (sent_subject IS NULL) AND (sent_text IS NULL OR kind = 'auto_reply')
    )
-- The text of the confirmation is out of line: a change of the state does not copy it.
) WITH (toast_tuple_target = 256);
-- Names survive their rows in statistics.
ALTER TABLE outbox ALTER recipient SET STATISTICS 0, ALTER message_id SET STATISTICS 0,
    ALTER sent_subject SET STATISTICS 0, ALTER sent_text SET STATISTICS 0;
-- States change by the thousand within seconds, so statistics of them are wrong when it matters. Without any, the
-- planner expects many due rows and walks the index in its order; with stale ones it would sort all due rows a claim.
ALTER TABLE outbox ALTER state SET STATISTICS 0;
-- Due rows, and those of each lane in their order. An ambiguous auto-reply is never due.
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE state IN ('ready', 'retry', 'ambiguous');
CREATE INDEX outbox_due_notifications ON outbox (next_attempt_at)
    WHERE kind = 'notification' AND state IN ('ready', 'retry', 'ambiguous');
CREATE INDEX outbox_due_auto_replies ON outbox (next_attempt_at)
    WHERE kind = 'auto_reply' AND state IN ('ready', 'retry');
CREATE INDEX outbox_due_relays ON outbox (next_attempt_at)
    WHERE kind NOT IN ('notification', 'auto_reply') AND state IN ('ready', 'retry', 'ambiguous');
-- Mails that may have ended their senders: they are sent alone.
CREATE INDEX outbox_due_alone ON outbox (next_attempt_at)
    WHERE crashes >= 2 AND state IN ('ready', 'sending', 'retry', 'ambiguous');
CREATE INDEX outbox_leased ON outbox (lease_until) WHERE state = 'sending';
-- For the limits on auto-replies, and those that the hourly limit holds back.
CREATE INDEX outbox_auto_replies ON outbox (first_attempt_at) WHERE kind = 'auto_reply';
-- Notifications of marked inquiries that the hourly mail is to tell of.
CREATE INDEX outbox_collected ON outbox (created_at) WHERE state = 'suppressed' AND last_code = 'collected';
CREATE INDEX outbox_held ON outbox (created_at) WHERE state = 'retry' AND last_code = 'hourly_limit';
-- For the figures of the last day, and of everything that was given up or came back.
CREATE INDEX outbox_finished ON outbox (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX outbox_failed ON outbox (kind) WHERE state = 'failed';
-- Whether an address is a consultant's: few are, so this steps from one to the next.
CREATE INDEX outbox_recipient ON outbox (recipient) WHERE recipient IS NOT NULL;
CREATE INDEX outbox_participant ON outbox (participant) WHERE participant IS NOT NULL;
CREATE INDEX outbox_journeys ON outbox (created_at) WHERE kind = 'journey';
CREATE INDEX outbox_bounced ON outbox (finished_at) WHERE state = 'bounced';
-- Finds the job rows of an outbox row, whose keys are 'outbox:ID' or 'outbox:ID:OCCASION'.
CREATE INDEX jobs_of_outbox ON apalis.jobs (split_part(idempotency_key, ':', 2)) WHERE job_type = 'mail';

-- While an inquiry is restricted nobody is mailed; its first mails are older than that.
CREATE TRIGGER suppress_restricted_mail BEFORE INSERT ON outbox FOR EACH ROW
    WHEN (NEW.state = 'ready' AND NEW.kind NOT IN ('notification', 'auto_reply'))
    EXECUTE FUNCTION suppress_restricted();
CREATE TRIGGER delay_mail BEFORE INSERT ON outbox FOR EACH ROW
    WHEN (NEW.last_code IS NOT NULL) EXECUTE FUNCTION delay_mail();
CREATE TRIGGER suppress_restricted BEFORE UPDATE OF state ON outbox FOR EACH ROW
    WHEN (
        OLD.state IS DISTINCT FROM NEW.state
        AND (NEW.state IN ('ready', 'retry') OR NEW.state = 'ambiguous' AND NEW.finished_at IS NULL)
    )
    EXECUTE FUNCTION suppress_restricted();
CREATE TRIGGER keep_bounced BEFORE UPDATE OF state ON outbox FOR EACH ROW
    WHEN (OLD.kind = 'answer' AND OLD.state = 'bounced' AND NEW.state <> 'bounced')
    EXECUTE FUNCTION keep_bounced();
CREATE TRIGGER note_answer AFTER UPDATE OF state ON outbox FOR EACH ROW
    WHEN (NEW.kind = 'answer' AND OLD.state <> NEW.state
        AND (NEW.state IN ('sent', 'failed', 'bounced') OR NEW.last_code = 'removed'))
    EXECUTE FUNCTION note_answer();
-- Of an answer its author hears. Who hears of a mail that was given up is told of no other in turn.
CREATE TRIGGER note_failed AFTER UPDATE OF state ON outbox FOR EACH ROW
    WHEN (
        NEW.state = 'failed' AND OLD.state <> 'failed' AND NEW.kind <> 'answer'
        AND (NEW.kind <> 'undeliverable' OR NEW.about IS NULL) AND (
            NEW.kind <> 'auto_reply' OR NEW.last_code LIKE 'smtp\_5%' OR NEW.last_code = 'sender_crashed'
        )
    )
    EXECUTE FUNCTION note_failed();
CREATE TRIGGER take_back_answer AFTER UPDATE OF state ON outbox FOR EACH ROW
    WHEN (NEW.kind = 'answer' AND NOT NEW.is_copy AND OLD.state = 'sent' AND NEW.state = 'bounced')
    EXECUTE FUNCTION take_back_answer();
CREATE TRIGGER note_addresses AFTER INSERT ON outbox REFERENCING NEW TABLE AS stored
    FOR EACH STATEMENT EXECUTE FUNCTION note_addresses();

-- The addresses that notifications went to, as SHA-256: which ones are right is a setting of the api, which the database
-- does not know. A new one is counted in the ledger by the next purge.
CREATE TABLE notified_address (
    digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
    is_recorded boolean NOT NULL DEFAULT false
);
CREATE INDEX notified_address_new ON notified_address (digest) WHERE NOT is_recorded;

-- Daily digests to consultants, and the hourly mails of marked inquiries, without a day. They belong to no inquiry, since each
-- lists several, and what becomes of one inquiry takes no digest with it.
CREATE TABLE digest_mail (
    -- Proven by the mail's Message-ID and return path.
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    -- The local day.
    day date,
    recipient text NOT NULL CHECK (is_line(recipient, 320)),
    -- What waits for an answer when it is sent.
    lists_answers boolean NOT NULL DEFAULT false,
    -- The mails in quarantine, and the suspected inquiries, whose `told_at` is this `created_at`.
    lists_mails boolean NOT NULL DEFAULT false,
    lists_suspects boolean NOT NULL DEFAULT false,
    -- A mail in quarantine, of which this mail tells its author.
    about uuid,
    attempts smallint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    -- It was sent, or nothing waited any more.
    finished_at timestamptz,
    bounced_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((day IS NULL) <> (lists_answers OR lists_mails OR lists_suspects)),
    CHECK (day IS NULL OR about IS NULL)
);
CREATE UNIQUE INDEX digest_mail_marked ON digest_mail (recipient) WHERE day IS NULL AND about IS NULL AND finished_at IS NULL;
CREATE INDEX digest_mail_created_at ON digest_mail (created_at);
ALTER TABLE digest_mail ALTER recipient SET STATISTICS 0;

-- Addresses that called a mail of ours unwanted get no auto-reply. Keyed digests: no address can be read from them, and
-- they outlive an erasure, or the next inquiry in that name would send another mail.
CREATE TABLE complaint (
    address_digest bytea PRIMARY KEY CHECK (octet_length(address_digest) = 32),
    at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX complaint_at ON complaint (at);
ALTER TABLE complaint ALTER address_digest SET STATISTICS 0;
