-- Notices of what exists already say nothing here.
SET client_min_messages = warning;
-- apalis requires both; the database's owner may create them.
CREATE EXTENSION IF NOT EXISTS hstore;
CREATE EXTENSION IF NOT EXISTS pgcrypto;
-- Every text of every file that was applied. A process runs on a database that has had each of its files; of a function, the
-- newest row is the one in use.
CREATE TABLE IF NOT EXISTS schema_migrations (
    file text NOT NULL,
    hash text NOT NULL,
    -- Of a function as it stood after its file: see live_functions.sql.
    definition text,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (file, hash)
);
GRANT SELECT ON schema_migrations TO inquiry_app, inquiry_compliance;
-- Every release that has migrated this database, with the oldest one whose programs its schema serves.
CREATE TABLE IF NOT EXISTS schema_release (
    version text PRIMARY KEY CHECK (version ~ '^[0-9]+\.[0-9]+\.[0-9]+$'),
    serves text NOT NULL CHECK (serves ~ '^[0-9]+\.[0-9]+\.[0-9]+$'),
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON schema_release TO inquiry_app, inquiry_compliance;
