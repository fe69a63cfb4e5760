-- Weeks of raw mail that should have been dropped a day ago.
CREATE OR REPLACE FUNCTION overdue_mail_weeks() RETURNS bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT count(*) FROM pg_inherits
    WHERE inhparent = 'raw_mail'::regclass AND inhrelid <> 'raw_mail_default'::regclass
      AND to_date(substr(inhrelid::regclass::text, 10), 'IYYY"w"IW') + 7 <= (now() AT TIME ZONE 'UTC')::date - 31
$$;
