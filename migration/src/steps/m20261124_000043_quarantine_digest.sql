-- When the consultants were told of a mail in quarantine: each digest has something new.
SET LOCAL lock_timeout = '2s';
ALTER TABLE intake ADD COLUMN told_at timestamptz;
GRANT UPDATE (told_at) ON intake TO inquiry_app;
