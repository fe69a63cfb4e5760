SET LOCAL lock_timeout = '5s';
DROP FUNCTION lock_inquiry(uuid);
DELETE FROM spam_decision WHERE sign IN ('language', 'mass_mail', 'name', 'random_letters');
-- The points stay; the sign that gave them is no longer named.
ALTER TABLE spam_check DROP CONSTRAINT spam_check_signs_check;
UPDATE spam_check SET signs = ARRAY(
    SELECT sign FROM unnest(signs) AS sign WHERE sign NOT IN ('language', 'mass_mail', 'name', 'random_letters')
) WHERE signs && ARRAY['language', 'mass_mail', 'name', 'random_letters'];
ALTER TABLE spam_check ADD CONSTRAINT spam_check_signs_check CHECK (signs <@ ARRAY[
    'decoy', 'haste', 'links', 'markup', 'phrases', 'disposable_address', 'script', 'unverified', 'repeated', 'known_text'
]);
ALTER TABLE recent_text DROP of_sender;
