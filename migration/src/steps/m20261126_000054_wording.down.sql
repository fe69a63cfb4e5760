SET LOCAL lock_timeout = '5s';
-- The points stay; the sign that gave them is no longer named.
ALTER TABLE spam_check DROP CONSTRAINT spam_check_signs_check;
UPDATE spam_check SET signs = array_remove(signs, 'wording') WHERE 'wording' = ANY (signs);
ALTER TABLE spam_check ADD CONSTRAINT spam_check_signs_check CHECK (signs <@ ARRAY[
    'decoy', 'haste', 'links', 'markup', 'phrases', 'disposable_address', 'script', 'unverified', 'repeated', 'known_text',
    'language', 'mass_mail', 'name', 'random_letters'
]);
-- Last, as a decision locks both tables in this order.
DELETE FROM spam_decision WHERE sign = 'wording';
