-- The entry names the inquiries by their random ids, so that a replay can place the hold again.
CREATE OR REPLACE FUNCTION place_hold(inquiry uuid, address_key text, why text, until timestamptz) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    hold uuid;
    ids uuid[];
    ends timestamptz := until;
BEGIN
    IF until IS NULL OR until <= now() OR until > now() + interval '100 years' THEN
        RAISE EXCEPTION 'a hold must end in the future and within 100 years' USING ERRCODE = 'FW007';
    END IF;
    PERFORM lock_retention();
    IF inquiry IS NOT NULL
        AND NOT EXISTS (SELECT FROM public.inquiry AS stored WHERE stored.id = place_hold.inquiry) THEN
        RAISE EXCEPTION 'the inquiry does not exist' USING ERRCODE = 'foreign_key_violation';
    END IF;
    -- It keeps at once, and for a year: what is not kept in time is gone.
    IF (SELECT second_officer FROM compliance_rule) THEN
        ends := least(until, now() + interval '1 year');
        IF ends < until AND session_user = 'inquiry_compliance' THEN
            RAISE EXCEPTION 'nobody can confirm it: it may be the login of each officer' USING ERRCODE = 'FW018';
        END IF;
    END IF;
    INSERT INTO legal_hold (inquiry_id, email_key, reason, ends_at, wanted_until, placed_by)
        VALUES (inquiry, address_key, why, ends, nullif(until, ends), session_user)
        RETURNING id INTO hold;
    ids := CASE
        WHEN inquiry IS NOT NULL THEN ARRAY[inquiry]
        ELSE ARRAY(SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = address_key)
    END;
    INSERT INTO ledger (kind, detail) VALUES ('hold', jsonb_build_object(
        'hold', hold, 'ends_at', to_char(ends AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'wanted_until', to_char(nullif(until, ends) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'by', CASE WHEN inquiry IS NULL THEN 'address' ELSE 'inquiry' END, 'ids', to_jsonb(ids)
    ));
    RETURN hold;
END
$$;
GRANT EXECUTE ON FUNCTION place_hold TO inquiry_compliance;
