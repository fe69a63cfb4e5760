-- What visitors ask, and who they are.
-- needs: utf16_length, is_line, forget_statistics, create_partition, create_quarter
-- needs: create_content_partitions, move_network, suspect_inquiry
-- needs: restrict_named, replace_columns

-- What was asked and agreed, without a word of who asked.
CREATE TABLE inquiry (
    id uuid PRIMARY KEY,
    reference text NOT NULL UNIQUE CHECK (reference ~ '^FW-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
    idempotency_key uuid NOT NULL UNIQUE,
    token_digest bytea NOT NULL UNIQUE CHECK (octet_length(token_digest) = 32),
    contact_reason text NOT NULL CHECK (contact_reason IN (
        'threat-detection-response', 'devsecops', 'cloud-security', 'vulnerability-management', 'security-awareness',
        'security-assessment', 'incident-response', 'partnership', 'reselling', 'other'
    )),
    program text CHECK (program IN (
        'edr-implementation', 'siem-threat-hunting', 'threat-intel-platform', 'purple-team-operations',
        'compliance-governance'
    )),
    desired_consultants smallint CHECK (desired_consultants BETWEEN 1 AND 8),
    consent boolean NOT NULL,
    gdpr_consent boolean NOT NULL,
    policy_digest bytea NOT NULL CHECK (octet_length(policy_digest) = 32),
    consent_digest bytea NOT NULL CHECK (octet_length(consent_digest) = 32),
    gdpr_consent_digest bytea NOT NULL CHECK (octet_length(gdpr_consent_digest) = 32),
    bot_check text NOT NULL CHECK (bot_check IN ('verified', 'unverified')),
    -- In which the visitor is written to: the form's, or the mail's as it was detected.
    language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'de', 'fr', 'it')),
    received_at timestamptz NOT NULL DEFAULT now(),
    last_contact_at timestamptz NOT NULL DEFAULT now(),
    -- Calendar years in UTC: the 29th of February ends on the 28th, and no time zone's rules play in.
    expires_at timestamptz NOT NULL
        GENERATED ALWAYS AS ((last_contact_at AT TIME ZONE 'UTC' + interval '2 years') AT TIME ZONE 'UTC') STORED,
    -- Restriction (art. 18): kept until it expires, but nobody is mailed about it and no contact counts.
    restricted_at timestamptz,
    origin text NOT NULL DEFAULT 'form' CHECK (origin IN ('form', 'mail', 'phone')),
    -- No box was ticked for an inquiry that came by mail: the auto-reply names the privacy policy, whose digest the row
    -- keeps; the digests of the two boxes are of the empty text.
    CONSTRAINT inquiry_consent CHECK (consent = (origin = 'form') AND gdpr_consent = (origin = 'form'))
);
CREATE INDEX inquiry_expires_at ON inquiry (expires_at);
CREATE INDEX inquiry_restricted ON inquiry (id) WHERE restricted_at IS NOT NULL;
CREATE INDEX inquiry_unverified ON inquiry (received_at) WHERE bot_check = 'unverified';
-- Statistics hold values after their rows are gone, so none are kept of personal columns: the reference names the
-- inquiry in mails, the digests are the evidence of consent.
ALTER TABLE inquiry ALTER reference SET STATISTICS 0, ALTER policy_digest SET STATISTICS 0,
    ALTER consent_digest SET STATISTICS 0, ALTER gdpr_consent_digest SET STATISTICS 0,
    ALTER language SET STATISTICS 0;

