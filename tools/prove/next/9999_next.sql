-- Of the next version in the scenario `upgrade`: what a real step does while the version before stores and sends.
-- needs: is_next
SET LOCAL lock_timeout = '2s';
ALTER TABLE outbox ADD next text NOT NULL DEFAULT 'default' CHECK (is_next(next));
GRANT INSERT (next), UPDATE (next) ON outbox TO inquiry_app;
CREATE INDEX outbox_next ON outbox (next_attempt_at) WHERE next = 'new';
SELECT add_content_column('next', 'text CHECK (is_line(next, 50))');
