-- Whether one report, and no more, says that a mail of ours which came back has arrived: two servers may contradict each other forever.
CREATE OR REPLACE FUNCTION has_arrived(inquiry uuid, mail uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT count(*) FILTER (WHERE rule = 'delivered' AND settled_at > came_back_at) = 1 FROM (
        SELECT rule, settled_at, min(settled_at) FILTER (WHERE fate = 'bounce') OVER () AS came_back_at FROM intake
        WHERE inquiry_id = has_arrived.inquiry AND outbox_id = has_arrived.mail
    ) AS report
$$;
GRANT EXECUTE ON FUNCTION has_arrived TO inquiry_app;
