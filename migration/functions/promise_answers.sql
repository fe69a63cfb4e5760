-- Records by when inquiries are to be answered. A later start, after a reopening, is reminded of anew.
CREATE OR REPLACE FUNCTION promise_answers(
    inquiry_keys uuid[], new_froms timestamptz[], new_halves timestamptz[], new_dues timestamptz[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    -- In the order of act_on_ticket(): first the inquiry, then the ticket.
    PERFORM FROM inquiry WHERE id = ANY (inquiry_keys) ORDER BY id FOR NO KEY UPDATE;
    INSERT INTO ticket (inquiry_id, state, promised_from, half_at, due_at)
        SELECT inquiry.id, 'open', new_from, new_half, new_due
        FROM unnest(inquiry_keys, new_froms, new_halves, new_dues) AS given (key, new_from, new_half, new_due)
            JOIN inquiry ON inquiry.id = key
        ORDER BY inquiry.id
    ON CONFLICT (inquiry_id) DO UPDATE SET promised_from = excluded.promised_from, half_at = excluded.half_at,
        due_at = excluded.due_at, reminded_at = NULL, escalated_at = NULL
        WHERE ticket.promised_from IS DISTINCT FROM excluded.promised_from;
END
$$;
GRANT EXECUTE ON FUNCTION promise_answers TO inquiry_app;
