-- Removes inquiries with their mails.
CREATE OR REPLACE FUNCTION remove_inquiries(ids uuid[]) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    mails jsonb := remove_mails(ids, '{}', '{}');
    counts jsonb := remove_inquiry_rows(ids);
    touched jsonb := coalesce(counts -> 'tables', '[]') || (mails -> 'tables');
BEGIN
    RETURN counts || (mails - 'tables')
        || CASE WHEN touched = '[]' THEN '{}' ELSE jsonb_build_object('tables', touched) END;
END
$$;
