-- Entries that a process appends itself: codes, numbers, times and random ids, nothing else, and nothing long.
CREATE OR REPLACE FUNCTION is_ledger_detail(value jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT octet_length(value::text) <= 20000 AND NOT EXISTS (
        SELECT FROM jsonb_path_query(value, 'strict $.**') AS part
        WHERE jsonb_typeof(part) = 'string' AND part #>> '{}' !~
                  '^([a-z0-9_.-]{0,40}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9TZ:.+-]{10,35}|[0-9a-f]{64})$'
           OR jsonb_typeof(part) = 'object' AND EXISTS (
                  SELECT FROM jsonb_object_keys(part) AS key WHERE key !~ '^[a-z_]{1,40}$'
              )
    )
$$;
GRANT EXECUTE ON FUNCTION is_ledger_detail TO inquiry_app, inquiry_compliance;
