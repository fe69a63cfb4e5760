-- No statistics of what a mail says or whom it names: they hold values after their rows are gone.
CREATE OR REPLACE FUNCTION forget_mail_statistics(content regclass) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT attname FROM pg_attribute WHERE attrelid = content AND attname IN (
        'envelope_from', 'recipients', 'address_keys', 'raw', 'author', 'author_key', 'copied_keys', 'message_id',
        'subject', 'body', 'new_text', 'held_line', 'files'
    ) LOOP
        EXECUTE format('ALTER TABLE %s ALTER %I SET STATISTICS 0', content, name);
    END LOOP;
END
$$;
