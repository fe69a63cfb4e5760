WITH submitted AS (
    SELECT * FROM jsonb_to_recordset($1) AS r(
        id uuid, reference text, idempotency_key uuid, token_digest bytea, first_name text, last_name text,
        company text, email text, email_key text, country text, phone text, contact_reason text, program text,
        desired_consultants smallint, message text, origin text, consent boolean, gdpr_consent boolean,
        policy_digest bytea, consent_digest bytea, gdpr_consent_digest bytea, bot_check text, client_network cidr
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
        id, reference, idempotency_key, token_digest, contact_reason, program, desired_consultants,
        origin, consent, gdpr_consent, policy_digest, consent_digest, gdpr_consent_digest, bot_check
    )
    SELECT
        id, reference, idempotency_key, token_digest, contact_reason, program, desired_consultants,
        origin, consent, gdpr_consent, policy_digest, consent_digest, gdpr_consent_digest, bot_check
    FROM submitted
    WHERE (SELECT count(*) FROM locked) > 0
    -- The previous release takes no such locks, but inserts in this order.
    ORDER BY idempotency_key
    ON CONFLICT DO NOTHING
    RETURNING id
), inserted_content AS (
    INSERT INTO inquiry_content (
        inquiry_id, first_name, last_name, company, email, email_key, country, phone, message, client_network
    )
    SELECT id, first_name, last_name, company, email, email_key, country, phone, message, client_network
    FROM submitted JOIN stored USING (id)
), mail AS (
    SELECT r.*
    FROM jsonb_to_recordset($2) AS r(
        id uuid, inquiry_id uuid, kind text, recipient text, over_share boolean, job jsonb
    )
    JOIN stored ON stored.id = r.inquiry_id
), inserted_outbox AS (
    INSERT INTO outbox (id, inquiry_id, kind, recipient, over_share)
    SELECT id, inquiry_id, kind, recipient, coalesce(over_share, false) FROM mail
), job AS (
    SELECT job.* FROM mail, jsonb_to_record(mail.job) AS job(id text, queue text, payload jsonb, key text)
)
