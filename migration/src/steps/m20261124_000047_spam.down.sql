SET LOCAL lock_timeout = '5s';
SELECT lock_retention();
DROP TRIGGER count_spam_decision ON ticket_event;
DROP TABLE spam_decision, spam_check;
DROP FUNCTION suspect_inquiry(), count_spam_decision();
SELECT drop_content_column('message_digest');
