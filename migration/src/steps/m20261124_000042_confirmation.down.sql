DROP FUNCTION confirm_mail(uuid, uuid);
DROP INDEX ticket_event_questions;
