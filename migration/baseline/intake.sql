-- Mail in: one row for each mail that reached us, its bytes for 30 days, and the messages of an inquiry's conversation.
-- needs: is_line, utf16_length, forget_statistics, replace_columns

-- The key of all digests that outlive a key of REPLY_HMAC_KEYS, encrypted by each of these that was in use. No personal data.
CREATE TABLE fingerprint_key (
    -- Digest of the key that encrypts it.
    sealed_by bytea PRIMARY KEY CHECK (octet_length(sealed_by) = 32),
    sealed bytea NOT NULL CHECK (octet_length(sealed) = 32)
);

-- Each mail and what became of it. No personal data: the row outlives an erasure, so that no mail is taken in again.
CREATE TABLE intake (
    id uuid PRIMARY KEY,
    way text NOT NULL CHECK (way IN ('lmtp', 'pipe', 'imap')),
    -- Keyed digests, of the delivery and of the mail's content.
    source_key bytea NOT NULL UNIQUE CHECK (octet_length(source_key) = 32),
    digest bytea NOT NULL CHECK (octet_length(digest) = 32),
    size integer NOT NULL CHECK (size >= 0),
    -- More than one: the sender did not see our confirmation and delivered again.
    deliveries integer NOT NULL DEFAULT 1 CHECK (deliveries >= 1),
    accepted_at timestamptz NOT NULL DEFAULT now(),
    state text NOT NULL DEFAULT 'accepted' CHECK (state IN ('accepted', 'settling', 'settled')),
    fate text CHECK (fate IN ('reply', 'new', 'command', 'bounce', 'machine', 'duplicate', 'quarantined', 'dropped')),
    rule text,
    auth text CHECK (auth IN ('pass', 'internal', 'confirmed', 'none', 'fail')),
    inquiry_id uuid REFERENCES inquiry (id) ON DELETE SET NULL,
    -- The mail of ours that it is about.
    outbox_id uuid,
    -- Keyed digest of its Message-ID, which finds the ticket of a mail that names it.
    message_key bytea CHECK (octet_length(message_key) = 32),
    claims integer NOT NULL DEFAULT 0 CHECK (claims >= 0),
    crashes smallint NOT NULL DEFAULT 0 CHECK (crashes >= 0),
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    lease_holder uuid,
    lease_until timestamptz,
    settled_at timestamptz,
    -- When the digest was begun that tells consultants of this mail in quarantine.
    told_at timestamptz,
    CHECK ((state = 'settling') = (lease_holder IS NOT NULL)),
    CHECK ((lease_holder IS NULL) = (lease_until IS NULL)),
    CHECK ((state = 'settled') = (fate IS NOT NULL)),
    CHECK ((state = 'settled') = (settled_at IS NOT NULL))
);
CREATE INDEX intake_open ON intake (next_attempt_at) WHERE state <> 'settled';
CREATE INDEX intake_digest ON intake (digest);
CREATE INDEX intake_message_key ON intake (message_key) WHERE inquiry_id IS NOT NULL;
CREATE INDEX intake_inquiry ON intake (inquiry_id) WHERE inquiry_id IS NOT NULL;
CREATE INDEX intake_quarantined ON intake (accepted_at) WHERE fate = 'quarantined';
CREATE INDEX intake_accepted_at ON intake (accepted_at);
-- Whose programs answer.
CREATE INDEX intake_machine ON intake (settled_at) WHERE fate = 'machine' AND outbox_id IS NOT NULL;
ALTER TABLE intake ALTER state SET STATISTICS 0;
-- The row is kept for ever, so no text fits. Refused, a mail of an unknown rule would never be settled.
CREATE TRIGGER known_rule BEFORE INSERT OR UPDATE OF rule ON intake FOR EACH ROW WHEN (NEW.rule NOT IN (
    'address', 'message_id', 'related_id', 'subject', 'attached', 'public_address', 'opened', 'forwarded', 'by_phone', 'confirmed', 'unproven',
    'report', 'mailer_daemon', 'own', 'own_address', 'auto_submitted', 'null_path', 'auto_reply_header', 'sender_name', 'precedence', 'loop_mark', 'list',
    'delivered', 'complaint', 'machine', 'automatic', 'digest', 'verdict', 'same_mail', 'self_test', 'self_test_report', 'decided',
    'operator', 'raw_gone', 'too_big', 'crashed', 'unmatched', 'ambiguous', 'rate', 'repeated', 'no_sender', 'no_command', 'no_inquiry',
    'restricted', 'consultant', 'unauthenticated', 'stranger', 'unclear_headers', 'left', 'several_senders', 'hops', 'attachments',
    'headers', 'nesting', 'parts', 'no_headers', 'parser', 'digest_reply', 'journey', 'quota', 'find', 'no_name', 'no_contact', 'no_text',
    'unclear_line'
)) EXECUTE FUNCTION replace_columns('{"rule": "unknown"}');

