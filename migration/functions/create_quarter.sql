-- Creates the partition of a quarter: so many from this one. A former one only for rows that stand in the default partition.
CREATE OR REPLACE FUNCTION create_quarter(parent text, ahead integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
    first_day date := date_trunc('quarter', now() AT TIME ZONE 'UTC') + ahead * interval '3 months';
    next_day date := first_day + interval '3 months';
    has_rows boolean := true;
BEGIN
    IF ahead < 0 THEN
        EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE received_on >= %L AND received_on < %L)', parent || '_default',
                       first_day, next_day) INTO has_rows;
    END IF;
    RETURN CASE WHEN has_rows THEN
        create_partition(parent, parent || to_char(first_day, '"_"YYYY"q"Q'), first_day, next_day)
    ELSE 0 END;
EXCEPTION
    WHEN lock_not_available THEN
        RETURN 0;
END
$$;
