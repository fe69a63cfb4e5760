-- How the person of a request was checked: a later note counts, until an officer has confirmed the request with what it notes.
CREATE OR REPLACE FUNCTION noted_identity(request uuid, noted text, checked text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
    IF checked <> noted AND EXISTS (SELECT FROM ledger WHERE kind = 'confirm' AND detail ->> 'request' = request::text) THEN
        RAISE EXCEPTION 'the check of the person is confirmed' USING ERRCODE = 'FW018';
    END IF;
    RETURN coalesce(checked, noted);
END
$$;
