-- An answer that came back was no contact. The one before counts again; but the inquiry stays for a week, in which its author
-- reads that the answer did not arrive.
CREATE OR REPLACE FUNCTION take_back_contact(inquiry_key uuid, answer uuid) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    week_left timestamptz := clock_timestamp() + interval '7 days' - interval '2 years';
    former timestamptz;
BEGIN
    -- Another answer may be settled meanwhile: what it wrote is read after the wait.
    PERFORM FROM inquiry WHERE id = inquiry_key FOR UPDATE;
    former := (
        SELECT greatest(received_at, (
            SELECT max(at) FROM contact WHERE inquiry_id = inquiry_key AND NOT (kind = 'answer' AND source = answer)
        )) FROM inquiry WHERE id = inquiry_key
    );
    IF former > week_left THEN
        DELETE FROM contact WHERE kind = 'answer' AND source = answer;
    ELSE
        UPDATE contact SET at = week_left WHERE kind = 'answer' AND source = answer;
    END IF;
    IF FOUND THEN
        UPDATE inquiry SET last_contact_at = greatest(former, week_left) WHERE id = inquiry_key;
    END IF;
END
$$;
