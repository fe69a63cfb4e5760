-- What earlier releases left: answers that came back count as contacts, and mails that a restriction kept back were not sent after
-- its end. A separate step: it reads the outbox once, and must not do so while it locks the table.
SET LOCAL lock_timeout = '5s';
SELECT lock_retention();
SELECT take_back_contact(inquiry_id, id) FROM outbox WHERE kind = 'answer' AND state = 'bounced';
SELECT release_kept_back(ARRAY(
    SELECT DISTINCT inquiry_id FROM outbox JOIN inquiry ON inquiry.id = inquiry_id
    WHERE state = 'suppressed' AND last_code = 'restricted' AND restricted_at IS NULL
));
