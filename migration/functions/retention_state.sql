-- The state now, judged by rows. Numbers and times only.
CREATE OR REPLACE FUNCTION retention_state() RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH held AS MATERIALIZED (SELECT inquiry_id FROM held_inquiry),
    contacted AS (SELECT inquiry_id, max(at) AS at FROM contact GROUP BY 1),
    age AS (
        -- Eighths of the period; 9 is over the limit.
        SELECT greatest(1, width_bucket(
            extract(epoch FROM now() - last_contact_at) / extract(epoch FROM expires_at - last_contact_at), 0, 1, 8
        )) AS eighth, count(*) AS inquiries, min(last_contact_at) AS oldest_contact_at,
        min(expires_at) FILTER (WHERE id NOT IN (SELECT inquiry_id FROM held)) AS next_expiry_at,
        -- A last contact that neither the receipt nor a recorded contact explains, or that lies ahead.
        count(*) FILTER (
            WHERE last_contact_at <> greatest(received_at, contacted.at) OR last_contact_at > now() + interval '1 minute'
        ) AS unexplained
        FROM inquiry LEFT JOIN contacted ON contacted.inquiry_id = inquiry.id GROUP BY 1
    ), late AS (SELECT * FROM retention_gauges())
    SELECT jsonb_build_object(
        'inquiries', (SELECT coalesce(sum(inquiries), 0) FROM age),
        'oldest_contact_at', (SELECT min(oldest_contact_at) FROM age),
        'next_expiry_at', (SELECT min(next_expiry_at) FROM age),
        'due', (SELECT due FROM late),
        'due_seconds', (SELECT greatest(0, due_seconds)::bigint FROM late),
        'unexplained', (SELECT coalesce(sum(unexplained), 0) FROM age),
        'on_hold', (SELECT count(*) FROM held),
        'restricted', (SELECT count(*) FROM inquiry WHERE restricted_at IS NOT NULL),
        'restricted_participants', (SELECT count(*) FROM compliance.participant WHERE restricted_at IS NOT NULL),
        'ages', (SELECT jsonb_agg(coalesce(inquiries, 0) ORDER BY n)
                 FROM generate_series(1, 9) AS n LEFT JOIN age ON eighth = n),
        'holds_active', (SELECT count(*) FROM legal_hold WHERE released_at IS NULL AND ends_at > now()),
        'requests_open', (SELECT count(*) FROM data_subject_request WHERE closed_at IS NULL),
        'requests_untold', (SELECT count(*) FROM data_subject_request WHERE closed_at IS NOT NULL AND answered_on IS NULL),
        'requests_overdue', (SELECT requests_overdue FROM late),
        'unreclaimed', (SELECT unreclaimed FROM late),
        'unreclaimed_bytes', (SELECT unreclaimed_bytes FROM late),
        'unreclaimed_overdue', (SELECT unreclaimed_overdue FROM late),
        -- Nothing here uses them, and no erasure reaches them.
        'large_objects', (SELECT count(*) FROM pg_largeobject_metadata),
        -- A login can always change its own defaults: api and worker would inherit them, and no erasure reaches an officer's.
        'login_settings', (
            SELECT count(*) FROM pg_db_role_setting JOIN pg_roles ON pg_roles.oid = setrole, unnest(setconfig) AS setting
            WHERE (rolname IN ('inquiry_app', 'inquiry_owner') OR pg_has_role(setrole, 'inquiry_compliance', 'USAGE') AND NOT rolsuper)
              AND setting <> 'jit=off'
              AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
        )
    )
$$;
