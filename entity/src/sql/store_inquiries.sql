-- In braces: the columns of the form's fields.
WITH submitted AS (
    SELECT * FROM jsonb_to_recordset($1) AS r(
        {typed fields}, id uuid, reference text, idempotency_key uuid, token_digest bytea, email_key text, origin text,
        consent boolean, gdpr_consent boolean, policy_digest bytea, consent_digest bytea, gdpr_consent_digest bytea,
        bot_check text, client_network cidr, message_digest bytea, sender_digest bytea, spam_points smallint,
        spam_signs text[], spam_limit smallint
    )
), locked AS MATERIALIZED (
    -- Inserts wait for each other at two unique indexes, so no order of rows excludes a deadlock. These locks do: all
    -- batches take them in ascending order, before the first row.
    SELECT pg_advisory_xact_lock(hash) FROM (
        SELECT hashtextextended(idempotency_key::text, 0) AS hash FROM submitted
        UNION
        SELECT hashtextextended(token_digest::text, 1) FROM submitted
        ORDER BY hash
    ) AS hashes
), stored AS (
    INSERT INTO inquiry (
        {inquiry's fields}, id, reference, idempotency_key, token_digest,
        origin, consent, gdpr_consent, policy_digest, consent_digest, gdpr_consent_digest, bot_check
    )
    SELECT
        {inquiry's fields}, id, reference, idempotency_key, token_digest,
        origin, consent, gdpr_consent, policy_digest, consent_digest, gdpr_consent_digest, bot_check
    FROM submitted
    WHERE (SELECT count(*) FROM locked) > 0
    ON CONFLICT DO NOTHING
    RETURNING id
), inserted_content AS (
    INSERT INTO inquiry_content ({content's fields}, inquiry_id, email_key, client_network)
    SELECT {content's fields}, id, email_key, client_network
    FROM submitted JOIN stored USING (id)
), known_text AS (
    -- The same text within a week, in this batch as well. What a consultant has taken up as an ordinary inquiry, or
    -- released, does not count. Of a text that comes a thousand times, the newest say enough. A person may send a corrected
    -- form again: that the sender's own text was suspected before counts as a repetition, unless a consultant called it spam.
    SELECT
        text.id,
        ahead + count(*) FILTER (WHERE is_counted AND NOT is_own) AS copies,
        own_ahead + count(*) FILTER (WHERE is_counted AND is_own) AS own_copies,
        coalesce(bool_or(ticket.state = 'spam' AND (NOT is_own OR EXISTS (
            SELECT FROM ticket_event WHERE ticket_event.inquiry_id = earlier.inquiry_id AND verb = 'spam'
        ))), false) AS is_spam
    FROM (
        -- Of rows that are stored: a retry with the same key is the same inquiry.
        SELECT id, message_digest, sender_digest,
            row_number() OVER same_text - row_number() OVER same_sender AS ahead, row_number() OVER same_sender - 1 AS own_ahead
        FROM submitted JOIN stored USING (id) WHERE message_digest IS NOT NULL
        WINDOW same_text AS (PARTITION BY message_digest ORDER BY id),
            same_sender AS (PARTITION BY message_digest, sender_digest ORDER BY id)
    ) AS text
    LEFT JOIN LATERAL (
        SELECT inquiry_id, coalesce(of_sender = text.sender_digest, false) AS is_own FROM recent_text
        WHERE digest = text.message_digest AND stored_at > now() - interval '7 days'
        ORDER BY stored_at DESC LIMIT 10
    ) AS earlier ON true
    LEFT JOIN ticket ON ticket.inquiry_id = earlier.inquiry_id
    CROSS JOIN LATERAL (
        SELECT earlier.inquiry_id IS NOT NULL AND (
            ticket.state IS NULL OR ticket.state = 'spam' OR ticket.state = 'open' AND ticket.started_at IS NULL
        ) AS is_counted
    ) AS counted
    GROUP BY text.id, ahead, own_ahead
), weighed AS (
    -- Points as in the spam crate.
    SELECT
        id,
        spam_points + text_points AS points,
        array_remove(spam_signs || text_sign, NULL) AS signs,
        coalesce(spam_points + text_points >= spam_limit, false) AS is_suspected
    FROM submitted JOIN stored USING (id) LEFT JOIN known_text USING (id), LATERAL (
        SELECT
            CASE WHEN is_spam THEN 5 WHEN copies > 1 THEN 4 WHEN copies = 1 OR own_copies > 0 THEN 2 ELSE 0 END AS text_points,
            CASE WHEN is_spam THEN 'known_text' WHEN copies > 0 OR own_copies > 0 THEN 'repeated' END AS text_sign
    ) AS text
), inserted_text AS (
    INSERT INTO recent_text (inquiry_id, digest, of_sender)
    SELECT id, message_digest, sender_digest FROM submitted JOIN stored USING (id) WHERE message_digest IS NOT NULL
), inserted_spam_check AS (
    INSERT INTO spam_check (inquiry_id, points, signs, is_suspected)
    SELECT id, points, signs, is_suspected FROM weighed WHERE points > 0
), mail AS (
    SELECT r.*
    FROM jsonb_to_recordset($2) AS r(
        id uuid, inquiry_id uuid, kind text, recipient text, over_share boolean, job jsonb
    )
    -- Nobody is mailed about a suspected inquiry before a consultant has released it.
    JOIN weighed ON weighed.id = r.inquiry_id AND NOT is_suspected
), inserted_outbox AS (
    INSERT INTO outbox (id, inquiry_id, kind, recipient, over_share)
    SELECT id, inquiry_id, kind, recipient, coalesce(over_share, false) FROM mail
), job AS (
    SELECT job.* FROM mail, jsonb_to_record(mail.job) AS job(id text, queue text, payload jsonb, key text)
)
