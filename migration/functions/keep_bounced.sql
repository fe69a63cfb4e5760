-- Sent again and again, it would be a new contact each time. Only a later report says that it has arrived.
CREATE OR REPLACE FUNCTION keep_bounced() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.state = 'sent' AND has_arrived(NEW.inquiry_id, NEW.id) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'an answer that came back stays so' USING ERRCODE = 'FW014';
END
$$;
