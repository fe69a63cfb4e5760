//! What a replay repeats after a restore.

use super::{
    LIFT, answer, done, fill, refused,
    restore::{dump, path_in, restore, with_folder},
};
use crate::support::World;

#[tokio::test]
async fn a_participant_is_exported_and_erased_and_a_restore_brings_nobody_back() {
    let Some((world, folder)) = with_folder().await else { return };
    let file = |name: &str| path_in(&folder, name);
    let inquiry = world.inquiry("stays@visitor.example", &["desk@own.example"]).await;
    let participant = format!(
        "INSERT INTO participant (inquiry_id, intake_id, address, address_key, copied_from) \
         VALUES ('{inquiry}', gen_random_uuid(), 'Quox.Burger+x@visitor.example', 'quox.burger@visitor.example', now())"
    );
    world.execute(&participant).await;
    dump(&world, file("dump"));
    for address in ["quox.burger@visitor.example", "stays@visitor.example"] {
        done(&world, &["person", "export", address, "--out", &file(address)]).await;
        let exported = std::fs::read_to_string(folder.path().join(address).join("person.json")).unwrap();
        assert!(exported.contains("Quox.Burger+x@visitor.example"), "{exported}");
    }
    let erased = done(&world, &["person", "erase", "quox.burger@visitor.example", "--yes", "--out", &file("")]).await;
    assert!(erased.contains("certificate: ") && erased.contains("went from 1 other place"), "{erased}");
    let named = "SELECT count(*) FROM participant";
    assert_eq!(world.value::<i64>(named).await, 0);
    done(&world, &["ledger", "export", &file("ledger")]).await;
    let restored = restore(file("dump")).await;
    assert_eq!(restored.value::<i64>(named).await, 1);
    done(&restored, &["retention", "replay", &file("ledger")]).await;
    assert_eq!(restored.value::<i64>(named).await, 0);
    for of in [&world, &restored] {
        let waits = "SELECT count(*) FROM unreclaimed_tables() WHERE name = 'participant'";
        assert_eq!(of.value::<i64>(waits).await, 0, "it is rewritten");
    }
}

/// Each of the two has its own erasure and its own end, also where the dump is older than the merge.
#[tokio::test]
async fn a_replay_treats_merged_tickets_as_the_database_did() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, ledger] = &["dump", "ledger"].map(|name| path_in(&folder, name));
    let mut survivors = Vec::new();
    for (name, is_merged) in [("erased", true), ("expires", true), ("later", false), ("stays", true)] {
        let address = format!("{name}@visitor.example");
        let [one, other] = [
            world.inquiry(&address, &["desk@own.example"]).await,
            world.inquiry(&address, &["desk@own.example"]).await,
        ];
        let merge = format!("SELECT merge_tickets('{one}', '{other}', NULL, NULL)");
        if is_merged {
            assert_eq!(world.value::<String>(&merge).await, "done");
        }
        survivors.push((merge, other));
    }
    let expires = "UPDATE inquiry SET last_contact_at = now() - interval '2 years' + interval '4 seconds' WHERE id = ";
    world.execute(&format!("{expires}'{}'", survivors[1].1)).await;
    dump(&world, dump_file);

    assert_eq!(world.value::<String>(&survivors[2].0).await, "done");
    for address in ["erased@visitor.example", "later@visitor.example"] {
        done(&world, &["person", "erase", address, "--yes"]).await;
    }
    tokio::time::sleep(std::time::Duration::from_millis(4200)).await;
    done(&world, &["retention", "purge"]).await;
    done(&world, &["ledger", "export", ledger]).await;
    let restored = restore(dump_file).await;
    assert_eq!(restored.value::<i64>("SELECT count(*) FROM inquiry_content WHERE email ~ '^(erased|later)'").await, 4);
    let said = done(&restored, &["retention", "replay", ledger]).await;
    assert!(said.contains("repeated: 4 inquiries erased"), "{said}");
    let left = "SELECT string_agg(concat_ws(' ', email_key, ticket.state, survivor.reference = other.reference), ', ' \
                    ORDER BY email_key, ticket.state) \
                FROM inquiry JOIN inquiry_content AS content ON content.inquiry_id = inquiry.id \
                LEFT JOIN ticket ON ticket.inquiry_id = inquiry.id LEFT JOIN inquiry AS survivor ON survivor.id = merged_into \
                LEFT JOIN inquiry AS other ON other.id = 'OTHER'";
    let left = left.replace("OTHER", &survivors[3].1.to_string());
    for of in [&world, &restored] {
        let expected = "expires@visitor.example closed, stays@visitor.example closed t, stays@visitor.example open";
        assert_eq!(of.value::<String>(&left).await, expected);
        let waits = "SELECT count(*) FROM unreclaimed_tables()";
        assert_eq!(of.value::<i64>(waits).await, 0, "what is erased is rewritten");
    }
}

