-- Sent again and again, it would be a new contact each time.
CREATE OR REPLACE FUNCTION keep_bounced() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'an answer that came back stays so' USING ERRCODE = 'FW014';
END
$$;
