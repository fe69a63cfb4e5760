-- Places a hold that the ledger records and the dump lacks.
--
-- $1 hold, $2 inquiries that it kept, $3 placed at, $4 ends at, $5 whether it is by address.
INSERT INTO legal_hold (id, inquiry_id, email_key, reason, placed_at, ends_at)
SELECT
    $1,
    CASE WHEN NOT $5 THEN inquiry_id END,
    CASE WHEN $5 THEN email_key END,
    'placed again after a restore; the reason is with the compliance officer',
    $3::text::timestamptz,
    $4::text::timestamptz
FROM inquiry_content
WHERE inquiry_id = ANY ($2)
LIMIT 1
ON CONFLICT DO NOTHING
