-- Lists the tables whose files still have the bytes of deleted rows. $1 whether large tables in use are due as well.
SELECT
    name,
    $1 OR NOT in_use OR bytes < 32 * 1024 * 1024 OR to_char(now() AT TIME ZONE 'UTC', 'ID HH24') = '7 02' AS is_due
FROM unreclaimed_tables()
