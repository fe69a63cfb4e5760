-- Begins the digest of a day, once: for each person notified of a ticket that waits.
CREATE OR REPLACE FUNCTION open_digests(today date, consultants text[]) RETURNS bigint
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
            -- Answered ones that nobody closes become many: of these, only who has been in contact lately is looked at.
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
GRANT EXECUTE ON FUNCTION open_digests TO inquiry_app;
