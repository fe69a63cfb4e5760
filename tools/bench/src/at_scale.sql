-- A database as it is after two busy years: ROWS inquiries, DUE of them expired within the last hour, the others
-- spread over two years, each with its content, its ticket and two mails that were sent. They expire in the order in which
-- they came, as most do. Keys as the product makes them: those of inquiries random, so that a batch lies all over the
-- indexes, those of mails ordered by time.
DO $$
DECLARE
  first_day date;
  parent text;
  name text;
BEGIN
  FOR back IN 1..9 LOOP
    first_day := date_trunc('quarter', now() AT TIME ZONE 'UTC') - back * interval '3 months';
    FOREACH parent IN ARRAY ARRAY['inquiry_content', 'message'] LOOP
      name := parent || to_char(first_day, '"_"YYYY"q"Q');
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        name, parent, first_day, (first_day + interval '3 months')::date);
      EXECUTE format('ALTER TABLE %I OWNER TO inquiry_owner', name);
    END LOOP;
    PERFORM forget_statistics(to_char(first_day, '"inquiry_content_"YYYY"q"Q')::regclass);
    PERFORM forget_statistics(to_char(first_day, '"message_"YYYY"q"Q')::regclass);
  END LOOP;
END $$;

-- Foreign keys and triggers would check what holds by construction, and an index is faster built than filled.
SET session_replication_role = replica;
SET maintenance_work_mem = '512MB';
UPDATE pg_index SET indisready = false WHERE indrelid IN ('inquiry'::regclass, 'outbox'::regclass, 'ticket'::regclass);

INSERT INTO inquiry (id, reference, idempotency_key, token_digest, contact_reason, consent, gdpr_consent,
  policy_digest, consent_digest, gdpr_consent_digest, bot_check, received_at, last_contact_at)
SELECT md5(n::text)::uuid, 'FW-' || substr(code, 1, 4) || '-' || substr(code, 5, 4), md5('key' || n)::uuid,
  sha256(n::text::bytea), 'other', true, true, sha256(''), sha256(''), sha256(''), 'verified', t, t
FROM (
  SELECT n, lpad(n::text, 8, '0') AS code, now() - interval '2 years' + CASE
    WHEN n <= DUE THEN interval '-50 minutes' * ((DUE - n)::double precision / DUE)
    ELSE interval '728 days' * ((n - DUE)::double precision / (ROWS - DUE)) + interval '1 day'
  END AS t
  FROM generate_series(1, ROWS) AS n
) AS row;

INSERT INTO inquiry_content (inquiry_id, received_on, first_name, last_name, company, email, email_key, message)
SELECT id, (received_at AT TIME ZONE 'UTC')::date, 'First', 'Last', 'Company', reference || '@visitor.example',
  lower(reference) || '@visitor.example', repeat('What a visitor wrote. ', 12)
FROM inquiry;

INSERT INTO ticket (inquiry_id, state, promised_from, half_at, due_at, closed_at)
SELECT id, 'closed', received_at, received_at + interval '1 day', received_at + interval '2 days', received_at
FROM inquiry;

INSERT INTO outbox (id, inquiry_id, kind, recipient, message_id, state, first_attempt_at, finished_at)
SELECT (lpad(to_hex((extract(epoch FROM received_at) * 1000)::bigint), 12, '0') || '7' || substr(md5(kind || id), 14))::uuid,
  id, kind, recipient, '<' || kind || id || '@x>', 'sent', received_at, received_at
FROM inquiry, (VALUES ('auto_reply', NULL), ('notification', 'desk@firnwall.example')) AS mail (kind, recipient);

REINDEX TABLE inquiry;
REINDEX TABLE outbox;
REINDEX TABLE ticket;
RESET session_replication_role;
RESET maintenance_work_mem;
