WITH submitted AS (
    SELECT * FROM jsonb_to_recordset($1) AS r(
        id uuid, reference text, idempotency_key uuid, token_digest bytea, first_name text, last_name text,
        company text, email text, email_key text, country text, phone text, contact_reason text, program text,
        desired_consultants smallint, message text, consent boolean, gdpr_consent boolean,
        policy_digest bytea, consent_digest bytea, gdpr_consent_digest bytea, bot_check text, client_network cidr
    )
), stored AS (
    INSERT INTO inquiry (
        id, reference, idempotency_key, token_digest, contact_reason, program, desired_consultants,
        consent, gdpr_consent, policy_digest, consent_digest, gdpr_consent_digest, bot_check
    )
    SELECT
        id, reference, idempotency_key, token_digest, contact_reason, program, desired_consultants,
        consent, gdpr_consent, policy_digest, consent_digest, gdpr_consent_digest, bot_check
    FROM submitted
    -- One lock order: two batches that repeat the same inquiries must not deadlock.
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
    FROM jsonb_to_recordset($2) AS r(id uuid, inquiry_id uuid, kind text, recipient text, job jsonb)
    JOIN stored ON stored.id = r.inquiry_id
), inserted_outbox AS (
    INSERT INTO outbox (id, inquiry_id, kind, recipient)
    SELECT id, inquiry_id, kind, recipient FROM mail
), job AS (
    SELECT job.* FROM mail, jsonb_to_record(mail.job) AS job(id text, queue text, payload jsonb, key text)
)
