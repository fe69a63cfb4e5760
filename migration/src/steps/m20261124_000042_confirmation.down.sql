DROP TRIGGER take_back_answer ON outbox;
DROP FUNCTION take_back_answer();
DROP FUNCTION confirm_mail(uuid, uuid);
DROP INDEX ticket_event_questions;
