-- This ledger among all: a table that is restored from a dump has a new number, on a new server a new identifier. The database's
-- number, too: a copy by CREATE DATABASE … TEMPLATE has the table's number and the server's identifier.
CREATE OR REPLACE FUNCTION ledger_home() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT system_identifier || '/' || pg_database.oid || '/' || 'ledger'::regclass::oid
    FROM pg_control_system(), pg_database WHERE datname = current_database()
$$;
