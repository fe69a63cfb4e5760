-- Inquiries that came by mail. No box was ticked for them: the auto-reply names the privacy policy, whose digest the row
-- keeps; the digests of the two boxes are of the empty text.
SET LOCAL lock_timeout = '2s';
ALTER TABLE inquiry
    ADD origin text NOT NULL DEFAULT 'form' CHECK (origin IN ('form', 'mail')),
    DROP CONSTRAINT inquiry_consent_check,
    DROP CONSTRAINT inquiry_gdpr_consent_check,
    ADD CONSTRAINT inquiry_consent CHECK (consent = (origin = 'form') AND gdpr_consent = (origin = 'form'));
GRANT INSERT (origin) ON inquiry TO inquiry_app;