#[tokio::test]
async fn a_restore_brings_back_no_copied_address_and_sends_visitors_nothing_twice() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, ledger] = &["dump", "ledger"].map(|name| path_in(&folder, name));
    world.inquiry("restricted@visitor.example", &["desk@own.example"]).await;
    let stays = world.inquiry("stays@visitor.example", &["desk@own.example"]).await;
    let message = format!(
        "INSERT INTO message (id, inquiry_id, party, is_machine, author, author_key, copied_keys, subject, body, new_text, files) \
         VALUES (gen_random_uuid(), '{stays}', 'visitor', false, 'stays@visitor.example', 'stays@visitor.example', \
             '{{grobnitz@visitor.example,copied@visitor.example,desk@own.example}}', '', '', '', '[]')"
    );
    world.execute(&message).await;
    world.inquiry("lifted@visitor.example", &["desk@own.example"]).await;
    let answer = format!(
        "INSERT INTO outbox (id, inquiry_id, kind, about) SELECT gen_random_uuid(), '{stays}', 'answer', id FROM message"
    );
    world.execute(&answer).await;
    dump(&world, dump_file);

    world.execute("UPDATE outbox SET state = 'sent', finished_at = now()").await;
    for lift in [&[][..], &LIFT[..]] {
        done(&world, &[&["person", "restrict", "lifted@visitor.example"], lift].concat()).await;
    }
    done(&world, &["person", "erase", "copied@visitor.example", "--yes"]).await;
    done(&world, &["person", "restrict", "restricted@visitor.example"]).await;
    done(&world, &["ledger", "export", ledger]).await;
    let entries: String = world.value("SELECT string_agg(entry, '') FROM ledger").await;
    assert!(!entries.contains("copied@"), "{entries}");

    let restored = restore(dump_file).await;
    done(&restored, &["retention", "replay", ledger]).await;
    let copied = "SELECT array_to_string(copied_keys, ' ') FROM message";
    assert_eq!(restored.value::<String>(copied).await, "grobnitz@visitor.example desk@own.example");
    let waits = "SELECT count(*) FROM unreclaimed_tables() WHERE name LIKE 'message%'";
    assert_eq!(restored.value::<i64>(waits).await, 0, "the replay has rewritten them");
    restored.drain(&restored.delivery()).await;
    let sent = restored.server.accepted();
    assert_eq!(sent.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), ["desk@own.example"; 2]);
    let states = "SELECT string_agg(concat_ws(' ', kind, state, last_code), ', ' ORDER BY kind, state) FROM outbox \
                  WHERE state <> 'sent'";
    assert_eq!(
        restored.value::<String>(states).await,
        "answer failed restored, auto_reply ambiguous restored, auto_reply suppressed restricted, \
         auto_reply suppressed restricted, notification suppressed restricted"
    );
    // Of a database that was not restored, a replay ends no mail.
    world.inquiry("fresh@visitor.example", &[]).await;
    done(&world, &["ledger", "export", ledger]).await;
    done(&world, &["retention", "replay", ledger]).await;
    let fresh = "SELECT count(*) FROM outbox WHERE kind = 'auto_reply' AND state = 'ready'";
    assert_eq!(world.value::<i64>(fresh).await, 1);
    // A snapshot of the disk went back: the ledger's file is ahead.
    done(&world, &["ledger", "export", ledger]).await;
    world
        .execute(
            "SET session_replication_role = replica; DELETE FROM ledger WHERE seq = (SELECT max(seq) FROM ledger); \
             SET session_replication_role = DEFAULT",
        )
        .await;
    done(&world, &["retention", "replay", ledger]).await;
    assert_eq!(world.value::<i64>(fresh).await, 0);
}

