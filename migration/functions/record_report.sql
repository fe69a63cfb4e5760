-- Records that a report was sent. The month's report is the application's, once, after the month has ended; what an officer sends
-- has another name, so that it keeps no report from being sent.
CREATE OR REPLACE FUNCTION record_report(name text, head_seq bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM lock_retention();
    IF (head_seq > 0 AND CASE
        WHEN session_user = 'inquiry_app' THEN
            name ~ '^report\.20[0-9]{2}-(0[1-9]|1[0-2])$'
            AND to_date(substr(name, 8), 'YYYY-MM') + interval '1 month' <= now() AT TIME ZONE 'UTC'
            AND NOT EXISTS (SELECT FROM ledger WHERE kind = 'report' AND detail ->> 'report' = name)
        ELSE name ~ '^report\.20[0-9]{2}-(0[1-9]|1[0-2])\.[0-9]{1,18}$'
    END) IS NOT TRUE THEN
        RAISE EXCEPTION 'no report of this name is due' USING ERRCODE = 'FW009';
    END IF;
    INSERT INTO ledger (kind, detail) VALUES ('report', jsonb_build_object('report', name, 'head_seq', head_seq));
END
$$;
GRANT EXECUTE ON FUNCTION record_report TO inquiry_app, inquiry_compliance;
