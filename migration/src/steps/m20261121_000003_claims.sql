-- Numbers the claims of a row. What a sender writes names its claim, so a statement of an earlier claim that the
-- database carries out late changes nothing.
ALTER TABLE outbox ADD claims integer NOT NULL DEFAULT 0;
GRANT UPDATE (claims) ON outbox TO inquiry_app;
