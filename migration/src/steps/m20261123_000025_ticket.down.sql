SET LOCAL lock_timeout = '5s';
DROP FUNCTION act_on_ticket(uuid, uuid, text, uuid, uuid, text);
DROP TABLE ticket_event, ticket;
