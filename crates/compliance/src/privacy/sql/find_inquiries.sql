-- Finds inquiries. $1 reference or a part of the name, $2 digits of the phone number or NULL, $3 limit.
SELECT reference, received_at, email AS address, concat_ws(' ', first_name, last_name) AS name, phone
FROM inquiry
JOIN inquiry_content ON inquiry_id = inquiry.id
WHERE reference = upper($1)
    OR strpos(lower(concat_ws(' ', first_name, last_name)), lower($1)) > 0
    OR strpos(regexp_replace(phone, '[^0-9]', '', 'g'), $2) > 0
ORDER BY received_at DESC
LIMIT $3
