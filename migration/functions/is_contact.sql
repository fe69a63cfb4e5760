-- Whether a stored row is this contact: a mail that the visitor's own hand wrote and whose bytes came, stored as a reply and not by
-- a program, or a consultant's answer that was delivered.
CREATE OR REPLACE FUNCTION is_contact(inquiry uuid, contact_kind text, contact_source uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT CASE contact_kind
        WHEN 'message' THEN EXISTS (
            SELECT FROM messages_of(inquiry) AS message JOIN intake ON intake.id = intake_id
            WHERE message.id = contact_source AND party = 'visitor' AND NOT is_machine AND fate = 'reply'
                AND EXISTS (SELECT FROM raw_mail_of(intake.id) AS mail WHERE mail.inquiry_id = is_contact.inquiry)
        )
        ELSE EXISTS (
            SELECT FROM outbox JOIN messages_of(inquiry) AS message ON message.id = about JOIN intake ON intake.id = intake_id
            WHERE party = 'consultant' AND fate = 'command' AND outbox.id = contact_source AND outbox.inquiry_id = is_contact.inquiry
              AND kind = 'answer' AND NOT is_copy AND outbox.state = 'sent'
        )
    END
$$;
