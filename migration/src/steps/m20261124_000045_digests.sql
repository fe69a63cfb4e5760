-- The daily digests, of what waits for an answer, of mails in quarantine and of possible spam: a row for each day and consultant. They belong
-- to no inquiry, since each lists several, and what becomes of one inquiry takes no digest with it. The previous release
-- works on: it queues its digests in the outbox, and `promise_watch` lets only one of the two begin a day.
SET LOCAL lock_timeout = '2s';

CREATE TABLE digest_mail (
    -- Proven by the mail's Message-ID and return path.
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    kind text NOT NULL CHECK (kind IN ('answers', 'quarantine', 'suspects')),
    -- The local day.
    day date NOT NULL,
    recipient text NOT NULL CHECK (is_line(recipient, 320)),
    attempts smallint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    -- It was sent, or nothing waited any more.
    finished_at timestamptz,
    bounced_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (kind, day, recipient)
);
CREATE INDEX digest_mail_created_at ON digest_mail (created_at);
ALTER TABLE digest_mail ALTER recipient SET STATISTICS 0;
ALTER TABLE digest_mail ENABLE ROW LEVEL SECURITY;
CREATE POLICY all_rows ON digest_mail TO inquiry_app USING (true) WITH CHECK (true);
GRANT SELECT ON digest_mail TO inquiry_app;
GRANT INSERT (kind, day, recipient) ON digest_mail TO inquiry_app;
GRANT UPDATE (attempts, next_attempt_at, finished_at, bounced_at) ON digest_mail TO inquiry_app;

-- Begins the digest of a day, once: for each person notified of a ticket that waits.
CREATE FUNCTION open_digests(today date, consultants text[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    mails bigint;
BEGIN
    UPDATE promise_watch SET digest_on = today WHERE digest_on IS NULL OR digest_on < today;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;
    INSERT INTO digest_mail (kind, day, recipient)
        SELECT DISTINCT ON (lower(recipient)) 'answers', today, recipient
        FROM ticket JOIN inquiry ON inquiry.id = inquiry_id JOIN outbox ON outbox.inquiry_id = inquiry.id
        WHERE ticket.state IN ('open', 'claimed') AND due_at IS NOT NULL
            -- As in queue_digest().
            AND (first_answer_at IS NULL OR started_at IS NOT NULL OR last_contact_at > now() - interval '30 days')
            AND waits_since(ticket) IS NOT NULL
            AND expires_at > clock_timestamp() AND restricted_at IS NULL AND outbox.kind = 'notification'
            AND (consultants IS NULL OR recipient = ANY (consultants))
        ORDER BY lower(recipient), recipient
    ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS mails = ROW_COUNT;
    RETURN mails;
END
$$;

-- A mail about a digest, such as a bounce, quotes senders and subjects of others. Its fate is recorded; its bytes go.
CREATE FUNCTION drop_digest_report(mail uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    parts text[];
BEGIN
    WITH gone AS (
        DELETE FROM raw_mail USING intake JOIN digest_mail ON digest_mail.id = outbox_id
        WHERE intake_id = mail AND intake.id = mail AND fate IN ('bounce', 'machine')
            AND raw_mail.inquiry_id IS NULL AND intake.inquiry_id IS NULL
        RETURNING raw_mail.tableoid::regclass::text AS part
    ) SELECT coalesce(array_agg(part), '{}') INTO parts FROM gone;
    IF parts <> '{}' THEN
        INSERT INTO ledger (kind, detail) VALUES ('set_aside', jsonb_build_object('tables', parts));
    END IF;
END
$$;

CREATE FUNCTION forget_digests() RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH gone AS (DELETE FROM digest_mail WHERE created_at < now() - interval '30 days' RETURNING 1)
    SELECT count(*) FROM gone
$$;

REVOKE ALL ON FUNCTION open_digests(date, text[]), drop_digest_report(uuid), forget_digests() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION open_digests(date, text[]), drop_digest_report(uuid), forget_digests() TO inquiry_app;
