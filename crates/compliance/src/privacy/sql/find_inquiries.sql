-- Finds inquiries. $1 reference, $2 spellings of the phone number, $3 limit, $4 expression for a part of the name.
SELECT reference, received_at, email AS address, concat_ws(' ', first_name, last_name) AS name, phone
FROM inquiry
JOIN inquiry_content ON inquiry_id = inquiry.id
WHERE reference = upper($1)
    OR concat_ws(' ', first_name, last_name) ~ $4
    OR phone = ANY ($2)
ORDER BY received_at DESC
LIMIT $3
