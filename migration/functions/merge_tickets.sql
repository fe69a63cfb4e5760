-- Lets `survivor` go on for the ticket `merged` of the same address: the owner, who follows it, its consultants, whom its mails name,
-- and the promised time of a mail that waits for an answer. No inquiry, message or contact moves. Returns the outcome, which is
-- recorded: `done`; `unchanged`, it is so already, or is the same; `person`, it came from another address; `spam`; `unknown`, there is
-- none that this person may see.
CREATE OR REPLACE FUNCTION merge_tickets(merged uuid, survivor uuid, person uuid, by_mail uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    moment timestamptz;
    mailbox text := (SELECT recipient FROM outbox WHERE id = person AND inquiry_id = merged AND kind = 'notification');
    former ticket;
    next ticket;
    plain ticket;
    outcome text;
    waits boolean;
BEGIN
    survivor := coalesce((SELECT merged_into FROM ticket WHERE inquiry_id = survivor), survivor);
    PERFORM FROM inquiry WHERE id IN (merged, survivor) ORDER BY id FOR UPDATE;
    moment := clock_timestamp();
    outcome := CASE
        WHEN person IS NOT NULL AND mailbox IS NULL OR NOT EXISTS (
            SELECT FROM inquiry WHERE id = merged AND expires_at > moment AND restricted_at IS NULL
        ) THEN 'gone'
        WHEN survivor = merged OR EXISTS (SELECT FROM ticket WHERE inquiry_id = merged AND merged_into = survivor) THEN 'unchanged'
        WHEN NOT EXISTS (
            SELECT FROM inquiry WHERE id = survivor AND expires_at > moment AND restricted_at IS NULL
        ) OR NOT EXISTS (
            SELECT FROM outbox WHERE inquiry_id = survivor AND kind = 'notification'
                AND (person IS NULL OR lower(recipient) = lower(mailbox))
        ) THEN 'unknown'
        WHEN (SELECT email_key FROM content_of(merged)) <> (SELECT email_key FROM content_of(survivor)) THEN 'person'
        WHEN EXISTS (SELECT FROM ticket WHERE inquiry_id = survivor AND state = 'spam') THEN 'spam'
        ELSE 'done'
    END;
    IF outcome = 'gone' OR EXISTS (SELECT FROM ticket_event WHERE intake_id = by_mail AND verb = 'merge') THEN
        RETURN 'gone';
    END IF;
    INSERT INTO ticket_event (inquiry_id, at, who, verb, outcome, target, intake_id) VALUES (
        merged, moment, person, 'merge', outcome, CASE outcome WHEN 'done' THEN survivor END, by_mail
    );
    IF outcome <> 'done' THEN
        RETURN outcome;
    END IF;
    INSERT INTO ticket (inquiry_id, state) VALUES (merged, 'open'), (survivor, 'open') ON CONFLICT DO NOTHING;
    SELECT * INTO former FROM ticket WHERE inquiry_id = merged;
    SELECT * INTO next FROM ticket WHERE inquiry_id = survivor;
    -- Who has one has the other: a mail to either comes to the same persons.
    INSERT INTO outbox (id, inquiry_id, kind, recipient, last_code)
        SELECT gen_random_uuid(), survivor, 'notification', min(recipient), 'named' FROM outbox AS told
        WHERE inquiry_id = merged AND kind = 'notification' AND NOT EXISTS (
            SELECT FROM outbox AS known WHERE known.inquiry_id = survivor AND known.kind = 'notification'
                AND lower(known.recipient) = lower(told.recipient)
        ) GROUP BY lower(recipient);
    -- Answers do not go there yet: a consultant decides.
    INSERT INTO participant (inquiry_id, intake_id, address, address_key, restricted_at)
        SELECT survivor, intake_id, address, address_key, restricted_at FROM participant WHERE inquiry_id = merged
        ON CONFLICT DO NOTHING;
    IF former.state = 'claimed' AND next.owner IS NULL THEN
        next.owner := (
            SELECT own.id FROM outbox AS own JOIN outbox AS theirs ON lower(theirs.recipient) = lower(own.recipient)
            WHERE theirs.id = former.owner AND own.inquiry_id = survivor AND own.kind = 'notification'
            ORDER BY own.created_at, own.id LIMIT 1
        );
    END IF;
    INSERT INTO ticket_event (inquiry_id, at, who, verb, outcome)
        SELECT survivor, moment, own.id, 'follow', 'done' FROM outbox AS own
        WHERE inquiry_id = survivor AND kind = 'notification' AND own.id IS DISTINCT FROM next.owner AND NOT EXISTS (
            SELECT FROM ticket_event AS said WHERE who = own.id AND verb IN ('follow', 'mute') AND said.outcome <> 'waits'
        ) AND EXISTS (
            SELECT FROM outbox AS theirs WHERE theirs.inquiry_id = merged AND theirs.kind = 'notification'
                AND lower(theirs.recipient) = lower(own.recipient) AND (
                    theirs.id = former.owner AND former.state = 'claimed' OR (
                        SELECT verb FROM ticket_event AS said
                        WHERE who = theirs.id AND verb IN ('follow', 'mute') AND said.outcome <> 'waits' ORDER BY at DESC LIMIT 1
                    ) = 'follow'
                )
        );
    -- Whether a mail of it waits, also of one that is put off. An answer on its way is one: its author hears if it is lost.
    plain := former;
    plain.waits_until := NULL;
    waits := former.state IN ('open', 'claimed') AND (waits_since(plain) IS NOT NULL OR former.due_at IS NULL
        AND former.first_answer_at IS NULL AND EXISTS (
            SELECT FROM promise_watch JOIN inquiry ON received_at >= since WHERE inquiry.id = merged
        )) AND NOT EXISTS (
            SELECT FROM outbox WHERE inquiry_id = merged AND kind = 'answer' AND outbox.state IN ('ready', 'sending', 'retry')
        );
    plain := next;
    plain.waits_until := NULL;
    IF waits AND (next.state = 'closed' OR waits_since(plain) IS NULL) THEN
        next.waits_until := former.waits_until;
        next.started_at := moment;
        next.state := 'open';
        next.closed_at := NULL;
        next.promised_from := CASE WHEN former.due_at IS NOT NULL THEN moment END;
        next.half_at := former.half_at;
        next.due_at := former.due_at;
        next.reminded_at := former.reminded_at;
        next.escalated_at := former.escalated_at;
    ELSIF waits THEN
        next.waits_until := CASE WHEN former.waits_until IS NOT NULL AND next.waits_until IS NOT NULL
            THEN least(former.waits_until, next.waits_until) END;
        IF former.due_at < next.due_at THEN
            next.half_at := former.half_at;
            next.due_at := former.due_at;
            next.reminded_at := former.reminded_at;
            next.escalated_at := former.escalated_at;
        END IF;
    END IF;
    IF next.state = 'open' AND next.owner IS NOT NULL THEN
        next.state := 'claimed';
    END IF;
    UPDATE ticket SET state = next.state, owner = next.owner, started_at = next.started_at, closed_at = next.closed_at,
        promised_from = next.promised_from, half_at = next.half_at, due_at = next.due_at, reminded_at = next.reminded_at,
        escalated_at = next.escalated_at, waits_until = next.waits_until
        WHERE inquiry_id = survivor;
    UPDATE ticket SET state = 'closed', closed_at = coalesce(closed_at, moment), waits_until = NULL, merged_into = survivor
        WHERE inquiry_id = merged;
    UPDATE ticket SET merged_into = survivor WHERE merged_into = merged;
    RETURN 'done';
END
$$;
GRANT EXECUTE ON FUNCTION merge_tickets TO inquiry_app;
