-- Counts expired inquiries: those that the next purge deletes, and those that a legal hold keeps.
SELECT
    count(*) FILTER (WHERE id NOT IN (SELECT inquiry_id FROM held_inquiry)) AS to_purge,
    count(*) FILTER (WHERE id IN (SELECT inquiry_id FROM held_inquiry)) AS on_hold
FROM inquiry
WHERE expires_at <= now()
