-- Length as a browser counts it: UTF-16 code units, where a character beyond the basic plane counts two.
CREATE OR REPLACE FUNCTION utf16_length(value text) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE
        WHEN octet_length(value) = char_length(value) THEN char_length(value)
        ELSE char_length(value) + char_length(regexp_replace(value, '[\u0001-\uFFFF]', '', 'g'))
    END
$$;
GRANT EXECUTE ON FUNCTION utf16_length TO inquiry_app;
