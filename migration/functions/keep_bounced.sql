-- Sent again and again, it would be a new contact each time. Only a later report says that it has arrived, and one alone: two servers
-- may contradict each other forever.
CREATE OR REPLACE FUNCTION keep_bounced() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    reports bigint;
    later bigint;
BEGIN
    SELECT count(*) FILTER (WHERE rule = 'delivered'), count(*) FILTER (WHERE rule = 'delivered' AND settled_at > came_back_at)
        INTO reports, later FROM (
            SELECT rule, settled_at, min(settled_at) FILTER (WHERE fate = 'bounce') OVER () AS came_back_at FROM intake
            WHERE inquiry_id = NEW.inquiry_id AND outbox_id = NEW.id
        ) AS report;
    IF NEW.state <> 'sent' OR reports = 0 THEN
        RAISE EXCEPTION 'an answer that came back stays so' USING ERRCODE = 'FW014';
    END IF;
    RETURN CASE later WHEN 1 THEN NEW END;
END
$$;
