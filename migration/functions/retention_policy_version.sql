-- The version of the retention policy that this schema enforces. A step that changes the period of inquiry.expires_at changes this
-- function and writes a 'policy' entry, and a test holds it to that.
CREATE OR REPLACE FUNCTION retention_policy_version() RETURNS integer LANGUAGE sql IMMUTABLE AS $$SELECT 1$$;
