-- Restricts an address where it is named, if it is restricted on another inquiry, or if an inquiry of its own is restricted. Without
-- statistics, as after a crash, the planner takes most inquiries for restricted, and would read them all.
CREATE OR REPLACE FUNCTION restrict_named() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(hashtext('restrict_processing'));
    NEW.restricted_at := coalesce(NEW.restricted_at, (
        SELECT min(restricted_at) FROM (
            SELECT restricted_at FROM compliance.participant WHERE address_key = NEW.address_key
            UNION ALL
            SELECT restricted_at FROM inquiry CROSS JOIN LATERAL content_of(inquiry.id) AS content
            WHERE restricted_at IS NOT NULL AND content.email_key = NEW.address_key
            UNION ALL
            SELECT restricted_at FROM inquiry JOIN held_content AS content ON content.inquiry_id = inquiry.id
            WHERE content.email_key = NEW.address_key
        ) AS known
    ));
    RETURN NEW;
END
$$;