/// The dump restored, and the world's ledger replayed in it.
async fn replayed(world: &World, dump_file: &str, ledger: &str) -> World {
    done(world, &["ledger", "export", ledger]).await;
    let restored = restore(dump_file).await;
    done(&restored, &["retention", "replay", ledger]).await;
    restored
}

/// Of each an answer that waited in the dump and one that was being sent; of one also an inquiry that only a hold keeps.
#[tokio::test]
async fn a_replay_restricts_participants_from_the_moment_of_the_entry_and_lifts_that() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, ledger] = &["dump", "ledger"].map(|name| path_in(&folder, name));
    world
        .execute(
            "CREATE FUNCTION named(inquiry uuid) RETURNS void LANGUAGE sql AS $$ \
                 INSERT INTO participant (inquiry_id, intake_id, address, address_key, copied_from) \
                 SELECT inquiry, inquiry, name, name, now() \
                 FROM unnest(ARRAY['lifted@visitor.example', 'restricted@visitor.example']) AS name $$",
        )
        .await;
    let held = world.inquiry("held@visitor.example", &[]).await;
    world
        .execute(&format!(
            "SELECT named('{held}'), place_hold('{held}', NULL, 'a case', now() + interval '1 day'); \
             UPDATE inquiry SET received_at = now() - interval '3 years', last_contact_at = now() - interval '3 years'; \
             SELECT purge_expired(gen_random_uuid(), 10)"
        ))
        .await;
    let stays = world.inquiry("stays@visitor.example", &["desk@own.example"]).await;
    world
        .execute(&format!(
            "SELECT named('{stays}'); \
             WITH written AS (INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, body, new_text) \
                 SELECT gen_random_uuid(), '{stays}', gen_random_uuid(), 'consultant', false, 'desk@own.example', 'desk@own.example', '', '' \
                 FROM generate_series(1, 2) RETURNING id, intake_id), \
             said AS (INSERT INTO ticket_event (inquiry_id, who, verb, outcome, intake_id) \
                 SELECT '{stays}', outbox.id, 'answer', 'done', intake_id FROM outbox, written WHERE kind = 'notification') \
             INSERT INTO outbox (id, inquiry_id, kind, about, participant, is_copy) \
                 SELECT gen_random_uuid(), '{stays}', 'answer', written.id, participant.id, true FROM written, participant; \
             UPDATE outbox SET state = 'sending', lease_holder = gen_random_uuid(), lease_until = now() + interval '1 minute' \
                 WHERE about = (SELECT min(about::text)::uuid FROM outbox WHERE kind = 'answer')"
        ))
        .await;
    dump(&world, dump_file);

    for (address, lift) in [("restricted", &[][..]), ("lifted", &[]), ("lifted", &LIFT[..])] {
        let address = format!("{address}@visitor.example");
        done(&world, &[&["person", "restrict", &address], lift].concat()).await;
    }
    let restored = replayed(&world, dump_file, ledger).await;
    let restricted = "SELECT string_agg(concat_ws(' ', address, restricted_at = (SELECT min(at) FROM ledger WHERE kind = 'restriction')), \
                          ', ' ORDER BY address) FROM compliance.participant";
    let expected =
        "lifted@visitor.example, lifted@visitor.example, restricted@visitor.example t, restricted@visitor.example t";
    assert_eq!(restored.value::<String>(restricted).await, expected);
    let answers =
        "SELECT string_agg(concat_ws(' ', state, last_code, lease_holder), ', ') FROM outbox WHERE kind = 'answer'";
    assert_eq!(restored.value::<String>(answers).await, ["suppressed restricted"; 4].join(", "));
    let lost = "SELECT string_agg(concat_ws(' ', lost.recipient, lost.state, address), ', ') FROM outbox AS lost \
                JOIN outbox AS answer ON answer.id = lost.about JOIN participant ON participant.id = answer.participant \
                WHERE lost.kind = 'answer_lost'";
    assert_eq!(restored.value::<String>(lost).await, ["desk@own.example ready lifted@visitor.example"; 2].join(", "));
}

