-- Creates the partition of a quarter: so many from this one.
CREATE OR REPLACE FUNCTION create_quarter(parent text, ahead integer) RETURNS integer
LANGUAGE sql SET search_path = public, pg_temp AS $$
    SELECT create_partition(parent, parent || to_char(first, '"_"YYYY"q"Q'), first::date, (first + interval '3 months')::date)
    FROM (VALUES (date_trunc('quarter', now() AT TIME ZONE 'UTC') + ahead * interval '3 months')) AS quarter (first)
$$;
