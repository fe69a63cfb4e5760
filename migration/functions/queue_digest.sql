-- Queues the digest of a day, once: to each person notified of a ticket that waits. The row stands at the oldest of them.
CREATE OR REPLACE FUNCTION queue_digest(today date, consultants text[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    mails bigint;
BEGIN
    UPDATE promise_watch SET digest_on = today WHERE digest_on IS NULL OR digest_on < today;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;
    INSERT INTO outbox (id, inquiry_id, kind, recipient, about)
        SELECT DISTINCT ON (lower(recipient)) gen_random_uuid(), inquiry.id, 'digest', recipient, gen_random_uuid()
        FROM ticket JOIN inquiry ON inquiry.id = inquiry_id JOIN outbox ON outbox.inquiry_id = inquiry.id
        WHERE ticket.state IN ('open', 'claimed') AND due_at IS NOT NULL
            -- Answered ones that nobody closes become many: of these, only who has been in contact lately is looked at.
            AND (first_answer_at IS NULL OR started_at IS NOT NULL OR last_contact_at > now() - interval '30 days')
            AND waits_since(ticket) IS NOT NULL
            AND expires_at > clock_timestamp() AND restricted_at IS NULL AND outbox.kind = 'notification'
            AND (consultants IS NULL OR recipient = ANY (consultants))
        ORDER BY lower(recipient), waits_since(ticket), inquiry.id;
    GET DIAGNOSTICS mails = ROW_COUNT;
    RETURN mails;
END
$$;
GRANT EXECUTE ON FUNCTION queue_digest TO inquiry_app;