#[tokio::test]
async fn after_a_restore_a_removed_file_is_gone_and_a_request_waits_for_its_hold() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, ledger] = &["dump", "ledger"].map(|name| path_in(&folder, name));
    fill(&world, 2, "stays", "now() - interval '1 year'").await;
    let message = "INSERT INTO message (id, inquiry_id, party, is_machine, author, author_key, subject, body, new_text, files) \
                   SELECT gen_random_uuid(), inquiry_id, 'visitor', false, email, email, '', '', '', \
                       '[{\"name\": \"photo.jpg\"}, {\"name\": \"identity.pdf\"}]' \
                   FROM inquiry_content WHERE email_key LIKE 'stays1@%'";
    world.execute(message).await;
    // By the removal, which the replay repeats, it is used.
    done(&world, &["person", "request", "add", "stays1@visitor.example", "--kind", "objection"]).await;
    world.execute("UPDATE data_subject_request SET confirmed_by = 'officer_2'").await;
    dump(&world, dump_file);
    let message: String = world.value("SELECT id::text FROM message").await;
    done(&world, &["person", "remove", &message, "--file", "2", "--yes"]).await;
    let address = "stays2@visitor.example";
    done(&world, &["retention", "hold", "--email", address, "--reason", "a case", "--until", "2099-12-31"]).await;
    let add = ["person", "request", "add", address, "--kind", "erasure", "--identity", "known", "--language", "it"];
    done(&world, &add).await;
    let request: String = world.value("SELECT id::text FROM data_subject_request WHERE kind = 'erasure'").await;
    done(&world, &["person", "request", "wait", &request, "--channel", "post"]).await;
    let open = done(&world, &["person", "request", "list"]).await;
    assert!(open.contains("until 2099-12-31"), "{open}");
    let reference: String = world.value("SELECT min(reference) FROM inquiry").await;
    let correct = ["person", "correct", &reference, "--field", "company", "--value", "Wimple", "--yes"];
    done(&world, &correct).await;
    done(&world, &["ledger", "export", ledger]).await;

    let restored = restore(dump_file).await;
    let said = done(&restored, &["retention", "replay", ledger]).await;
    assert!(said.contains(&format!("`compliance person correct {reference}`")), "{said}");
    done(&restored, &correct).await;
    assert_eq!(restored.value::<String>("SELECT files::text FROM message").await, r#"[{"name": "photo.jpg"}]"#);
    let waits = "SELECT count(*) FROM unreclaimed_tables() WHERE name LIKE 'message%'";
    assert_eq!(restored.value::<i64>(waits).await, 0, "the replay has rewritten it");
    assert_eq!(done(&restored, &["person", "request", "list"]).await, open);
    let noted = "SELECT concat_ws(' ', max(identity), max(language), max(confirmed_by)) FROM data_subject_request";
    assert_eq!(restored.value::<String>(noted).await, "known it");
}

