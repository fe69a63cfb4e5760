-- Closes the open requests of an address, or registers one that is answered at once. $1 kind, $2 key of the address.
--
-- Returns the ids of the closed requests.
WITH answered AS (
    UPDATE data_subject_request SET closed_at = now(), email_key = NULL
    WHERE email_key = $2 AND (kind = $1 OR ($1 = 'access' AND kind = 'portability'))
    RETURNING id
),
registered AS (
    INSERT INTO data_subject_request (kind, closed_at)
    SELECT $1, now() WHERE NOT EXISTS (
        SELECT FROM data_subject_request WHERE email_key = $2 AND (kind = $1 OR ($1 = 'access' AND kind = 'portability'))
    )
)
SELECT id FROM answered
