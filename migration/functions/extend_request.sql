-- Once, and before the deadline: the person has to hear of it within the first 30 days.
CREATE OR REPLACE FUNCTION extend_request(request uuid, why text) RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    due timestamptz;
BEGIN
    PERFORM lock_retention();
    UPDATE data_subject_request SET extension = why
        WHERE id = request AND closed_at IS NULL AND extension IS NULL AND due_at > now() RETURNING due_at INTO due;
    IF due IS NOT NULL THEN
        INSERT INTO ledger (kind, detail) VALUES ('request', jsonb_build_object(
            'request', request, 'action', 'extended', 'reason', why,
            'due_at', to_char(due AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        ));
    END IF;
    RETURN due;
END
$$;
GRANT EXECUTE ON FUNCTION extend_request TO inquiry_compliance;
