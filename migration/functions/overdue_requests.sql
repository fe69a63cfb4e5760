-- Open requests whose deadline is over, unless the person was told of a hold that is in force.
CREATE OR REPLACE FUNCTION overdue_requests() RETURNS bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT count(*) FROM data_subject_request
    WHERE closed_at IS NULL AND due_at < now() AND NOT EXISTS (
        SELECT FROM legal_hold WHERE legal_hold.id = waits_for AND released_at IS NULL AND ends_at > now()
    )
$$;