/// The one was registered before the dump, the other never.
#[tokio::test]
async fn after_a_restore_the_requests_that_erasures_have_closed_are_listed() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, ledger] = &["dump", "ledger"].map(|name| path_in(&folder, name));
    fill(&world, 2, "goes", "now() - interval '1 year'").await;
    done(&world, &["person", "request", "add", "goes1@visitor.example", "--kind", "erasure"]).await;
    dump(&world, dump_file);
    for address in ["goes1@visitor.example", "goes2@visitor.example"] {
        let erase = ["person", "erase", address, "--yes", "--identity", "document", "--out"];
        done(&world, &[&erase[..], &[folder.path().to_str().unwrap()]].concat()).await;
    }
    let ids = "SELECT string_agg(id::text, ' ' ORDER BY email_key) FROM data_subject_request";
    let ids: String = world.value(ids).await;
    for id in ids.split(' ') {
        let told =
            ["person", "request", "answer", id, "--answer", "granted", "--sent", "certificate", "--channel", "post"];
        done(&world, &told).await;
    }
    let list = ["person", "request", "list", "--closed"];
    let closed = done(&world, &list).await;
    assert_eq!(closed.matches("granted, by post, sent certificate, identity document").count(), 2, "{closed}");
    let restored = replayed(&world, dump_file, ledger).await;
    assert_eq!(done(&restored, &list).await, closed);
}

/// Nothing else says it once the inquiry is gone.
#[tokio::test]
async fn after_a_restore_a_letter_is_in_the_language_that_the_person_wrote_in() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, ledger] = &["dump", "ledger"].map(|name| path_in(&folder, name));
    fill(&world, 2, "kreluonta", "now() - interval '1 year'").await;
    world.execute("UPDATE inquiry SET language = 'fr'").await;
    let kept = |number: u32| format!("kreluonta{number}@visitor.example");
    done(&world, &["person", "request", "add", &kept(1), "--kind", "objection"]).await;
    let ids = "SELECT string_agg(id::text, ' ' ORDER BY received_at) FROM data_subject_request WHERE closed_at IS NULL";
    let first: String = world.value(ids).await;
    world.execute("UPDATE data_subject_request SET language = NULL").await;
    dump(&world, dump_file);
    // An officer corrects what was noted, as the second erasure of a day does, and both persons are erased.
    done(&world, &["person", "erase", &kept(1), "--yes", "--out", folder.path().to_str().unwrap()]).await;
    world.execute(&format!("SELECT ask_for_erasure('{}', 'de')", kept(2))).await;
    world.execute(&format!("SELECT ask_for_erasure('{}', 'it', 'de', 'reply')", kept(2))).await;
    world.execute(&format!("SELECT ask_for_erasure('{}', NULL, 'de')", kept(2))).await;
    done(&world, &["ledger", "export", ledger]).await;

    let restored = restore(dump_file).await;
    done(&restored, &["retention", "replay", ledger]).await;
    let letter = ["person", "request", "letter", &first, "--answer", "granted"];
    assert!(done(&restored, &letter).await.contains("Madame, Monsieur"));
    let noted = "SELECT language || identity FROM data_subject_request WHERE kind = 'erasure' AND closed_at IS NULL";
    assert_eq!(restored.value::<String>(noted).await, "itreply", "the last that was noted");
}

#[tokio::test]
async fn after_a_restore_a_hold_beyond_a_year_still_waits_for_another_officer() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, ledger] = &["dump", "ledger"].map(|name| path_in(&folder, name));
    fill(&world, 1, "kept", "now() - interval '1 year'").await;
    migration::require_second_officer(&world.database.owner_url(), true).await.unwrap();
    dump(&world, dump_file);
    let address = "kept1@visitor.example";
    done(&world, &["retention", "hold", "--email", address, "--reason", "a case", "--until", "2098-12-31"]).await;
    let restored = replayed(&world, dump_file, ledger).await;
    assert!(done(&restored, &["retention", "holds"]).await.contains("(unconfirmed: 2098-12-31)"));
    let hold: String = restored.value("SELECT id::text FROM legal_hold").await;
    let confirm = ["retention", "confirm", hold.as_str()];
    assert!(refused(&restored, &confirm).await.contains("another officer"), "he placed it");
    restored.execute("UPDATE legal_hold SET placed_by = 'somebody'").await;
    done(&restored, &confirm).await;
    assert_eq!(restored.value::<String>("SELECT ends_at::date::text FROM legal_hold").await, "2099-01-01");
}

