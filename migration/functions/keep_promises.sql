-- Reminds of each unanswered ticket once when half of its time is over, and escalates it when all is over, then once a
-- working day: from `opening` on, the beginning of today's office hours, NULL on other days. Every inquiry received ten minutes
-- before `promised_until` has its due time: no commit takes longer. Returns the number of mails.
DROP FUNCTION IF EXISTS remind_of_ticket(uuid, text, text[], text[]);
CREATE OR REPLACE FUNCTION keep_promises(
    escalate_to text[], consultants text[], opening timestamptz, promised_until timestamptz
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    moment timestamptz := clock_timestamp();
    is_opened boolean := coalesce(opening <= moment, false);
    key uuid;
    cause text;
    named text[];
    queued bigint;
    mails bigint := 0;
BEGIN
    PERFORM require_clock();
    UPDATE promise_watch SET seen_until = least(promised_until, now()) - interval '10 minutes'
        WHERE seen_until < least(promised_until, now()) - interval '10 minutes';
    -- A turn that nobody has read, the others read: it failed, the server has put it off for an hour, or the settings no longer name
    -- its reader. If nobody else is left on the ticket, all whom the settings name.
    WITH lost AS (
        SELECT inquiry_id, about, recipient FROM outbox
            WHERE kind = 'visitor_reply' AND outbox.state = 'failed' AND finished_at > moment - interval '7 days'
        UNION ALL SELECT inquiry_id, about, recipient FROM outbox
            WHERE kind = 'visitor_reply' AND outbox.state = 'bounced' AND finished_at > moment - interval '7 days'
        UNION ALL SELECT inquiry_id, about, recipient FROM outbox
            WHERE kind = 'visitor_reply' AND outbox.state IN ('ready', 'retry', 'ambiguous')
                AND (age_from < moment - interval '1 hour' OR recipient <> ALL (consultants))
    ), turn AS (
        SELECT inquiry_id, about, array_agg(lower(recipient)) AS mailboxes FROM lost
        WHERE NOT EXISTS (
            SELECT FROM outbox AS copy WHERE copy.inquiry_id = lost.inquiry_id AND copy.kind = 'visitor_reply'
                AND copy.about = lost.about AND copy.state = 'sent'
        ) GROUP BY inquiry_id, about
    ) INSERT INTO outbox (id, inquiry_id, kind, recipient, about)
        SELECT gen_random_uuid(), inquiry_id, 'visitor_reply', reader, about FROM turn CROSS JOIN LATERAL (
            SELECT ARRAY(
                SELECT recipient FROM outbox WHERE outbox.inquiry_id = turn.inquiry_id AND kind = 'notification'
                    AND (consultants IS NULL OR recipient = ANY (consultants)) AND lower(recipient) <> ALL (mailboxes)
            ) AS others
        ) AS ticket CROSS JOIN unnest(CASE WHEN others = '{}' THEN consultants ELSE others END) AS reader
    ON CONFLICT DO NOTHING;
    -- A mail that waits for the relay while somebody answers is no longer needed.
    UPDATE outbox SET state = 'suppressed', last_code = 'answered', finished_at = now()
        WHERE outbox.id IN (
            SELECT outbox.id FROM outbox JOIN ticket USING (inquiry_id)
            WHERE kind IN ('reminder', 'escalation') AND outbox.state IN ('ready', 'retry', 'ambiguous')
                AND (ticket.state IN ('closed', 'spam') OR is_answered(ticket))
            FOR UPDATE OF outbox SKIP LOCKED
        );
    -- Locks the inquiry first, as act_on_ticket() does, and then looks at the ticket again.
    FOR key IN
        SELECT inquiry.id FROM ticket JOIN inquiry ON inquiry.id = inquiry_id
        WHERE ticket.state IN ('open', 'claimed') AND (first_answer_at IS NULL OR started_at IS NOT NULL)
            AND NOT is_answered(ticket) AND expires_at > moment
            AND restricted_at IS NULL AND promised_from = coalesce(started_at, received_at)
            AND (waits_until <= moment) IS NOT FALSE
            AND (due_at <= moment AND (escalated_at IS NULL OR is_opened AND escalated_at < opening)
                OR half_at <= moment AND due_at > moment AND reminded_at IS NULL)
        ORDER BY due_at LIMIT 200 FOR UPDATE OF inquiry SKIP LOCKED
    LOOP
        UPDATE ticket SET escalated_at = moment
            WHERE inquiry_id = key AND state IN ('open', 'claimed') AND NOT is_answered(ticket) AND due_at <= moment
                AND (waits_until <= moment) IS NOT FALSE
                AND (escalated_at IS NULL OR is_opened AND escalated_at < opening);
        IF FOUND THEN
            cause := 'escalation';
        ELSE
            UPDATE ticket SET reminded_at = moment
                WHERE inquiry_id = key AND state IN ('open', 'claimed') AND NOT is_answered(ticket) AND due_at > moment
                    AND (waits_until <= moment) IS NOT FALSE
                    AND half_at <= moment AND reminded_at IS NULL;
            CONTINUE WHEN NOT FOUND;
            cause := 'reminder';
        END IF;
        named := CASE WHEN cause = 'escalation' THEN escalate_to ELSE '{}' END;
        -- To those who are named; else to its owner, or to all who were notified if nobody has claimed it, or its owner reads no mail. Of
        -- these, only whom the settings still name counts (NULL: everybody); if none is left, all of them do.
        WITH noted AS (
            INSERT INTO ticket_event (inquiry_id, verb, outcome) VALUES (key, cause, 'done') RETURNING id
        ), told AS (
            SELECT outbox.id, recipient FROM outbox
            WHERE outbox.inquiry_id = key AND kind = 'notification' AND (consultants IS NULL OR recipient = ANY (consultants))
        ), own AS (
            SELECT recipient FROM told JOIN ticket ON owner = told.id WHERE ticket.inquiry_id = key AND reads_mail(recipient)
        ), addressed AS (
            SELECT unnest(named) AS address
            UNION SELECT recipient FROM own WHERE cardinality(named) = 0
            UNION SELECT recipient FROM told WHERE cardinality(named) = 0 AND NOT EXISTS (SELECT FROM own)
            UNION SELECT unnest(consultants) WHERE cardinality(named) = 0 AND NOT EXISTS (SELECT FROM told)
        ) INSERT INTO outbox (id, inquiry_id, kind, recipient, about)
            SELECT gen_random_uuid(), key, cause, address, noted.id FROM noted, addressed;
        GET DIAGNOSTICS queued = ROW_COUNT;
        mails := mails + queued;
    END LOOP;
    RETURN mails;
END
$$;
GRANT EXECUTE ON FUNCTION keep_promises TO inquiry_app;