-- Who asked, and the text. DELETE leaves bytes in a table's file and only a rewrite removes them, so this table is split
-- by quarter: old quarters can be rewritten while new inquiries go into the current one.
CREATE TABLE inquiry_content (
    inquiry_id uuid NOT NULL REFERENCES inquiry (id) ON DELETE CASCADE,
    received_on date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
    first_name text NOT NULL CHECK (is_line(first_name, 50)),
    last_name text NOT NULL CHECK (is_line(last_name, 50)),
    company text NOT NULL CHECK (is_line(company, 100)),
    email text NOT NULL CHECK (is_line(email, 255) AND email ~ '^[!-?A-~]+@[!-?A-~]+$'),
    email_key text NOT NULL CHECK (is_line(email_key, 255)),
    country text CHECK (is_line(country, 56)),
    phone text CHECK (is_line(phone, 40) AND utf16_length(phone) >= 5),
    message text NOT NULL CHECK (
        message <> '' AND utf16_length(message) <= 1000 AND message !~ '[\u0001-\u0008\u000B-\u001F\u007F-\u009F]'
    ),
    -- Always NULL: a trigger moves it to unverified_network.
    client_network cidr,
    PRIMARY KEY (inquiry_id, received_on)
) PARTITION BY RANGE (received_on);
CREATE INDEX inquiry_content_email_key ON inquiry_content (email_key);
-- As find_inquiries() asks: words without accents, whatever the locale of the database is, and the parts of addresses.
CREATE INDEX inquiry_content_words ON inquiry_content USING gin (to_tsvector('simple', translate(
    first_name || ' ' || last_name || ' ' || company || ' ' || email || ' ' || message,
    'ÀÁÂÃÄÅàáâãäåÇçÈÉÊËèéêëÌÍÎÏìíîïÑñÒÓÔÕÖØòóôõöøÙÚÛÜùúûüÝýÿ@.ŠšŽžČčĆćŁłŚśŃńŹźŻżĄąĘę/_-',
    'AAAAAAaaaaaaCcEEEEeeeeIIIIiiiiNnOOOOOOooooooUUUUuuuuYyy  SsZzCcCcLlSsNnZzZzAaEe   '
)));
CREATE TRIGGER move_network BEFORE INSERT OR UPDATE OF client_network ON inquiry_content
    FOR EACH ROW WHEN (NEW.client_network IS NOT NULL) EXECUTE FUNCTION move_network();
-- Takes what no quarter takes: an inquiry is never refused because a partition is missing.
CREATE TABLE inquiry_content_default PARTITION OF inquiry_content DEFAULT;
SELECT forget_statistics('inquiry_content'), forget_statistics('inquiry_content_default');
SELECT create_content_partitions();

-- The networks of unverified inquiries, for their cap: a small table, whose file can be rewritten at once. The hourly
-- cleanup empties it.
CREATE TABLE unverified_network (
    inquiry_id uuid PRIMARY KEY,
    client_network cidr NOT NULL,
    stored_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE unverified_network ALTER client_network SET STATISTICS 0;
CREATE INDEX unverified_network_stored_at ON unverified_network (stored_at);

-- Contacts after the inquiry itself, which is the first. `source` is the row that the contact is: a stored message, a
-- delivered answer.
CREATE TABLE contact (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    inquiry_id uuid NOT NULL REFERENCES inquiry (id) ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('answer', 'message')),
    source uuid NOT NULL,
    at timestamptz NOT NULL,
    UNIQUE (kind, source)
);
CREATE INDEX contact_inquiry ON contact (inquiry_id);

-- Who else is on the visitor's side: whom a mail of the conversation has copied, and where answers go instead of the inquiry's own
-- address. A mail names them, and the purge counts them in the ledger once answers go there.
CREATE TABLE participant (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    inquiry_id uuid NOT NULL REFERENCES inquiry (id) ON DELETE CASCADE,
    intake_id uuid NOT NULL,
    address text NOT NULL CHECK (is_line(address, 255) AND address ~ '^[!-?A-~]+@[!-?A-~]+$'),
    address_key text NOT NULL CHECK (is_line(address_key, 255)),
    added_at timestamptz NOT NULL DEFAULT now(),
    -- From when answers go there, too. NULL: the mail that copied it does not prove its sender.
    copied_from timestamptz,
    -- A consultant leaves it out.
    copied_until timestamptz,
    -- From when answers go there instead of the inquiry's own address; of several, to the last one.
    instead_from timestamptz,
    is_recorded boolean NOT NULL DEFAULT false,
    -- Restriction (art. 18) of this person: kept, and not mailed.
    restricted_at timestamptz,
    UNIQUE (inquiry_id, address_key)
);
CREATE INDEX participant_address_key ON participant (address_key);
CREATE INDEX participant_new ON participant (id)
    WHERE NOT is_recorded AND (copied_from IS NOT NULL OR instead_from IS NOT NULL);
