-- Numbers the claims of a row. What a sender writes names its claim, so a statement of an earlier claim that the
-- database carries out late changes nothing.
-- Nobody can use the table while this waits for a long reader, a dump, say: then it gives up, and is to be run again.
SET LOCAL lock_timeout = '2s';
ALTER TABLE outbox ADD claims integer NOT NULL DEFAULT 0;
GRANT UPDATE (claims) ON outbox TO inquiry_app;
