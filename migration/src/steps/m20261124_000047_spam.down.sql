SET LOCAL lock_timeout = '5s';
DROP TRIGGER count_spam_decision ON ticket_event;
DROP TABLE spam_decision, spam_check, recent_text;
DROP FUNCTION suspect_inquiry(), count_spam_decision(), forget_texts();