CREATE TRIGGER restrict_named BEFORE INSERT ON participant FOR EACH ROW EXECUTE FUNCTION restrict_named();
-- Who was copied and gets all answers now, is counted once more.
CREATE TRIGGER count_again BEFORE UPDATE OF instead_from ON participant
    FOR EACH ROW EXECUTE FUNCTION replace_columns('{"is_recorded": false}');
ALTER TABLE participant ALTER address SET STATISTICS 0, ALTER address_key SET STATISTICS 0;

-- Texts that come again within a week are found by the digest of their words. A separate table: a statement that stores
-- inquiries must not wait for the rewrite of an old quarter of inquiry_content.
CREATE TABLE recent_text (
    inquiry_id uuid PRIMARY KEY REFERENCES inquiry (id) ON DELETE CASCADE,
    digest bytea NOT NULL CHECK (length(digest) = 32),
    stored_at timestamptz NOT NULL DEFAULT now(),
    -- Of the words and the sender's address: who sends a corrected form again is no program that repeats itself.
    of_sender bytea CHECK (length(of_sender) = 32)
);
CREATE INDEX recent_text_digest ON recent_text (digest, stored_at);
CREATE INDEX recent_text_stored_at ON recent_text (stored_at);
ALTER TABLE recent_text ALTER digest SET STATISTICS 0, ALTER of_sender SET STATISTICS 0;

-- Signs of spam: each gives points. From the limit on, an inquiry that a program has sent is suspected: it is kept, and nobody is
-- mailed until a consultant releases it. One whose words alone reach the limit is marked: its notification says so.
CREATE TABLE spam_check (
    inquiry_id uuid PRIMARY KEY REFERENCES inquiry (id) ON DELETE CASCADE,
    points smallint NOT NULL CHECK (points > 0),
    -- A closed list: no word of a visitor fits.
    signs text[] NOT NULL CHECK (signs <@ ARRAY[
        'decoy', 'haste', 'links', 'markup', 'phrases', 'script', 'repeated', 'known_text', 'mass_mail'
    ]),
    is_suspected boolean NOT NULL,
    is_marked boolean NOT NULL,
    checked_at timestamptz NOT NULL DEFAULT now(),
    -- When the digest was begun that names it.
    told_at timestamptz,
    CHECK (NOT (is_suspected AND is_marked))
);
CREATE INDEX spam_check_suspected ON spam_check (checked_at) WHERE is_suspected;
CREATE TRIGGER suspect_inquiry AFTER INSERT ON spam_check
    FOR EACH ROW WHEN (NEW.is_suspected) EXECUTE FUNCTION suspect_inquiry();

-- When the last ten marked inquiries that were told at once came: of others, consultants get one mail an hour.
CREATE TABLE mark_slot (
    number smallint PRIMARY KEY,
    taken_at timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO mark_slot (number) SELECT generate_series(1, 10);

-- How often consultants called spam what has a sign, and how often they released it. Sums: they outlive the inquiries.
CREATE TABLE spam_decision (
    -- `none`: called spam without a sign.
    sign text PRIMARY KEY,
    called_spam bigint NOT NULL DEFAULT 0,
    released bigint NOT NULL DEFAULT 0
);
INSERT INTO spam_decision (sign) SELECT unnest(ARRAY[
    'none', 'decoy', 'haste', 'links', 'markup', 'phrases', 'script', 'repeated', 'known_text', 'mass_mail'
]);

