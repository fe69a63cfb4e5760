-- Holds, what they keep after its expiry, and what keeps the purge waiting.
-- needs: is_line, forget_statistics, column_list, create_content_view
-- needs: require_clock, turn_mail_partitions, derive_due_at

-- A hold keeps an inquiry, or all inquiries of an address, from the purge and from erasure. It outlives its inquiry, by 30
-- days from its end: deleted with the inquiry it would be counted by nobody, and its reason would stay in the file.
CREATE TABLE legal_hold (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    inquiry_id uuid,
    email_key text CHECK (is_line(email_key, 255)),
    reason text NOT NULL CHECK (is_line(reason, 500)),
    placed_at timestamptz NOT NULL DEFAULT now(),
    ends_at timestamptz NOT NULL,
    released_at timestamptz,
    -- The end that waits for another officer than `placed_by`.
    wanted_until timestamptz,
    placed_by text,
    CHECK (num_nonnulls(inquiry_id, email_key) = 1),
    CHECK (ends_at > placed_at)
);
CREATE INDEX legal_hold_inquiry ON legal_hold (inquiry_id);
CREATE INDEX legal_hold_email_key ON legal_hold (email_key);
ALTER TABLE legal_hold ALTER email_key SET STATISTICS 0, ALTER reason SET STATISTICS 0;
CREATE TRIGGER derive_due_at AFTER UPDATE OF ends_at, released_at ON legal_hold
    FOR EACH ROW EXECUTE FUNCTION derive_due_at();

-- What a hold keeps after its inquiry's expiry leaves the application's reach. Row security alone does not do that:
-- EXPLAIN ANALYZE counts the rows that it hides, so their text can be guessed.
CREATE TABLE held_content (LIKE inquiry_content INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (inquiry_id));
ALTER TABLE held_content ADD FOREIGN KEY (inquiry_id) REFERENCES inquiry (id) ON DELETE CASCADE;
CREATE INDEX held_content_email_key ON held_content (email_key);
CREATE TABLE held_message (LIKE message INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (id));
ALTER TABLE held_message ADD FOREIGN KEY (inquiry_id) REFERENCES inquiry (id) ON DELETE CASCADE;
CREATE INDEX held_message_inquiry ON held_message (inquiry_id);
CREATE INDEX held_message_author_key ON held_message (author_key);
CREATE TABLE held_participant (LIKE participant INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (id));
ALTER TABLE held_participant ADD FOREIGN KEY (inquiry_id) REFERENCES inquiry (id) ON DELETE CASCADE;
CREATE INDEX held_participant_inquiry ON held_participant (inquiry_id);
ALTER TABLE held_participant ALTER address SET STATISTICS 0, ALTER address_key SET STATISTICS 0;
SELECT forget_statistics('held_content'), forget_statistics('held_message');

-- The compliance commands look here first, so that they find a person wherever the content is.
CREATE SCHEMA compliance;
SELECT create_content_view();
CREATE VIEW compliance.participant AS SELECT * FROM public.participant UNION ALL SELECT * FROM public.held_participant;
CREATE VIEW compliance.message AS SELECT * FROM public.message UNION ALL SELECT * FROM public.held_message;

-- Inquiries that a hold keeps: its own, those of the address, and those in which the address has written.
CREATE VIEW held_inquiry AS
    SELECT inquiry_id FROM legal_hold WHERE inquiry_id IS NOT NULL AND released_at IS NULL AND ends_at > now()
    UNION
    SELECT content.inquiry_id FROM legal_hold JOIN compliance.inquiry_content AS content USING (email_key)
    WHERE released_at IS NULL AND ends_at > now()
    UNION
    SELECT message.inquiry_id FROM legal_hold JOIN compliance.message ON author_key = email_key
    WHERE released_at IS NULL AND ends_at > now();

-- A session that keeps a lock from the purge is named in the month's report. It waits here until a purge can record it in
-- the ledger: the lock that it keeps may be the ledger's.
CREATE TABLE blocked_purge (
    login text PRIMARY KEY,
    times integer NOT NULL,
    seconds integer NOT NULL,
    last_at timestamptz NOT NULL
);

-- By the clock that the ledger vouches for.
SELECT turn_mail_partitions();
