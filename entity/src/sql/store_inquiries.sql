-- In braces: the columns of the form's fields.
WITH submitted AS (
    SELECT * FROM jsonb_to_recordset($1) AS r(
        {typed fields}, id uuid, reference text, idempotency_key uuid, token_digest bytea, email_key text, origin text,
        consent boolean, gdpr_consent boolean, policy_digest bytea, consent_digest bytea, gdpr_consent_digest bytea,
        bot_check text, language text, client_network cidr, message_digest bytea, sender_digest bytea, spam_points smallint,
        spam_signs text[], spam_limit smallint, is_urgent boolean
    )
), locked AS MATERIALIZED (
    -- Inserts wait for each other at two unique indexes, so no order of rows excludes a deadlock. These locks do: all
    -- batches take them in ascending order, before the first row.
    SELECT pg_advisory_xact_lock(hash) FROM (
        SELECT hashtextextended(idempotency_key::text, 0) AS hash FROM submitted
        UNION
        SELECT hashtextextended(token_digest::text, 1) FROM submitted
        ORDER BY hash
    ) AS hashes, require_clock(true)
), walked AS (
    -- The worker's own way through the form is no inquiry. The key is valid for minutes and once, for the one text alone.
    UPDATE journey SET submission = submitted.id, stored_at = coalesce(stored_at, now()) FROM submitted
    WHERE begun_at > now() - interval '10 minutes' AND posted_at > now() - interval '2 minutes'
        AND digest = sha256(convert_to(idempotency_key::text || message, 'UTF8')) AND submitted.bot_check = 'verified'
        AND coalesce(submission, submitted.id) = submitted.id
    RETURNING submitted.id, journey.id AS journey
), stored AS (
    INSERT INTO inquiry (
        {inquiry's fields}, id, reference, idempotency_key, token_digest,
        origin, consent, gdpr_consent, policy_digest, consent_digest, gdpr_consent_digest, bot_check,
        language
    )
    SELECT
        {inquiry's fields}, id, reference, idempotency_key, token_digest,
        origin, consent, gdpr_consent, policy_digest, consent_digest, gdpr_consent_digest, bot_check,
        language
    FROM submitted
    WHERE (SELECT count(*) FROM locked) > 0 AND id NOT IN (SELECT id FROM walked)
    ON CONFLICT DO NOTHING
    RETURNING id
), inserted_content AS (
    INSERT INTO inquiry_content ({content's fields}, inquiry_id, email_key, client_network)
    SELECT {content's fields}, id, email_key, client_network
    FROM submitted JOIN stored USING (id)
), known_text AS (
    -- The same text of other senders within a week, in this batch as well. What a consultant has taken up as an ordinary inquiry, or
    -- released, does not count. Of a text that comes a thousand times, the newest say enough. A person may send a corrected form
    -- again: the sender's own text counts only if a consultant called it spam.
    SELECT
        text.id,
        ahead + count(*) FILTER (WHERE is_counted AND NOT is_own) AS copies,
        coalesce(bool_or(ticket.state = 'spam' AND (NOT is_own OR is_called_spam)), false) AS is_spam
    FROM (
        -- Of rows that are stored: a retry with the same key is the same inquiry.
        SELECT id, message_digest, sender_digest, row_number() OVER same_text - row_number() OVER same_sender AS ahead
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
        SELECT coalesce(bool_or(verb = 'spam'), false) AS is_called_spam, coalesce(bool_or(verb = 'release'), false) AS is_released
        FROM ticket_event WHERE ticket_event.inquiry_id = earlier.inquiry_id
    ) AS decided
    CROSS JOIN LATERAL (
        SELECT earlier.inquiry_id IS NOT NULL AND (ticket.state = 'spam' OR NOT is_released
            AND (ticket.state IS NULL OR ticket.state = 'open' AND ticket.started_at IS NULL)) AS is_counted
    ) AS counted
    GROUP BY text.id, ahead
), weighed AS (
    -- Points as in the spam crate. What shows a program holds an inquiry, what only its words show marks it. An urgent one is
    -- never held.
    SELECT
        id,
        spam_points + text_points AS points,
        array_remove(spam_signs || text_sign, NULL) AS signs,
        is_reached AND is_program AND NOT is_urgent AS is_held,
        is_reached AND (is_urgent OR NOT is_program) AS is_marked,
        is_urgent,
        row_number() OVER (PARTITION BY is_reached AND NOT is_program AND NOT is_urgent ORDER BY id) AS place
    FROM submitted JOIN stored USING (id) LEFT JOIN known_text USING (id), LATERAL (
        SELECT
            CASE WHEN is_spam OR copies > 1 THEN 5 WHEN copies = 1 THEN 1 ELSE 0 END AS text_points,
            CASE WHEN is_spam THEN 'known_text' WHEN copies > 0 THEN 'repeated' END AS text_sign,
            spam_signs && ARRAY['decoy', 'haste'] OR coalesce(is_spam OR copies > 1, false) AS is_program
    ) AS text, LATERAL (
        SELECT coalesce(spam_points + text_points >= spam_limit, false) AS is_reached
    ) AS limited
), slot AS (
    -- The notifications of ten marked inquiries an hour go at once, in all processes together; urgent ones need no slot. A slot
    -- that another statement takes meanwhile is locked; one that a later transaction has taken lies in the future of this one.
    SELECT number FROM mark_slot WHERE taken_at NOT BETWEEN now() - interval '1 hour' AND now() + interval '1 hour'
    ORDER BY taken_at LIMIT (SELECT count(*) FROM weighed WHERE is_marked AND NOT is_urgent) FOR UPDATE SKIP LOCKED
), taken AS (
    UPDATE mark_slot SET taken_at = now() FROM slot WHERE mark_slot.number = slot.number RETURNING 1
), inserted_text AS (
    INSERT INTO recent_text (inquiry_id, digest, of_sender)
    SELECT id, message_digest, sender_digest FROM submitted JOIN stored USING (id) WHERE message_digest IS NOT NULL
), inserted_spam_check AS (
    INSERT INTO spam_check (inquiry_id, points, signs, is_suspected, is_marked)
    SELECT id, points, signs, is_held, is_marked FROM weighed WHERE points > 0
), given_mail AS (
    SELECT * FROM jsonb_to_recordset($2) AS r(
        id uuid, inquiry_id uuid, kind text, recipient text, over_share boolean, job jsonb
    )
), mail AS (
    SELECT given_mail.*,
        is_marked AND NOT is_urgent AND place > (SELECT count(*) FROM taken) AND kind = 'notification' AS is_collected,
        is_marked AND kind = 'auto_reply' AS waits
    -- Nobody is mailed about one that is held before a consultant has released it.
    FROM given_mail JOIN weighed ON weighed.id = inquiry_id AND NOT is_held
), inserted_outbox AS (
    -- A collected notification is part of the hourly mail. The auto-reply waits for a person's word, or two hours.
    INSERT INTO outbox (id, inquiry_id, kind, recipient, over_share, last_code)
    SELECT id, inquiry_id, kind, recipient, coalesce(over_share, false),
        CASE WHEN is_collected THEN 'collected' WHEN waits THEN 'waits' END
    FROM mail
), walked_mail AS (
    SELECT given_mail.id, journey, job FROM given_mail JOIN walked ON walked.id = inquiry_id AND kind = 'auto_reply'
), inserted_walked_mail AS (
    -- Once, also if the statement is repeated.
    INSERT INTO outbox (id, kind, about) SELECT id, 'journey', journey FROM walked_mail ON CONFLICT DO NOTHING
), job AS (
    SELECT job.* FROM (
        SELECT job FROM mail WHERE NOT is_collected AND NOT waits UNION ALL SELECT job FROM walked_mail
    ) AS queued, jsonb_to_record(queued.job) AS job(id text, queue text, payload jsonb, key text)
)
