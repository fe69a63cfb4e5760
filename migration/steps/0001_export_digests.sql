-- An export and the answer "nothing stored" know the summaries that went to a consultant.
SET LOCAL lock_timeout = '2s';
GRANT SELECT (recipient, attempts, finished_at, bounced_at, created_at) ON digest_mail TO inquiry_compliance;
CREATE POLICY all_rows_for_compliance ON digest_mail FOR SELECT TO inquiry_compliance USING (true);
