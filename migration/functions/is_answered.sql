-- Whether the visitor has had an answer since the promised time began.
CREATE OR REPLACE FUNCTION is_answered(ticket) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT $1.first_answer_at IS NOT NULL AND (
        $1.started_at IS NULL OR $1.first_answer_at >= $1.started_at OR EXISTS (
            SELECT FROM outbox WHERE outbox.inquiry_id = $1.inquiry_id AND kind = 'answer' AND NOT is_copy
                AND outbox.state = 'sent'
                AND finished_at >= $1.started_at
        )
    )
$$;
GRANT EXECUTE ON FUNCTION is_answered TO inquiry_app;
