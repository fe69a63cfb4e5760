-- Whether an inquiry is restricted; NULL: it has expired or is gone. Until the transaction ends, nobody restricts, erases or
-- purges it, nor acts on its ticket.
CREATE OR REPLACE FUNCTION lock_inquiry(inquiry_key uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT restricted_at IS NOT NULL FROM inquiry WHERE id = inquiry_key AND expires_at > clock_timestamp() FOR UPDATE
$$;
GRANT EXECUTE ON FUNCTION lock_inquiry TO inquiry_app;
