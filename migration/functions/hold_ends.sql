-- How long each hold keeps or kept an inquiry. A hold stays for a month after its end.
CREATE OR REPLACE FUNCTION hold_ends() RETURNS TABLE (inquiry_id uuid, kept_until timestamptz)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT inquiry_id, least(ends_at, released_at) FROM legal_hold WHERE inquiry_id IS NOT NULL
    UNION ALL
    SELECT content.inquiry_id, least(ends_at, released_at)
    FROM legal_hold JOIN compliance.inquiry_content AS content USING (email_key)
    UNION ALL
    SELECT message.inquiry_id, least(ends_at, released_at)
    FROM legal_hold JOIN compliance.message ON author_key = email_key
$$;
