-- The columns of a table in their order, for statements that must name every one.
CREATE OR REPLACE FUNCTION column_list(source regclass) RETURNS text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = source AND attnum > 0 AND NOT attisdropped
$$;
