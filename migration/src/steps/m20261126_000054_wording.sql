-- The sign `wording`. Old processes work on: they write none, their digest leaves it out, and their commands print its name.
SET LOCAL lock_timeout = '5s';

-- NOT VALID: the rows that are there fit the shorter list.
ALTER TABLE spam_check
    DROP CONSTRAINT spam_check_signs_check,
    ADD CONSTRAINT spam_check_signs_check CHECK (signs <@ ARRAY[
        'decoy', 'haste', 'links', 'markup', 'phrases', 'disposable_address', 'script', 'unverified', 'repeated', 'known_text',
        'language', 'mass_mail', 'name', 'random_letters', 'wording'
    ]) NOT VALID;
INSERT INTO spam_decision (sign) VALUES ('wording') ON CONFLICT DO NOTHING;