#[tokio::test]
async fn a_correction_that_a_restore_has_lost_is_not_granted_until_it_is_repeated() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, ledger] = &["dump", "ledger"].map(|name| path_in(&folder, name));
    fill(&world, 1, "asks", "now() - interval '1 year'").await;
    let reference: String = world.value("SELECT reference FROM inquiry").await;
    let correct = ["person", "correct", &reference, "--field", "company", "--value", "Vandrellix", "--yes"];
    done(&world, &["person", "request", "add", "asks1@visitor.example", "--kind", "correction"]).await;
    dump(&world, dump_file);
    done(&world, &correct).await;
    done(&world, &["ledger", "export", ledger]).await;
    let restored = restore(dump_file).await;
    let said = done(&restored, &["retention", "replay", ledger]).await;
    assert!(said.contains(&format!("repeat it with `compliance person correct {reference}`")), "{said}");
    let request: String = restored.value("SELECT id::text FROM data_subject_request").await;
    let granted = answer(&request, "granted", "confirmation");
    assert!(refused(&restored, &granted).await.contains("nothing was corrected since the request came"));
    done(&restored, &correct).await;
    done(&restored, &granted).await;
}

/// A mail on each inquiry names these.
async fn copies(world: &World, copied: &str) {
    let named = format!(
        "WITH came AS (INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, copied_keys, body, new_text) \
             SELECT gen_random_uuid(), id, gen_random_uuid(), 'visitor', false, 'asks1@visitor.example', 'asks1@visitor.example', \
                 '{{{copied}}}', '', '' FROM inquiry RETURNING id, inquiry_id, intake_id, copied_keys) \
         INSERT INTO participant (inquiry_id, intake_id, address, address_key, copied_from) \
             SELECT inquiry_id, intake_id, key, key, now() FROM came, unnest(copied_keys) AS key ON CONFLICT DO NOTHING"
    );
    world.execute(&named).await;
}

/// A mail that came after the dump names the one, too; one before it the other.
#[tokio::test]
async fn after_a_restore_nobody_stays_whom_only_removed_or_lost_mails_have_named() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, ledger] = &["dump", "ledger"].map(|name| path_in(&folder, name));
    fill(&world, 1, "asks", "now()").await;
    copies(&world, "goes@visitor.example,stays@visitor.example").await;
    let first: String = world.value("SELECT id::text FROM message").await;
    copies(&world, "stays@visitor.example").await;
    dump(&world, dump_file);
    copies(&world, "goes@visitor.example").await;
    done(&world, &["person", "remove", &first, "--yes"]).await;
    let named = "SELECT string_agg(address_key, ' ' ORDER BY address_key) FROM participant";
    assert_eq!(world.value::<String>(named).await, "goes@visitor.example stays@visitor.example");
    let restored = replayed(&world, dump_file, ledger).await;
    assert_eq!(restored.value::<String>(named).await, "stays@visitor.example");
    let waits = "SELECT count(*) FROM unreclaimed_tables() WHERE name = 'participant'";
    assert_eq!(restored.value::<i64>(waits).await, 0, "it is rewritten");
}

/// The mail for which the person has stayed is lost.
#[tokio::test]
async fn after_a_restore_who_is_restricted_stays_restricted_without_a_mail_that_names_them() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, ledger] = &["dump", "ledger"].map(|name| path_in(&folder, name));
    fill(&world, 1, "asks", "now()").await;
    copies(&world, "copied@visitor.example").await;
    let first: String = world.value("SELECT id::text FROM message").await;
    dump(&world, dump_file);
    copies(&world, "copied@visitor.example").await;
    done(&world, &["person", "remove", &first, "--yes"]).await;
    done(&world, &["person", "restrict", "copied@visitor.example"]).await;
    let restored = replayed(&world, dump_file, ledger).await;
    assert_eq!(restored.value::<i64>("SELECT count(*) FROM message").await, 0);
    assert!(done(&restored, &["person", "restricted"]).await.contains("copied@visitor.example, on the inquiry of"));
}

