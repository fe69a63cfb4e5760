-- A suspected inquiry is in the state that a consultant's `#spam` gives: not reminded of, not overdue.
CREATE OR REPLACE FUNCTION suspect_inquiry() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO ticket (inquiry_id, state, closed_at) VALUES (NEW.inquiry_id, 'spam', clock_timestamp())
        ON CONFLICT (inquiry_id) DO NOTHING;
    RETURN NULL;
END
$$;
