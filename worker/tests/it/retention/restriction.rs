//! Restriction of processing: of inquiries, and of an address on inquiries of others.

use sea_orm::ConnectionTrait;
use serde_json::Value;
use uuid::Uuid;

use super::{LIFT, answer, done, fill, officer::place_hold_beyond_expiry, refused, world};
use crate::support::World;

const ADDRESS: &str = "kreluonta1@visitor.example";
const COPIED: &str = "copied@visitor.example";

/// On each inquiry.
async fn name_copied(world: &World) {
    let named = format!(
        "INSERT INTO participant (inquiry_id, intake_id, address, address_key, copied_from) \
         SELECT id, id, '{COPIED}', '{COPIED}', now() FROM inquiry"
    );
    world.execute(&named).await;
}

#[tokio::test]
async fn a_restriction_is_listed_counted_and_lifted_once_the_person_was_told() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    done(&world, &["person", "restrict", ADDRESS]).await;
    let listed = done(&world, &["person", "restricted"]).await;
    assert!(listed.contains(ADDRESS) && listed.lines().count() == 1, "{listed}");
    let report: Value = serde_json::from_str(&done(&world, &["report", "--json"]).await).unwrap();
    assert_eq!((&report["restricted"], &report["restrictions"]), (&1.into(), &1.into()));
    assert!(done(&world, &["report"]).await.contains("1 inquiry; set or lifted: 1"));
    let error = refused(&world, &["person", "restrict", ADDRESS, "--lift"]).await;
    assert!(error.contains("art. 18 (3)") && error.contains("--told DAY"), "{error}");
    assert!(error.contains("--channel CHANNEL. The notice is in English\n"), "{error}");
    let ahead = ["person", "restrict", ADDRESS, "--lift", "--told", "2999-01-01", "--channel", "mail"];
    assert!(refused(&world, &ahead).await.contains("--told:"));
    done(&world, &[&["person", "restrict", ADDRESS], &LIFT[..]].concat()).await;
    assert!(done(&world, &["person", "restricted"]).await.contains("no inquiry is restricted"));
    let told =
        "SELECT detail ->> 'told_on' || ' ' || (detail ->> 'channel') FROM ledger WHERE detail ->> 'action' = 'lifted'";
    assert_eq!(world.value::<String>(told).await, format!("{} mail", LIFT[2]));
}

#[tokio::test]
async fn nothing_is_restricted_or_lifted_where_nothing_is_stored_or_before_it_began() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let unknown = ["person", "restrict", "nobody@visitor.example"];
    let error = refused(&world, &unknown).await;
    assert!(
        error.ends_with("nothing was restricted: this address has no inquiry and is on none of others\n"),
        "{error}"
    );
    assert!(refused(&world, &[&unknown[..], &LIFT[..]].concat()).await.contains("no restriction of this address"));
    done(&world, &["person", "restrict", ADDRESS]).await;
    let again = refused(&world, &["person", "restrict", "Kreluonta1+x@visitor.example"]).await;
    assert!(again.contains("nothing was changed: this address is restricted already"), "{again}");
    let before = ["person", "restrict", ADDRESS, "--lift", "--told", "2026-01-01", "--channel", "mail"];
    assert!(refused(&world, &before).await.contains("--told:"));
    let call = format!("SELECT restrict_processing('{ADDRESS}', true, '2026-01-01', 'mail')");
    assert!(world.admin.execute_unprepared(&call).await.is_err(), "by the function itself");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM ledger WHERE kind = 'restriction'").await, 1);
}

