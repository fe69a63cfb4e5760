-- Stores mails with their bytes: nothing else stores either, so each row of `intake` is of a mail that came. `bytes` are in the order
-- of `rows`. Returns the mails in this order; not new: the same delivery came before.
--
-- Without an id: the mail is over the quota of one of what its bytes count for, today, and stays with its sender. Of the first such mail
-- of a day the headers are stored, so that the consultants hear of it.
--
-- Bytes that were removed, with an erased inquiry or after 30 days, do not come back by another way.
CREATE OR REPLACE FUNCTION accept_mails(rows jsonb, bytes bytea[]) RETURNS TABLE (id uuid, is_new boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
    today date := (now() AT TIME ZONE 'UTC')::date;
    refused bytea[] := '{}';
BEGIN
    PERFORM require_clock(true);
    IF EXISTS (
        SELECT FROM jsonb_to_recordset(rows) AS given (size integer, counted bytea[], quota bigint) WHERE EXISTS (
            SELECT FROM intake_quota WHERE day = today AND key = ANY (counted) GROUP BY key HAVING sum(bytes) + size > quota
        )
    ) THEN
        WITH given AS MATERIALIZED (
            -- The first of the same delivery counts.
            SELECT DISTINCT ON (source_key) *, ordinality AS place FROM ROWS FROM (jsonb_to_recordset(rows) AS (
                way text, source_key bytea, digest bytea, size integer, envelope_from text, recipients text[], address_keys text[],
                counted bytea[], quota bigint
            )) WITH ORDINALITY ORDER BY source_key, ordinality
        ), over AS MATERIALIZED (
            SELECT DISTINCT ON (source_key) given.*, used.key FROM given CROSS JOIN LATERAL (
                SELECT key, sum(bytes) AS bytes FROM intake_quota WHERE day = today AND key = ANY (counted) GROUP BY key
            ) AS used
            -- No join: the plan is kept, and one made while `intake` is small would read the whole of it.
            WHERE used.bytes + size > quota AND (SELECT id FROM intake WHERE intake.source_key = given.source_key) IS NULL
        ), told AS (
            INSERT INTO intake (id, way, source_key, digest, size, rule)
            SELECT gen_random_uuid(), way, sha256(key || convert_to(today::text, 'UTF8')), sha256(digest), size, 'quota'
            FROM (SELECT DISTINCT ON (key) * FROM over ORDER BY key) AS first
            ON CONFLICT (source_key) DO NOTHING RETURNING id, digest
        ), told_of AS (
            INSERT INTO raw_mail (intake_id, envelope_from, recipients, raw, address_keys)
            SELECT DISTINCT ON (told.id) told.id, envelope_from, recipients,
                -- By a pipe, lines may end with LF alone.
                substr(bytes[place], 1, coalesce(
                    nullif(position('\x0d0a0d0a' IN bytes[place]), 0) + 3, nullif(position('\x0a0a' IN bytes[place]), 0) + 1, 65536
                )), address_keys
            FROM over JOIN told ON told.digest = sha256(over.digest)
        ) SELECT coalesce(array_agg(source_key), '{}') INTO refused FROM over;
    END IF;
    RETURN QUERY WITH given AS MATERIALIZED (
        SELECT *, ordinality AS place FROM ROWS FROM (jsonb_to_recordset(rows) AS (
            id uuid, way text, source_key bytea, digest bytea, size integer, envelope_from text, recipients text[],
            address_keys text[], counted bytea[]
        )) WITH ORDINALITY
    ), delivery AS (
        -- The same delivery by two sessions at a time is one row.
        SELECT DISTINCT ON (source_key) *, count(*) OVER (PARTITION BY source_key) AS deliveries FROM given
        WHERE source_key <> ALL (refused) ORDER BY source_key, place
    ), stored AS (
        -- In one order, so that two batches cannot deadlock.
        INSERT INTO intake (id, way, source_key, digest, size, deliveries)
        SELECT id, way, source_key, digest, size, deliveries FROM delivery ORDER BY source_key
        ON CONFLICT (source_key) DO UPDATE SET deliveries = intake.deliveries + excluded.deliveries
        RETURNING id, source_key, xmax = 0 AS is_new
    ), kept AS (
        INSERT INTO raw_mail (intake_id, envelope_from, recipients, raw, address_keys)
        SELECT id, envelope_from, recipients, bytes[place], address_keys
        FROM delivery JOIN stored USING (id, source_key)
        WHERE stored.is_new AND NOT EXISTS (
            SELECT FROM intake AS removed WHERE removed.digest = delivery.digest AND state = 'settled' AND fate <> 'duplicate'
                AND NOT EXISTS (
                SELECT FROM raw_mail_of(removed.id) AS kept
                WHERE accepted_on > (clock_timestamp() AT TIME ZONE 'UTC')::date - 30 AND (inquiry_id IS NULL OR EXISTS (
                    SELECT FROM inquiry WHERE inquiry.id = kept.inquiry_id AND expires_at > clock_timestamp()
                ))
            )
        )
    ), used AS (
        INSERT INTO intake_quota (key, bytes)
        SELECT one, sum(size) FROM delivery JOIN stored USING (id, source_key), unnest(counted) AS one
        WHERE is_new GROUP BY one ORDER BY one
        ON CONFLICT (day, key, session) DO UPDATE SET bytes = intake_quota.bytes + excluded.bytes
    ) SELECT stored.id, coalesce(stored.is_new AND stored.id = given.id, false) AS is_new
        FROM given LEFT JOIN stored USING (source_key) ORDER BY place;
END
$$;
GRANT EXECUTE ON FUNCTION accept_mails TO inquiry_app;
