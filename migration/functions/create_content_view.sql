-- The view through which the compliance commands find a person wherever the content is: alive or held.
CREATE OR REPLACE FUNCTION create_content_view() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    EXECUTE format(
        'CREATE OR REPLACE VIEW compliance.inquiry_content AS
            SELECT %1$s FROM public.inquiry_content UNION ALL SELECT %1$s FROM public.held_content',
        column_list('inquiry_content')
    );
    GRANT SELECT ON compliance.inquiry_content TO inquiry_compliance;
END
$$;