/// Also while a hold keeps the inquiry beyond its expiry.
#[tokio::test]
async fn an_address_on_anothers_inquiry_is_restricted_alone() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    name_copied(&world).await;
    let answer = "INSERT INTO outbox (id, inquiry_id, kind, about, participant, is_copy) \
                  SELECT gen_random_uuid(), inquiry_id, 'answer', gen_random_uuid(), id, true FROM participant";
    let answers = "SELECT string_agg(state || ' ' || coalesce(last_code, '-'), ', ') FROM outbox WHERE kind = 'answer'";
    world.execute(answer).await;
    assert_eq!(world.value::<String>(answers).await, "ready -");
    let said = done(&world, &["person", "restrict", COPIED]).await;
    assert!(said.contains("1 inquiry of another person") && said.contains("1 waiting mail will not be sent"), "{said}");
    world.execute(answer).await;
    world.execute("UPDATE outbox SET state = 'retry' WHERE kind = 'answer'").await;
    assert_eq!(world.value::<String>(answers).await, "suppressed restricted, suppressed restricted");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry WHERE restricted_at IS NOT NULL").await, 0);
    let listed = done(&world, &["person", "restricted"]).await;
    assert!(listed.contains(&format!("{COPIED}, on the inquiry of another person")), "{listed}");
    let reference: String = world.value("SELECT reference FROM inquiry").await;
    for arguments in [&["ticket", "list"][..], &["ticket", "show", &reference]] {
        let mut command = crate::support::WorkerProcess::command(&world);
        command.args(arguments);
        let said = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        assert!(super::text(&said.stdout).contains(&format!("restricted: {COPIED}")), "{arguments:?}: {said:?}");
    }
    place_hold_beyond_expiry(&world).await;
    let report: Value = serde_json::from_str(&done(&world, &["report", "--json"]).await).unwrap();
    assert_eq!((&report["restricted"], &report["restricted_participants"]), (&0.into(), &1.into()));
    assert!(done(&world, &["report"]).await.contains("0 inquiries, 1 other address; set or lifted: 1"));
    assert!(refused(&world, &["person", "restrict", COPIED, "--lift"]).await.contains("art. 18 (3)"));
    done(&world, &[&["person", "restrict", COPIED], &LIFT[..]].concat()).await;
    assert!(done(&world, &["person", "restricted"]).await.contains("no inquiry is restricted"));
}

/// As long as a mail on the inquiry names the person.
#[tokio::test]
async fn a_restriction_outlives_the_mail_that_named_the_person_first() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let named = format!(
        "INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, copied_keys, body, new_text) \
             SELECT gen_random_uuid(), id, gen_random_uuid(), 'visitor', false, '{ADDRESS}', '{ADDRESS}', '{{{COPIED}}}', '', '' \
             FROM inquiry; \
         INSERT INTO participant (inquiry_id, intake_id, address, address_key, copied_from) \
             SELECT inquiry_id, intake_id, '{COPIED}', '{COPIED}', now() FROM message ON CONFLICT DO NOTHING"
    );
    for _ in 0..2 {
        world.execute(&named).await;
    }
    done(&world, &["person", "restrict", COPIED]).await;
    let first = "SELECT message.id::text FROM message LEFT JOIN participant USING (intake_id) \
                 ORDER BY participant.id IS NULL LIMIT 1";
    for left in [format!("{COPIED}, on the inquiry of another person"), "no inquiry is restricted".to_owned()] {
        let first: String = world.value(first).await;
        done(&world, &["person", "remove", &first, "--yes"]).await;
        assert!(done(&world, &["person", "restricted"]).await.contains(&left), "{left}");
    }
}

/// Whom a mail copies has sent none, and of a closed request nothing says it.
#[tokio::test]
async fn the_letters_about_a_restriction_speak_of_no_inquiry_of_the_person() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    name_copied(&world).await;
    for address in [COPIED, ADDRESS] {
        done(&world, &["person", "restrict", address]).await;
        done(&world, &["person", "request", "add", address, "--kind", "restriction"]).await;
        let request = format!("SELECT id::text FROM data_subject_request WHERE email_key = '{address}'");
        let request: String = world.value(&request).await;
        let letter = done(&world, &["person", "request", "letter", &request, "--answer", "granted"]).await;
        let notice = refused(&world, &["person", "restrict", address, "--lift"]).await;
        done(&world, &answer(&request, "granted", "confirmation")).await;
        let closed = done(&world, &["person", "request", "letter", &request, "--answer", "granted"]).await;
        for said in [&letter, &notice, &closed] {
            assert!(said.contains("our answers to ") && !said.contains("your inquiry"), "{said}");
        }
    }
}

/// A mail on the inquiry names the person.
async fn names(world: &World, inquiry: Uuid) {
    let named = format!(
        "WITH came AS (INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, copied_keys, body, \
             new_text) SELECT gen_random_uuid(), '{inquiry}', gen_random_uuid(), 'visitor', false, '{ADDRESS}', '{ADDRESS}', \
             '{{{COPIED}}}', '', '' RETURNING inquiry_id, intake_id) \
         INSERT INTO participant (inquiry_id, intake_id, address, address_key, copied_from) \
             SELECT inquiry_id, intake_id, '{COPIED}', '{COPIED}', now() FROM came ON CONFLICT DO NOTHING"
    );
    world.execute(&named).await;
}

/// Two tickets of one address, a mail on the first of which names the person; the second goes on for both.
async fn merged_tickets(world: &World) -> [Uuid; 2] {
    let [merged, survivor] =
        [world.inquiry(ADDRESS, &["desk@own.example"]).await, world.inquiry(ADDRESS, &["desk@own.example"]).await];
    names(world, merged).await;
    let merge = format!("SELECT merge_tickets('{merged}', '{survivor}', NULL, NULL)");
    assert_eq!(world.value::<String>(&merge).await, "done");
    [merged, survivor]
}

