-- Keeps the state at the end of a month for its report. The first purge of the next month writes it.
CREATE OR REPLACE FUNCTION record_month() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    began timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
    ended text := to_char(began - interval '1 day', 'YYYY-MM');
BEGIN
    IF (SELECT at FROM ledger ORDER BY seq LIMIT 1) < began AT TIME ZONE 'UTC'
        AND NOT EXISTS (SELECT FROM ledger WHERE kind = 'state' AND detail ->> 'month' = ended) THEN
        INSERT INTO ledger (kind, detail) VALUES ('state', jsonb_build_object('month', ended) || retention_state());
    END IF;
END
$$;