-- The mails as they came, with their envelopes. Split by week: what is 30 days old goes by dropping its week.
CREATE TABLE raw_mail (
    intake_id uuid NOT NULL REFERENCES intake (id) ON DELETE CASCADE,
    accepted_on date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
    inquiry_id uuid REFERENCES inquiry (id) ON DELETE CASCADE,
    -- NULL: unknown; empty: the null path.
    envelope_from text CHECK (utf16_length(envelope_from) <= 320),
    recipients text[] NOT NULL,
    -- Of everybody whom the mail names as sender or recipient, for searches by address.
    address_keys text[] NOT NULL DEFAULT '{}',
    raw bytea NOT NULL,
    PRIMARY KEY (intake_id, accepted_on)
) PARTITION BY RANGE (accepted_on);
-- Base64 does not get smaller.
ALTER TABLE raw_mail ALTER raw SET STORAGE EXTERNAL;
CREATE INDEX raw_mail_inquiry ON raw_mail (inquiry_id) WHERE inquiry_id IS NOT NULL;
CREATE TABLE raw_mail_default PARTITION OF raw_mail DEFAULT;

-- Bytes of mails that came in a day, by whose share they are: a ticket's, a consultant's about it, or a sender's. Keyed digests.
CREATE TABLE intake_quota (
    day date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
    key bytea NOT NULL CHECK (octet_length(key) = 32),
    bytes bigint NOT NULL CHECK (bytes >= 0),
    PRIMARY KEY (day, key)
);
ALTER TABLE intake_quota ALTER key SET STATISTICS 0;

-- What was written in an inquiry's conversation. Split by quarter, as inquiry_content is.
CREATE TABLE message (
    id uuid NOT NULL,
    received_on date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
    inquiry_id uuid NOT NULL REFERENCES inquiry (id) ON DELETE CASCADE,
    intake_id uuid,
    received_at timestamptz NOT NULL DEFAULT now(),
    party text NOT NULL CHECK (party IN ('visitor', 'consultant', 'other', 'system')),
    is_machine boolean NOT NULL,
    author text NOT NULL CHECK (is_line(author, 320)),
    author_key text NOT NULL CHECK (is_line(author_key, 320)),
    copied_keys text[] NOT NULL DEFAULT '{}',
    message_id text CHECK (is_line(message_id, 998)),
    subject text NOT NULL DEFAULT '' CHECK (utf16_length(subject) <= 998),
    body text NOT NULL,
    -- What the author newly wrote: without what repeats the conversation.
    new_text text NOT NULL,
    -- For the receipt: the first line of an answer of this author that the visitor must not have.
    held_line text CHECK (is_line(held_line, 800)),
    -- Name, type, size and SHA-256 of each attachment.
    files jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (id, received_on)
) PARTITION BY RANGE (received_on);
CREATE INDEX message_inquiry ON message (inquiry_id);
CREATE INDEX message_author_key ON message (author_key);
CREATE INDEX message_intake ON message (intake_id);
CREATE TABLE message_default PARTITION OF message DEFAULT;

