-- Queues the mails about a ticket: to others if there are any; else to its owner, or to all who were notified if nobody has
-- claimed it, or its owner reads no mail. Of these, only whom the settings still name counts (NULL: everybody); if none is left, all of them do.
CREATE OR REPLACE FUNCTION remind_of_ticket(inquiry_key uuid, event_verb text, others text[], consultants text[]) RETURNS bigint
LANGUAGE sql SET search_path = public, pg_temp AS $$
    WITH noted AS (
        INSERT INTO ticket_event (inquiry_id, verb, outcome) VALUES (inquiry_key, event_verb, 'done') RETURNING id
    ), told AS (
        SELECT outbox.id, recipient FROM outbox
        WHERE outbox.inquiry_id = inquiry_key AND kind = 'notification'
            AND (consultants IS NULL OR recipient = ANY (consultants))
    ), own AS (
        SELECT recipient FROM told JOIN ticket ON owner = told.id
        WHERE ticket.inquiry_id = inquiry_key AND reads_mail(recipient)
    ), addressed AS (
        SELECT unnest(others) AS address
        UNION SELECT recipient FROM own WHERE cardinality(others) = 0
        UNION SELECT recipient FROM told WHERE cardinality(others) = 0 AND NOT EXISTS (SELECT FROM own)
        UNION SELECT unnest(consultants) WHERE cardinality(others) = 0 AND NOT EXISTS (SELECT FROM told)
    ), queued AS (
        INSERT INTO outbox (id, inquiry_id, kind, recipient, about)
            SELECT gen_random_uuid(), inquiry_key, event_verb, address, noted.id FROM noted, addressed
            RETURNING 1
    )
    SELECT count(*) FROM queued
$$;
