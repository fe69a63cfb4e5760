-- First answers that no metric has counted yet: how long each took, and whether the promise was kept.
CREATE OR REPLACE FUNCTION measure_answers() RETURNS TABLE (seconds double precision, is_kept boolean)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE ticket SET measured_at = clock_timestamp()
        WHERE first_answer_at IS NOT NULL AND measured_at IS NULL AND due_at IS NOT NULL
        RETURNING extract(epoch FROM first_answer_at - promised_from)::double precision, first_answer_at <= due_at
$$;
GRANT EXECUTE ON FUNCTION measure_answers TO inquiry_app;