/// He heard of it when it was removed.
#[tokio::test]
async fn after_a_restore_the_author_does_not_hear_of_an_answer_that_was_removed() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, ledger] = &["dump", "ledger"].map(|name| path_in(&folder, name));
    let inquiry = world.inquiry("asks1@visitor.example", &["desk@own.example"]).await;
    copies(&world, "copied@visitor.example").await;
    world
        .execute(&format!(
            "UPDATE message SET party = 'consultant', author = 'desk@own.example', author_key = 'desk@own.example'; \
             INSERT INTO ticket_event (inquiry_id, who, verb, outcome, intake_id) \
                 SELECT '{inquiry}', outbox.id, 'answer', 'done', intake_id FROM outbox, message WHERE kind = 'notification'; \
             INSERT INTO outbox (id, inquiry_id, kind, about, participant, is_copy) \
                 SELECT gen_random_uuid(), '{inquiry}', 'answer', message.id, participant.id, true FROM message, participant"
        ))
        .await;
    dump(&world, dump_file);
    let answer: String = world.value("SELECT id::text FROM message").await;
    done(&world, &["person", "remove", &answer, "--yes"]).await;
    let restored = replayed(&world, dump_file, ledger).await;
    for (of, told) in [(&world, 1), (&restored, 0)] {
        assert_eq!(of.value::<i64>("SELECT count(*) FROM outbox WHERE kind = 'answer_lost'").await, told);
        let state = "SELECT state || ' ' || last_code FROM outbox WHERE kind = 'answer'";
        assert_eq!(of.value::<String>(state).await, "suppressed removed");
    }
}

/// Of the one and the same person.
#[tokio::test]
async fn a_correction_that_survives_a_restore_does_not_grant_another_one_that_is_lost() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, ledger] = &["dump", "ledger"].map(|name| path_in(&folder, name));
    fill(&world, 1, "asks", "now() - interval '1 year'").await;
    let reference: String = world.value("SELECT reference FROM inquiry").await;
    let correct =
        |field: &'static str| ["person", "correct", &reference, "--field", field, "--value", "Vandrellix", "--yes"];
    done(&world, &["person", "request", "add", "asks1@visitor.example", "--kind", "correction"]).await;
    done(&world, &correct("company")).await;
    dump(&world, dump_file);
    done(&world, &correct("country")).await;
    let restored = replayed(&world, dump_file, ledger).await;
    let request: String = restored.value("SELECT id::text FROM data_subject_request").await;
    let granted = answer(&request, "granted", "confirmation");
    assert!(refused(&restored, &granted).await.contains("a restore took it back"));
    done(&restored, &["person", "correct", &reference, "--field", "phone", "--value", "", "--yes"]).await;
    assert!(refused(&restored, &granted).await.contains("a restore took it back"), "another field");
    done(&restored, &correct("country")).await;
    done(&restored, &granted).await;
}

/// The request is of the address that was corrected, too, and first after the restore.
#[tokio::test]
async fn a_lost_correction_counts_as_repeated_though_it_serves_the_request_no_more() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, ledger] = &["dump", "ledger"].map(|name| path_in(&folder, name));
    fill(&world, 1, "asks", "now() - interval '1 year'").await;
    let reference: String = world.value("SELECT reference FROM inquiry").await;
    let correct =
        |field: &'static str, value| ["person", "correct", &reference, "--field", field, "--value", value, "--yes"];
    let [country, email] = [correct("country", "Vandrellix"), correct("email", "new@visitor.example")];
    done(&world, &["person", "request", "add", "asks1@visitor.example", "--kind", "correction"]).await;
    dump(&world, dump_file);
    for lost in [&country, &email] {
        done(&world, lost).await;
    }
    let restored = replayed(&world, dump_file, ledger).await;
    let request: String = restored.value("SELECT id::text FROM data_subject_request").await;
    let granted = answer(&request, "granted", "confirmation");
    done(&restored, &email).await;
    refused(&restored, &granted).await;
    done(&restored, &country).await;
    let serves = "SELECT (detail -> 'requests')::text FROM ledger WHERE kind = 'correction' ORDER BY seq DESC LIMIT 1";
    assert_eq!(restored.value::<String>(serves).await, "[]");
    done(&restored, &granted).await;
}