/// The mail that is removed named the person on the one that goes on, or on the other.
#[tokio::test]
async fn a_restriction_outlives_a_mail_on_either_of_two_merged_tickets() {
    for order in ["DESC", "ASC"] {
        let world = world().await;
        let [merged, survivor] = merged_tickets(&world).await;
        names(&world, survivor).await;
        done(&world, &["person", "restrict", COPIED]).await;
        for left in [2, 0] {
            let mail = format!("SELECT id::text FROM message ORDER BY inquiry_id = '{merged}' {order} LIMIT 1");
            let mail: String = world.value(&mail).await;
            done(&world, &["person", "remove", &mail, "--yes"]).await;
            let restricted = "SELECT count(*) FROM participant WHERE restricted_at IS NOT NULL";
            assert_eq!(world.value::<i64>(restricted).await, left, "{order}");
        }
    }
}

/// Where the hold keeps it. It goes with the person's own erasure.
#[tokio::test]
async fn a_hold_on_one_of_two_merged_tickets_keeps_whom_a_removed_mail_has_named() {
    let world = world().await;
    let [_, survivor] = merged_tickets(&world).await;
    done(&world, &["person", "restrict", COPIED]).await;
    world.execute(&format!("SELECT place_hold('{survivor}', NULL, 'a case', now() + interval '1 day')")).await;
    let mail: String = world.value("SELECT id::text FROM message").await;
    done(&world, &["person", "remove", &mail, "--yes"]).await;
    let left = "SELECT string_agg(inquiry_id::text, ' ') FROM participant WHERE restricted_at IS NOT NULL";
    assert_eq!(world.value::<String>(left).await, survivor.to_string());
    world.execute("SELECT release_hold(id) FROM legal_hold").await;
    let folder = tempfile::tempdir().unwrap();
    done(&world, &["person", "erase", COPIED, "--yes", "--out", folder.path().to_str().unwrap()]).await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM participant").await, 0);
}

/// The one copy is refused for now, the other one arrives.
#[tokio::test]
async fn a_mail_to_a_participant_that_is_on_its_way_is_not_sent_again_after_a_restriction() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    world
        .execute(
            "INSERT INTO participant (inquiry_id, intake_id, address, address_key, copied_from) \
                 SELECT id, id, 'copied@visitor.example', 'copied@visitor.example', now() FROM inquiry; \
             INSERT INTO outbox (id, inquiry_id, kind, about, participant, is_copy) \
                 SELECT gen_random_uuid(), inquiry_id, 'answer', gen_random_uuid(), id, true FROM participant; \
             UPDATE outbox SET state = 'sending', lease_holder = gen_random_uuid(), lease_until = now() + interval '1 minute' \
                 WHERE kind = 'answer'",
        )
        .await;
    assert!(done(&world, &["person", "restrict", "copied@visitor.example"]).await.contains("0 waiting mails"));
    let settled = |state: &str| {
        format!(
            "UPDATE outbox SET state = '{state}', lease_holder = NULL, lease_until = NULL, \
                 finished_at = CASE WHEN '{state}' = 'sent' THEN now() END \
             WHERE id = (SELECT id FROM outbox WHERE state = 'sending' LIMIT 1)"
        )
    };
    for state in ["retry", "sent"] {
        world.execute(&settled(state)).await;
    }
    let states = "SELECT string_agg(concat_ws(' ', state, last_code, lease_holder), ', ' ORDER BY state) FROM outbox WHERE kind = 'answer'";
    assert_eq!(world.value::<String>(states).await, "sent, suppressed restricted");
}

