-- Signs of spam: each gives points. From the limit on, an inquiry is suspected: it is kept, and nobody is mailed until a
-- consultant releases it. What processes of the previous release store has no row here and is ordinary.
SET LOCAL lock_timeout = '5s';

-- Texts that come again within a week are found by the digest of their words. A separate table: a statement that stores
-- inquiries must not wait for the rewrite of an old quarter of inquiry_content.
CREATE TABLE recent_text (
    inquiry_id uuid PRIMARY KEY REFERENCES inquiry (id) ON DELETE CASCADE,
    digest bytea NOT NULL CHECK (length(digest) = 32),
    stored_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX recent_text_digest ON recent_text (digest, stored_at);
CREATE INDEX recent_text_stored_at ON recent_text (stored_at);
ALTER TABLE recent_text ALTER digest SET STATISTICS 0;
ALTER TABLE recent_text ENABLE ROW LEVEL SECURITY;
CREATE POLICY alive ON recent_text FOR SELECT TO inquiry_app
    USING ((SELECT true FROM inquiry WHERE inquiry.id = inquiry_id));
CREATE POLICY written ON recent_text FOR INSERT TO inquiry_app WITH CHECK (true);
CREATE POLICY all_rows ON recent_text FOR SELECT TO inquiry_compliance USING (true);
GRANT SELECT ON recent_text TO inquiry_app, inquiry_compliance;
GRANT INSERT (inquiry_id, digest) ON recent_text TO inquiry_app;

CREATE FUNCTION forget_texts() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DELETE FROM recent_text WHERE stored_at < now() - interval '7 days';
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
REVOKE ALL ON FUNCTION suspect_inquiry(), count_spam_decision(), forget_texts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_texts() TO inquiry_app;
