-- Requests of persons, of every kind that GDPR art. 15 to 22 and the Swiss FADP name.
-- needs: is_line, derive_due_at, lock_retention_first, record_reminder

-- How a person can be told something.
CREATE DOMAIN channel AS text CHECK (VALUE IN ('mail', 'post', 'portal', 'phone', 'in_person'));

-- In which a person is written to.
CREATE DOMAIN spoken AS text CHECK (VALUE IN ('en', 'de', 'fr', 'it'));

-- To be answered within 30 days. The answer, or an erasure, closes it and forgets the address.
CREATE TABLE data_subject_request (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    kind text NOT NULL
        CHECK (kind IN ('access', 'correction', 'erasure', 'restriction', 'objection', 'portability')),
    email_key text CHECK (is_line(email_key, 255)),
    received_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz NOT NULL,
    -- The due time of the last reminder.
    reminded_due_at timestamptz,
    closed_at timestamptz,
    -- The two reasons that GDPR art. 12 (3) gives. No free text: it would name the person.
    extension text CHECK (extension IN ('complexity', 'number')),
    -- How the person's identity was checked (art. 12 (6)).
    identity text CHECK (
        identity IN ('stored_address', 'reply', 'callback', 'document', 'known', 'representative')
    ),
    answer text CHECK (
        answer IN ('granted', 'partly', 'refused', 'nothing_stored', 'withdrawn', 'ended_by_erasure')
    ),
    -- Of the letters to the person, also once nothing else is stored.
    language spoken,
    -- When, how and with what the person was answered. NULL where an erasure closed the request.
    answered_on date,
    channel channel,
    sent text CHECK (sent IN ('export', 'certificate', 'confirmation', 'reasons', 'nothing')),
    -- The hold of which the person was told: what was left of the time counts from its end.
    waits_for uuid,
    -- The second officer of an erasure.
    confirmed_by text,
    -- After a restore, a replay knows that a request is open, but not always whose it is.
    CHECK (closed_at IS NULL OR email_key IS NULL)
);
CREATE INDEX data_subject_request_open ON data_subject_request (due_at) WHERE answered_on IS NULL;
ALTER TABLE data_subject_request ALTER email_key SET STATISTICS 0;
CREATE TRIGGER derive_due_at BEFORE INSERT OR UPDATE OF received_at, extension ON data_subject_request
    FOR EACH ROW EXECUTE FUNCTION derive_due_at();
CREATE TRIGGER lock_first BEFORE UPDATE OF reminded_due_at ON data_subject_request
    FOR EACH STATEMENT EXECUTE FUNCTION lock_retention_first();
CREATE TRIGGER reminder BEFORE UPDATE OF reminded_due_at ON data_subject_request
    FOR EACH ROW WHEN (NEW.reminded_due_at IS DISTINCT FROM OLD.reminded_due_at) EXECUTE FUNCTION record_reminder();

-- COMPLIANCE_SECOND_OFFICER, as `migration` was told: the owner's to say, so that no officer can switch it off.
CREATE TABLE compliance_rule (second_officer boolean NOT NULL);
INSERT INTO compliance_rule VALUES (false);
