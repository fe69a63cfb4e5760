-- Creates the partitions of this quarter and the next two, and of former ones whose rows stand in the default partition.
CREATE OR REPLACE FUNCTION create_content_partitions() RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT coalesce(sum(create_quarter('inquiry_content', ahead)), 0)::integer FROM generate_series(-4, 2) AS ahead
$$;
GRANT EXECUTE ON FUNCTION create_content_partitions TO inquiry_app;
