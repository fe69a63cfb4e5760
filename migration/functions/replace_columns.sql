-- Writes these values over those of the row: of a column whose texts are a closed list, or the library's.
CREATE OR REPLACE FUNCTION replace_columns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RETURN jsonb_populate_record(NEW, TG_ARGV[0]::jsonb);
END
$$;