/// By its own inquiry or on another's, also while a hold alone keeps either.
#[tokio::test]
async fn an_address_that_is_named_after_its_restriction_is_restricted_there_too() {
    let world = world().await;
    fill(&world, 4, "kreluonta", "now()").await;
    let named = async |number: u32| {
        world
            .execute(&format!(
                "INSERT INTO participant (inquiry_id, intake_id, address, address_key, copied_from) \
                 SELECT inquiry_id, inquiry_id, address, address, now() FROM inquiry_content, \
                     unnest(ARRAY['copied@visitor.example', 'kreluonta2@visitor.example', 'else@visitor.example']) AS address \
                 WHERE email_key = 'kreluonta{number}@visitor.example' AND ({number} > 1 OR address LIKE 'copied@%')"
            ))
            .await;
    };
    named(1).await;
    for address in ["copied@visitor.example", "kreluonta2@visitor.example"] {
        done(&world, &["person", "restrict", address]).await;
    }
    named(3).await;
    let of_others = async || {
        let listed = done(&world, &["person", "restricted"]).await;
        let lines: Vec<_> = listed.lines().filter(|line| line.ends_with("another person")).map(str::to_owned).collect();
        assert!(!listed.contains("else@"), "{listed}");
        ["copied@", "kreluonta2@"].map(|address| lines.iter().filter(|line| line.contains(address)).count())
    };
    assert_eq!(of_others().await, [2, 1]);
    world
        .execute(
            "SELECT place_hold(inquiry_id, NULL, 'a case', now() + interval '1 day') FROM inquiry_content; \
             UPDATE inquiry SET received_at = now() - interval '3 years', last_contact_at = now() - interval '3 years' \
                 WHERE id NOT IN (SELECT inquiry_id FROM inquiry_content WHERE email_key LIKE 'kreluonta4@%'); \
             SELECT purge_expired(gen_random_uuid(), 10)",
        )
        .await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM participant").await, 0);
    named(4).await;
    assert_eq!(of_others().await, [3, 2]);
    done(&world, &[&["person", "restrict", "copied@visitor.example"], &LIFT[..]].concat()).await;
    assert_eq!(of_others().await, [0, 2]);
}

#[tokio::test]
async fn nobody_is_mailed_about_a_restricted_inquiry() {
    let world = world().await;
    let id = world.inquiry(ADDRESS, &["consultant@own.example"]).await;
    let said = done(&world, &["person", "restrict", ADDRESS]).await;
    assert!(said.contains("1 inquiry restricted") && said.contains("2 waiting mails will not be sent"), "{said}");
    world.drain(&world.delivery()).await;
    world.execute("UPDATE outbox SET state = 'ready', finished_at = NULL").await;
    world.drain(&world.delivery()).await;
    let states =
        format!("SELECT string_agg(DISTINCT state || ' ' || last_code, ',') FROM outbox WHERE inquiry_id = '{id}'");
    assert_eq!(world.value::<String>(&states).await, "suppressed restricted");
    world.execute(super::model::ACCEPT).await;
    let contact = format!("SELECT record_contact('{id}', 'answer', gen_random_uuid())");
    assert!(!world.value::<bool>(&contact).await, "no contact counts");
    done(&world, &[&["person", "restrict", ADDRESS], &LIFT[..]].concat()).await;
    assert!(world.value::<bool>(&contact).await);
}

/// By a restore, or because it was written beside the restriction.
#[tokio::test]
async fn a_mail_of_a_restricted_inquiry_that_waits_is_not_sent() {
    let world = world().await;
    world.inquiry(ADDRESS, &["consultant@own.example"]).await;
    world.execute("UPDATE inquiry SET restricted_at = now()").await;
    world.drain(&world.delivery()).await;
    let states = "SELECT string_agg(DISTINCT state || ' ' || last_code, ',') FROM outbox";
    assert_eq!(world.value::<String>(states).await, "suppressed restricted");
    assert!(world.server.accepted().is_empty());
}

/// The relay had closed the connection after the end of data, and the restriction came meanwhile.
#[tokio::test]
async fn a_restricted_mail_with_an_unknown_outcome_is_not_sent_again_and_notifications_follow_its_end() {
    let world = world().await;
    world.inquiry(ADDRESS, &["consultant@own.example"]).await;
    world
        .execute(
            "UPDATE outbox SET state = 'sending', lease_holder = gen_random_uuid(), lease_until = now() + interval '1 minute', \
                 first_attempt_at = now(), data_at = now(), message_id = id || '@own.example' WHERE kind = 'notification'; \
             UPDATE outbox SET state = 'ambiguous', finished_at = now(), first_attempt_at = now(), data_at = now(), \
                 message_id = id || '@own.example' WHERE kind = 'auto_reply'",
        )
        .await;
    done(&world, &["person", "restrict", ADDRESS]).await;
    world
        .execute(
            "UPDATE outbox SET state = 'ambiguous', lease_holder = NULL, lease_until = NULL, ambiguities = 1, copies = 1 \
             WHERE kind = 'notification'",
        )
        .await;
    let states = "SELECT string_agg(kind || ' ' || state, ', ' ORDER BY kind) FROM outbox";
    assert_eq!(world.value::<String>(states).await, "auto_reply ambiguous, notification suppressed");
    let said = done(&world, &[&["person", "restrict", ADDRESS], &LIFT[..]].concat()).await;
    assert!(said.contains("sent to consultants: 1 mail."), "{said}");
    world.drain(&world.delivery()).await;
    assert_eq!(world.value::<String>(states).await, "auto_reply ambiguous, notification sent");
}
