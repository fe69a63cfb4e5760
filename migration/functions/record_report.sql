-- Records that a report was sent. The month's report is the application's, once, after the month has ended; what an officer sends
-- has another name, which ends with its entry, so that it keeps no report from being sent. No number fits that is no entry.
CREATE OR REPLACE FUNCTION record_report(name text, head_seq bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM lock_retention();
    IF (head_seq BETWEEN 1 AND (SELECT max(seq) FROM ledger) AND CASE
        WHEN session_user = 'inquiry_app' THEN
            name ~ '^report\.20[0-9]{2}-(0[1-9]|1[0-2])$'
            AND to_date(substr(name, 8), 'YYYY-MM') + interval '1 month' <= now() AT TIME ZONE 'UTC'
            AND NOT EXISTS (SELECT FROM ledger WHERE kind = 'report' AND detail ->> 'report' = name)
        ELSE name ~ ('^report\.20[0-9]{2}-(0[1-9]|1[0-2])\.' || head_seq || '$')
    END) IS NOT TRUE THEN
        RAISE EXCEPTION 'no report of this name is due' USING ERRCODE = 'FW009';
    END IF;
    INSERT INTO ledger (kind, detail) VALUES ('report', jsonb_build_object('report', name, 'head_seq', head_seq));
END
$$;
GRANT EXECUTE ON FUNCTION record_report TO inquiry_app, inquiry_compliance;
