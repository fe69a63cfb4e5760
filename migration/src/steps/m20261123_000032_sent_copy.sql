-- An export shows the confirmation as it was sent, not as the template of the day renders it. The text has the reference
-- and the due time, and nothing that the visitor typed.
SET LOCAL lock_timeout = '5s';

ALTER TABLE outbox
    ADD sent_subject text CHECK (is_line(sent_subject, 250)),
    ADD sent_text text CHECK (octet_length(sent_text) <= 20000),
    ADD CONSTRAINT outbox_sent_copy CHECK (
        (sent_text IS NULL) = (sent_subject IS NULL) AND (sent_text IS NULL OR kind = 'auto_reply')
    ),
    ALTER sent_subject SET STATISTICS 0,
    ALTER sent_text SET STATISTICS 0,
    -- Out of line: a change of the state does not copy the text.
    SET (toast_tuple_target = 256);
GRANT UPDATE (sent_subject, sent_text) ON outbox TO inquiry_app;
