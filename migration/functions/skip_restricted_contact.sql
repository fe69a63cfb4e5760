-- No contact of a restricted inquiry counts.
CREATE OR REPLACE FUNCTION skip_restricted_contact() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN CASE WHEN EXISTS (SELECT FROM inquiry WHERE id = NEW.inquiry_id AND restricted_at IS NOT NULL)
        THEN NULL ELSE NEW END;
END
$$;
