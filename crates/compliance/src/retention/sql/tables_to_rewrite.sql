-- Lists the tables whose files still have the bytes of deleted rows. $1 whether large tables in use are due as well. $2
-- whether only these are, and on Sundays after 02:00 UTC only.
SELECT
    name,
    CASE
        WHEN $2 THEN is_large AND is_sunday
        ELSE $1 OR NOT is_large OR is_sunday
    END AS is_due
FROM (
    SELECT
        name,
        in_use AND bytes >= 32 * 1024 * 1024 AS is_large,
        to_char(now() AT TIME ZONE 'UTC', 'ID HH24') = '7 02' AS is_sunday
    FROM unreclaimed_tables()
) AS waiting
