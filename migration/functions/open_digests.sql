-- Begins digests. What waits for an answer is listed once a day, for each person notified of it. New mails in quarantine, and
-- new suspected inquiries, are listed for the reviewers: when the office opens, or at a later full hour after it, and while it
-- is open ten minutes after the last such digest, or an hour after the tenth of a day if more than ten came in an hour, or if a
-- program perhaps answers each. An entry counts as told once a digest lists it. If nobody received that digest, another day's
-- lists it again.
CREATE OR REPLACE FUNCTION open_digests(
    today date, opened_at timestamptz, consultants text[], reviewers text[], with_intake boolean, is_open boolean
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    hour timestamptz := opened_at + date_trunc('hour', now() - opened_at);
    nobodys timestamptz[];
    with_answers boolean;
    last_at timestamptz;
    is_late boolean;
    is_prompt boolean;
    days date[];
    with_mails boolean := false;
    with_suspects boolean := false;
BEGIN
    LOCK TABLE digest_mail IN SHARE ROW EXCLUSIVE MODE;
    nobodys := ARRAY(
        SELECT created_at FROM digest_mail WHERE day < today AND (lists_mails OR lists_suspects)
        GROUP BY created_at HAVING bool_and(finished_at IS NULL OR bounced_at IS NOT NULL)
    );
    UPDATE promise_watch SET digest_on = today
        WHERE (digest_on IS NULL OR digest_on < today) AND consultants IS DISTINCT FROM '{}';
    with_answers := FOUND;
    last_at := (SELECT coalesce(max(created_at), '-infinity') FROM digest_mail WHERE lists_mails OR lists_suspects);
    is_late := last_at > now() - interval '1 hour' AND (
        SELECT count(DISTINCT created_at) FROM digest_mail WHERE day = today AND (lists_mails OR lists_suspects)
    ) >= 10;
    is_prompt := is_open AND last_at <= now() - interval '10 minutes' AND NOT (is_late AND (
        SELECT count(*) FROM intake WHERE fate = 'quarantined' AND accepted_at > now() - interval '1 hour'
    ) + (
        SELECT count(*) FROM spam_check WHERE is_suspected AND checked_at > now() - interval '1 hour'
    ) > 10);
    -- No lock on a week from which no mail is new: see content_of().
    days := ARRAY(
        SELECT DISTINCT (accepted_at AT TIME ZONE 'UTC')::date FROM intake
        WHERE fate = 'quarantined' AND (told_at IS NULL OR told_at = ANY (nobodys))
            AND (accepted_at AT TIME ZONE 'UTC')::date > (clock_timestamp() AT TIME ZONE 'UTC')::date - 30
    );
    -- What a program answers to a digest, and mails of which their authors were told, cause no digest but the day's first: the
    -- program would answer the next. What may be such an answer, and an author's mail that is not told in two minutes, cause ten
    -- of a day, and then one an hour. At most 50 are listed: the oldest and the newest, so that a flood hides neither what was
    -- there nor what comes.
    IF with_intake AND reviewers <> '{}'
        AND (is_prompt OR NOT EXISTS (SELECT FROM digest_mail WHERE day = today AND lists_mails)) THEN
        WITH waiting AS (
            SELECT intake.id, settled_at, is_prompt AND rule <> 'digest' AND (
                NOT coalesce(is_told, false) AND NOT is_late
                OR rule NOT IN ('machine', 'automatic', 'digest_reply', 'rate', 'repeated') AND NOT (about IS NOT NULL AND rule IN (
                    'consultant', 'no_command', 'no_inquiry', 'no_sender', 'restricted', 'no_name', 'no_contact', 'no_text', 'unclear_line'
                ))
            ) AS causes
            FROM intake JOIN raw_mail ON intake_id = intake.id AND accepted_on = ANY (days) LEFT JOIN (
                SELECT about, bool_or(
                    finished_at IS NOT NULL AND bounced_at IS NULL OR created_at > now() - interval '2 minutes'
                ) AS is_told FROM digest_mail WHERE about IS NOT NULL GROUP BY about
            ) AS author ON about = intake.id
            WHERE fate = 'quarantined' AND (told_at IS NULL OR told_at = ANY (nobodys))
        ), listed AS (
            SELECT id FROM waiting WHERE (SELECT bool_or(causes) FROM waiting)
                OR (SELECT min(settled_at) FROM waiting) < hour
                AND NOT EXISTS (SELECT FROM digest_mail WHERE day = today AND lists_mails)
            ORDER BY least(
                row_number() OVER (ORDER BY settled_at, id), row_number() OVER (ORDER BY settled_at DESC, id DESC)
            ) LIMIT 50
        ) UPDATE intake SET told_at = now() FROM listed WHERE intake.id = listed.id;
        with_mails := FOUND;
    END IF;
    -- At most 100: those that a person is most likely to have written. Nobody is mailed about a restricted inquiry.
    IF reviewers <> '{}'
        AND (is_prompt OR NOT EXISTS (SELECT FROM digest_mail WHERE day = today AND lists_suspects)) THEN
        WITH waiting AS (
            SELECT spam_check.inquiry_id AS id, points, checked_at
            FROM spam_check JOIN ticket USING (inquiry_id) JOIN inquiry ON inquiry.id = inquiry_id
            WHERE is_suspected AND (told_at IS NULL OR told_at = ANY (nobodys)) AND ticket.state = 'spam'
                AND NOT EXISTS (SELECT FROM ticket_event AS event WHERE event.inquiry_id = inquiry.id AND verb = 'spam')
                AND expires_at > clock_timestamp() AND restricted_at IS NULL
        ), listed AS (
            SELECT id FROM waiting WHERE is_prompt OR (SELECT min(checked_at) FROM waiting) < hour
            ORDER BY points, checked_at, id LIMIT 100
        ) UPDATE spam_check SET told_at = now() FROM listed WHERE inquiry_id = listed.id;
        with_suspects := FOUND;
    END IF;
    INSERT INTO digest_mail (day, recipient, lists_answers, lists_mails, lists_suspects)
        SELECT today, min(recipient), bool_or(answers), bool_or(mails), bool_or(suspects) FROM (
            SELECT recipient, true AS answers, false AS mails, false AS suspects
            FROM ticket JOIN inquiry ON inquiry.id = inquiry_id JOIN outbox ON outbox.inquiry_id = inquiry.id
            WHERE with_answers AND ticket.state IN ('open', 'claimed') AND due_at IS NOT NULL
                AND waits_since(ticket) IS NOT NULL
                AND expires_at > clock_timestamp() AND restricted_at IS NULL AND outbox.kind = 'notification'
                AND (consultants IS NULL OR recipient = ANY (consultants))
            UNION ALL SELECT recipient, false, with_mails, with_suspects FROM unnest(reviewers) AS recipient
            WHERE with_mails OR with_suspects
        ) AS section GROUP BY lower(recipient);
END
$$;
GRANT EXECUTE ON FUNCTION open_digests TO inquiry_app;
