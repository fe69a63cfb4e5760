ALTER TABLE outbox DROP claims;
