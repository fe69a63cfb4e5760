-- A database as it is after two busy years: ROWS inquiries, DUE of them expired within the last hour, the others
-- spread over two years, each with its content and two mails that were sent.
DO $$
DECLARE
  first_day date;
  name text;
BEGIN
  FOR back IN 1..9 LOOP
    first_day := date_trunc('quarter', now() AT TIME ZONE 'UTC') - back * interval '3 months';
    name := to_char(first_day, '"inquiry_content_"YYYY"q"Q');
    EXECUTE format('CREATE TABLE %I PARTITION OF inquiry_content FOR VALUES FROM (%L) TO (%L)',
      name, first_day, (first_day + interval '3 months')::date);
    EXECUTE format('ALTER TABLE %I OWNER TO inquiry_owner', name);
    PERFORM forget_statistics(name::regclass);
  END LOOP;
END $$;

INSERT INTO inquiry (id, reference, idempotency_key, token_digest, contact_reason, consent, gdpr_consent,
  policy_digest, consent_digest, gdpr_consent_digest, bot_check, received_at, last_contact_at)
SELECT id, 'FW-' || substr(code, 1, 4) || '-' || substr(code, 5, 4), id, decode(lpad(to_hex(n), 64, '0'), 'hex'),
  'other', true, true, sha256(''), sha256(''), sha256(''), 'verified', t, t
FROM (
  SELECT n, lpad(n::text, 8, '0') AS code, lpad(to_hex(n), 32, '0')::uuid AS id,
    now() - interval '2 years' + CASE
      WHEN n <= DUE THEN (n % 3000) * interval '-1 second'
      ELSE (n - DUE) * interval '728 days' / (ROWS - DUE) + interval '1 day'
    END AS t
  FROM generate_series(1, ROWS) AS n
) AS row;

INSERT INTO inquiry_content (inquiry_id, received_on, first_name, last_name, company, email, email_key, message)
SELECT id, (received_at AT TIME ZONE 'UTC')::date, 'First', 'Last', 'Company', reference || '@visitor.example',
  lower(reference) || '@visitor.example', repeat('What a visitor wrote. ', 12)
FROM inquiry ORDER BY id;

INSERT INTO outbox (id, inquiry_id, kind, recipient, message_id, state, first_attempt_at, finished_at)
SELECT translate(id::text, '-', '')::uuid, id, 'auto_reply', NULL, '<a' || id || '@x>', 'sent', received_at, received_at
FROM inquiry
UNION ALL
SELECT ('8' || substr(translate(id::text, '-', ''), 2))::uuid, id, 'notification', 'desk@firnwall.example',
  '<n' || id || '@x>', 'sent', received_at, received_at
FROM inquiry;
