-- Stores mails in one statement and one commit. $1 their rows as JSON, $2 their bytes, in the same order.
--
-- Bytes that were removed, with an erased inquiry or after 30 days, do not come back by another way.
WITH given AS MATERIALIZED (
    SELECT *, ordinality AS place FROM ROWS FROM (jsonb_to_recordset($1) AS (
        id uuid, way text, source_key bytea, digest bytea, size integer, envelope_from text, recipients text[],
        address_keys text[]
    )) WITH ORDINALITY
), delivery AS (
    -- The same delivery by two sessions at a time is one row.
    SELECT DISTINCT ON (source_key) *, count(*) OVER (PARTITION BY source_key) AS deliveries FROM given
    ORDER BY source_key, place
), stored AS (
    -- In one order, so that two batches cannot deadlock.
    INSERT INTO intake (id, way, source_key, digest, size, deliveries)
    SELECT id, way, source_key, digest, size, deliveries FROM delivery ORDER BY source_key
    ON CONFLICT (source_key) DO UPDATE SET deliveries = intake.deliveries + excluded.deliveries
    RETURNING id, source_key
), kept AS (
    INSERT INTO raw_mail (intake_id, envelope_from, recipients, raw, address_keys)
    SELECT id, envelope_from, recipients, ($2::bytea[])[place], address_keys
    -- A known delivery has the id of its first one.
    FROM delivery JOIN stored USING (id)
    WHERE NOT EXISTS (
        SELECT FROM intake AS removed WHERE removed.digest = delivery.digest AND state = 'settled'
            AND NOT EXISTS (SELECT FROM raw_mail_of(removed.id))
    )
) SELECT stored.id, stored.id = given.id AS is_new FROM given JOIN stored USING (source_key) ORDER BY place
