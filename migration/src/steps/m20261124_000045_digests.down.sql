SET LOCAL lock_timeout = '2s';
DROP FUNCTION open_digests(date, text[]), drop_digest_report(uuid), forget_digests();
DROP TABLE digest_mail;
