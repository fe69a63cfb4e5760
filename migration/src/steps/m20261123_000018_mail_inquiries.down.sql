-- The former schema has no place for an inquiry to which nobody agreed by a box.
DO $$ BEGIN
    IF EXISTS (SELECT FROM inquiry WHERE origin = 'mail') THEN
        RAISE EXCEPTION 'inquiries have come by mail: they must expire or be erased first';
    END IF;
END $$;
SET LOCAL lock_timeout = '2s';
ALTER TABLE inquiry
    DROP CONSTRAINT inquiry_consent,
    ADD CONSTRAINT inquiry_consent_check CHECK (consent),
    ADD CONSTRAINT inquiry_gdpr_consent_check CHECK (gdpr_consent),
    DROP origin;