SELECT forget_statistics(name::regclass)
FROM unnest(ARRAY['raw_mail', 'raw_mail_default', 'message', 'message_default']) AS name;

-- Mailboxes that are read by IMAP: which worker reads, and which mails somebody else took away. No personal data.
CREATE TABLE imap_account (
    -- Keyed digest of host, user and folder.
    account_key bytea PRIMARY KEY CHECK (octet_length(account_key) = 32),
    -- One session an account over all workers.
    lease_holder uuid,
    lease_until timestamptz,
    uid_validity bigint CHECK (uid_validity BETWEEN 1 AND 4294967295),
    -- Below it every UID is a row of intake, or was counted as taken away.
    counted_to bigint NOT NULL DEFAULT 1 CHECK (counted_to BETWEEN 1 AND 4294967296),
    -- After a change of UIDVALIDITY, mails below it are read again: those that are known are not stored again.
    read_again_below bigint NOT NULL DEFAULT 1 CHECK (read_again_below BETWEEN 1 AND 4294967296),
    taken_away bigint NOT NULL DEFAULT 0 CHECK (taken_away >= 0),
    taken_away_at timestamptz,
    -- The last poll that saw every mail, and what went wrong since.
    polled_at timestamptz,
    problem text,
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((lease_holder IS NULL) = (lease_until IS NULL))
);
CREATE TRIGGER known_problem BEFORE UPDATE OF problem ON imap_account FOR EACH ROW WHEN (NEW.problem NOT IN (
    'unreached', 'tls', 'not_imap', 'password', 'token', 'no_move', 'no_folder', 'no_processed_folder', 'broken_off',
    'oauth_unreached', 'oauth_client', 'oauth_scope', 'oauth_permission', 'oauth_unexpected'
)) EXECUTE FUNCTION replace_columns('{"problem": "unknown"}');

-- Test mails of `worker intake check`, which go through the relay to a signed address and come back. No personal data.
CREATE TABLE intake_check (
    id uuid PRIMARY KEY,
    sent_at timestamptz NOT NULL DEFAULT now(),
    came_back_at timestamptz,
    way text CHECK (way IN ('lmtp', 'pipe', 'imap')),
    -- The host that the topmost Authentication-Results names, and what it says.
    host text CHECK (host ~ '^[a-z0-9._-]{1,255}$'),
    results text CHECK (
        results ~ '^((spf|dkim|dmarc)=(pass|fail|none|neutral|softfail|temperror|permerror|policy|bestguesspass) ?){1,9}$'
    ),
    is_microsoft boolean NOT NULL DEFAULT false,
    -- Whether the Message-ID is ours; NULL while it is away.
    keeps_message_id boolean
);
CREATE INDEX intake_check_sent_at ON intake_check (sent_at);

-- The worker's own ways through the product: form, outbox, relay, mailbox. Each is no inquiry, and has no personal data.
CREATE TABLE journey (
    id uuid PRIMARY KEY,
    begun_at timestamptz NOT NULL DEFAULT now(),
    -- SHA-256 of the idempotency key that the worker alone knows, and of the text: with the key, other words are an inquiry.
    digest bytea UNIQUE CHECK (octet_length(digest) = 32),
    posted_at timestamptz,
    -- What the api stored with that key. A statement whose answer was lost comes again with the same id.
    submission uuid,
    stored_at timestamptz,
    -- In the mailbox; without mail in, at the relay.
    arrived_at timestamptz,
    -- The step that it did not take.
    failed text CHECK (failed IN (
        'name', 'connection', 'certificate', 'page', 'challenge', 'form', 'outbox', 'relay', 'mailbox'
    )),
    certificate_until timestamptz
);
CREATE INDEX journey_begun_at ON journey (begun_at);
CREATE INDEX intake_journeys ON intake (accepted_at) WHERE rule = 'journey';
