-- Once, before the deadline, and not after a wait, which moves it: the person has to hear of it within the first 30 days.
CREATE OR REPLACE FUNCTION extend_request(request uuid, why text) RETURNS timestamptz
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT lock_retention();
    WITH extended AS (
        UPDATE data_subject_request SET extension = why
        WHERE id = request AND closed_at IS NULL AND extension IS NULL AND waits_for IS NULL AND due_at > now() RETURNING due_at
    ), recorded AS (
        INSERT INTO ledger (kind, detail) SELECT 'request', jsonb_build_object(
            'request', request, 'action', 'extended', 'reason', why,
            'due_at', to_char(due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        ) FROM extended
    ) SELECT due_at FROM extended
$$;
GRANT EXECUTE ON FUNCTION extend_request TO inquiry_compliance;
