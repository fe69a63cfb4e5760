-- Signs of spam: each gives points. From the limit on, an inquiry is suspected: it is kept, and nobody is mailed until a
-- consultant releases it. What processes of the previous release store has no row here and is ordinary.
SET LOCAL lock_timeout = '5s';
SELECT lock_retention();

-- Texts that come again are found by the digest of their words. It goes with the inquiry.
SELECT add_content_column('message_digest', 'bytea CHECK (length(message_digest) = 32)');
CREATE INDEX inquiry_content_message_digest ON inquiry_content (message_digest) WHERE message_digest IS NOT NULL;

-- A corrected message is another text, and a digest is nothing that a person has given.
CREATE OR REPLACE FUNCTION correct_inquiry(inquiry uuid, field text, value text, address_key text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    part text;
    touched text;
    type text := (
        SELECT format_type(atttypid, atttypmod) FROM pg_attribute
        WHERE attrelid = 'inquiry_content'::regclass AND attname = field AND attnum > 0 AND NOT attisdropped
          AND attname NOT IN ('inquiry_id', 'received_on', 'email_key', 'client_network', 'message_digest')
    );
BEGIN
    IF type IS NULL OR (field = 'email') <> (address_key IS NOT NULL) THEN
        RAISE EXCEPTION '% cannot be corrected', field USING ERRCODE = 'FW012';
    END IF;
    PERFORM lock_retention();
    FOREACH part IN ARRAY ARRAY['inquiry_content', 'held_content'] LOOP
        EXECUTE format(
            'UPDATE %I SET %I = CAST($1 AS %s), email_key = coalesce($2, email_key),
                message_digest = CASE WHEN $4 THEN NULL ELSE message_digest END WHERE inquiry_id = $3
             RETURNING tableoid::regclass',
            part, field, type
        ) INTO touched USING value, address_key, inquiry, field = 'message';
        EXIT WHEN touched IS NOT NULL;
    END LOOP;
    IF touched IS NULL THEN
        RETURN false;
    END IF;
    INSERT INTO ledger (kind, detail) VALUES ('correction', jsonb_build_object(
        'ids', ARRAY[inquiry], 'field', field, 'tables', ARRAY[touched]
    ));
    RETURN true;
END
$$;

CREATE TABLE spam_check (
    inquiry_id uuid PRIMARY KEY REFERENCES inquiry (id) ON DELETE CASCADE,
    points smallint NOT NULL CHECK (points > 0),
    -- A closed list: no word of a visitor fits.
    signs text[] NOT NULL CHECK (signs <@ ARRAY[
        'decoy', 'haste', 'links', 'markup', 'phrases', 'disposable_address', 'script', 'unverified', 'repeated', 'known_text'
    ]),
    is_suspected boolean NOT NULL,
    checked_at timestamptz NOT NULL DEFAULT now(),
    -- When a digest named it.
    told_at timestamptz
);
CREATE INDEX spam_check_suspected ON spam_check (checked_at) WHERE is_suspected;

ALTER TABLE spam_check ENABLE ROW LEVEL SECURITY;
CREATE POLICY alive ON spam_check FOR SELECT TO inquiry_app
    USING ((SELECT true FROM inquiry WHERE inquiry.id = inquiry_id));
CREATE POLICY changed ON spam_check FOR UPDATE TO inquiry_app
    USING ((SELECT true FROM inquiry WHERE inquiry.id = inquiry_id));
CREATE POLICY written ON spam_check FOR INSERT TO inquiry_app WITH CHECK (true);
CREATE POLICY all_rows ON spam_check FOR SELECT TO inquiry_compliance USING (true);
GRANT SELECT ON spam_check TO inquiry_app, inquiry_compliance;
GRANT INSERT (inquiry_id, points, signs, is_suspected), UPDATE (told_at) ON spam_check TO inquiry_app;

-- A suspected inquiry is in the state that a consultant's `#spam` gives: not reminded of, not overdue.
CREATE FUNCTION suspect_inquiry() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO ticket (inquiry_id, state, closed_at) VALUES (NEW.inquiry_id, 'spam', clock_timestamp())
        ON CONFLICT (inquiry_id) DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER suspect_inquiry AFTER INSERT ON spam_check
    FOR EACH ROW WHEN (NEW.is_suspected) EXECUTE FUNCTION suspect_inquiry();

-- How often consultants called spam what has a sign, and how often they released it. Sums: they outlive the inquiries.
CREATE TABLE spam_decision (
    -- `none`: called spam without a sign.
    sign text PRIMARY KEY,
    called_spam bigint NOT NULL DEFAULT 0,
    released bigint NOT NULL DEFAULT 0
);
INSERT INTO spam_decision (sign) SELECT unnest(ARRAY[
    'none', 'decoy', 'haste', 'links', 'markup', 'phrases', 'disposable_address', 'script', 'unverified', 'repeated', 'known_text'
]);
GRANT SELECT ON spam_decision TO inquiry_app, inquiry_compliance;

-- Counts the first decision of each kind about an inquiry.
CREATE FUNCTION count_spam_decision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM ticket_event WHERE inquiry_id = NEW.inquiry_id AND verb = NEW.verb AND id <> NEW.id
            AND outcome IN ('done', 'unchanged')
    ) THEN
        UPDATE spam_decision SET called_spam = called_spam + (NEW.verb = 'spam')::int,
            released = released + (NEW.verb = 'release')::int
        WHERE sign = ANY (coalesce((SELECT signs FROM spam_check WHERE inquiry_id = NEW.inquiry_id), '{none}'));
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER count_spam_decision AFTER INSERT ON ticket_event
    FOR EACH ROW WHEN (NEW.verb IN ('spam', 'release') AND NEW.outcome IN ('done', 'unchanged'))
    EXECUTE FUNCTION count_spam_decision();
REVOKE ALL ON FUNCTION suspect_inquiry(), count_spam_decision() FROM PUBLIC;
