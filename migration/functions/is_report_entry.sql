-- A month's report is recorded once, after the month has ended; the next report lists when it was.
CREATE OR REPLACE FUNCTION is_report_entry(value jsonb) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN value ->> 'report' ~ '^report\.20[0-9]{2}-(0[1-9]|1[0-2])$' THEN
        value - 'report' - 'head_seq' = '{}' AND jsonb_typeof(value -> 'head_seq') = 'number'
        AND to_date(substr(value ->> 'report', 8), 'YYYY-MM') + interval '1 month' <= now() AT TIME ZONE 'UTC'
        AND NOT EXISTS (SELECT FROM ledger WHERE kind = 'report' AND detail ->> 'report' = value ->> 'report')
    ELSE false END
$$;
GRANT EXECUTE ON FUNCTION is_report_entry TO inquiry_app;
