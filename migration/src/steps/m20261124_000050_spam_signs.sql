-- More signs of spam, a sender's own repetition, and the release of a suspected inquiry in one order with its restriction
-- and its removal. Old processes work on: they write none of it.
SET LOCAL lock_timeout = '5s';

-- Of the words and the sender's address: who sends a corrected form again is no program that repeats itself. NULL: from the
-- previous release.
ALTER TABLE recent_text ADD of_sender bytea CHECK (length(of_sender) = 32);
ALTER TABLE recent_text ALTER of_sender SET STATISTICS 0;
GRANT INSERT (of_sender) ON recent_text TO inquiry_app;

-- NOT VALID: the rows that are there fit the shorter list.
ALTER TABLE spam_check
    DROP CONSTRAINT spam_check_signs_check,
    ADD CONSTRAINT spam_check_signs_check CHECK (signs <@ ARRAY[
        'decoy', 'haste', 'links', 'markup', 'phrases', 'disposable_address', 'script', 'unverified', 'repeated', 'known_text',
        'language', 'mass_mail', 'name', 'random_letters'
    ]) NOT VALID;
INSERT INTO spam_decision (sign) SELECT unnest(ARRAY['language', 'mass_mail', 'name', 'random_letters'])
    ON CONFLICT DO NOTHING;

-- Whether an inquiry is restricted; NULL: it has expired or is gone. Until the transaction ends, nobody restricts, erases or
-- purges it, nor acts on its ticket.
CREATE FUNCTION lock_inquiry(inquiry_key uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT restricted_at IS NOT NULL FROM inquiry WHERE id = inquiry_key AND expires_at > clock_timestamp() FOR UPDATE
$$;
REVOKE ALL ON FUNCTION lock_inquiry(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_inquiry(uuid) TO inquiry_app;