/// Nobody can repeat it.
#[tokio::test]
async fn a_lost_correction_of_an_inquiry_that_is_gone_keeps_no_request_open() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, ledger] = &["dump", "ledger"].map(|name| path_in(&folder, name));
    fill(&world, 2, "asks", "now() - interval '1 year'").await;
    world.execute("UPDATE inquiry_content SET email_key = 'asks1@visitor.example'").await;
    let references: String = world.value("SELECT string_agg(reference, ' ') FROM inquiry").await;
    let [stays, goes] = references.split(' ').collect::<Vec<_>>().try_into().unwrap();
    let correct = |reference| ["person", "correct", reference, "--field", "company", "--value", "Vandrellix", "--yes"];
    done(&world, &["person", "request", "add", "asks1@visitor.example", "--kind", "correction"]).await;
    done(&world, &correct(stays)).await;
    dump(&world, dump_file);
    done(&world, &correct(goes)).await;
    let restored = replayed(&world, dump_file, ledger).await;
    let request: String = restored.value("SELECT id::text FROM data_subject_request").await;
    let granted = answer(&request, "granted", "confirmation");
    assert!(refused(&restored, &granted).await.contains("a restore took it back"));
    let expires = format!("UPDATE inquiry SET last_contact_at = now() - interval '3 years' WHERE reference = '{goes}'");
    restored.execute(&expires).await;
    done(&restored, &["retention", "purge"]).await;
    done(&restored, &granted).await;
}

/// The dump has the value that the last of them wrote.
#[tokio::test]
async fn lost_corrections_that_ended_where_they_began_are_repeated_by_one() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, ledger] = &["dump", "ledger"].map(|name| path_in(&folder, name));
    fill(&world, 1, "asks", "now() - interval '1 year'").await;
    let reference: String = world.value("SELECT reference FROM inquiry").await;
    let correct = |value| ["person", "correct", &reference, "--field", "company", "--value", value, "--yes"];
    let same = "the field already has this value";
    done(&world, &["person", "request", "add", "asks1@visitor.example", "--kind", "correction"]).await;
    dump(&world, dump_file);
    for value in ["Vandrellix", "Grobnitz"] {
        done(&world, &correct(value)).await;
    }
    assert!(refused(&world, &correct("Grobnitz")).await.contains(same));
    let restored = replayed(&world, dump_file, ledger).await;
    let request: String = restored.value("SELECT id::text FROM data_subject_request").await;
    let granted = answer(&request, "granted", "confirmation");
    assert!(refused(&restored, &granted).await.contains("nothing was corrected since the request came"));
    done(&restored, &correct("Grobnitz")).await;
    assert!(refused(&restored, &correct("Grobnitz")).await.contains(same), "it is repeated once");
    done(&restored, &granted).await;
    let other = ["person", "correct", &reference, "--field", "country", "--value", "Zquorland", "--yes"];
    assert!(refused(&restored, &other).await.contains(same), "no restore has lost it");
}

/// The dump has the address, which the close has deleted.
#[tokio::test]
async fn a_request_that_was_closed_after_the_dump_leaves_bytes_to_reclaim() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, ledger] = &["dump", "ledger"].map(|name| path_in(&folder, name));
    fill(&world, 1, "asks", "now() - interval '1 year'").await;
    done(&world, &["person", "request", "add", "asks1@visitor.example", "--kind", "objection"]).await;
    dump(&world, dump_file);
    let request: String = world.value("SELECT id::text FROM data_subject_request").await;
    done(&world, &answer(&request, "refused", "reasons")).await;
    let restored = replayed(&world, dump_file, ledger).await;
    let tables = "SELECT (detail -> 'tables')::text FROM ledger WHERE kind = 'replay'";
    assert_eq!(restored.value::<String>(tables).await, r#"["data_subject_request"]"#);
    assert!(refused(&restored, &["retention", "replay", ledger]).await.contains("nothing to replay"), "again");
}
