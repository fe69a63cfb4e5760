-- Whether the visitor has had an answer since the promised time began. One that a wrong clock has dated ahead does not count.
CREATE OR REPLACE FUNCTION is_answered(ticket) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT $1.first_answer_at IS NOT NULL AND (
        $1.started_at IS NULL OR $1.first_answer_at BETWEEN $1.started_at AND now() OR EXISTS (
            SELECT FROM outbox WHERE outbox.inquiry_id = $1.inquiry_id AND kind = 'answer' AND NOT is_copy
                AND outbox.state = 'sent'
                AND finished_at BETWEEN $1.started_at AND now()
        )
    )
$$;
GRANT EXECUTE ON FUNCTION is_answered TO inquiry_app;
