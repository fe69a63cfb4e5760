//! What a legal hold keeps after its expiry: out of the application's reach, and found by the officer.

use compliance::retention::purge;
use sea_orm::ConnectionTrait;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{EXPIRED, done, fill, world};

#[tokio::test]
async fn what_is_on_hold_leaves_the_applications_tables_when_it_expires() {
    let world = world().await;
    fill(&world, 3, "held", EXPIRED).await;
    fill(&world, 2, "alive", "now() - interval '1 year'").await;
    for address in ["held1@visitor.example", "alive1@visitor.example"] {
        done(&world, &["retention", "hold", "--email", address, "--reason", "a case", "--until", "2099-01-01"]).await;
    }
    let purged = purge(&world.db, Uuid::new_v4(), &CancellationToken::new()).await.unwrap();
    assert_eq!((purged.inquiries, purged.late), (2, 0));
    let contents = "SELECT string_agg(email, ' ' ORDER BY email) FROM inquiry_content";
    assert_eq!(world.value::<String>(contents).await, "alive1@visitor.example alive2@visitor.example");
    let moved = "SELECT (detail ->> 'inquiry_content')::bigint FROM ledger WHERE kind = 'set_aside'";
    assert_eq!(world.value::<i64>(moved).await, 1);
    for sql in [
        "SELECT * FROM held_content",
        "EXPLAIN ANALYZE SELECT * FROM held_content",
        "SELECT * FROM compliance.inquiry_content",
    ] {
        assert!(world.db.execute_unprepared(sql).await.is_err(), "{sql}");
    }

    // The officer's commands find it as before.
    let folder = tempfile::tempdir().unwrap();
    let found = done(&world, &["person", "find", "blimfandle"]).await;
    assert!(found.contains("held1@visitor.example"), "{found}");
    let out = folder.path().join("out");
    done(&world, &["person", "export", "held1@visitor.example", "--out", out.to_str().unwrap()]).await;
    assert!(std::fs::read_to_string(out.join("person.json")).unwrap().contains("Wimplethorpe"));
    assert!(done(&world, &["person", "erase", "held1@visitor.example", "--yes"]).await.contains("hold"));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM held_content").await, 1);

    let hold: Uuid = world.value("SELECT id FROM legal_hold WHERE email_key LIKE 'held%'").await;
    done(&world, &["retention", "release", &hold.to_string()]).await;
    let purged = purge(&world.db, Uuid::new_v4(), &CancellationToken::new()).await.unwrap();
    assert_eq!((purged.inquiries, purged.late), (1, 0));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM held_content").await, 0);
}

/// Of the inquiry, of its address, and of an address that has written in it; also once it is set aside.
#[tokio::test]
async fn what_a_hold_keeps_is_not_corrected() {
    let world = world().await;
    fill(&world, 4, "held", "now()").await;
    let of = |number: u32| {
        format!("(SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = 'held{number}@visitor.example')")
    };
    world
        .execute(&format!(
            "INSERT INTO message (id, inquiry_id, party, is_machine, author, author_key, subject, body, new_text) \
                 SELECT gen_random_uuid(), {}, 'other', false, key, key, '', '', '' FROM unnest(ARRAY['held2@visitor.example']) AS key; \
             SELECT place_hold({}, NULL, 'a case', now() + interval '1 year'), \
                 place_hold(NULL, 'held2@visitor.example', 'a case', now() + interval '1 year')",
            of(3),
            of(1)
        ))
        .await;
    let refusal = "a legal hold keeps this inquiry as it is: correct it when the hold has ended";
    let references = "SELECT string_agg(reference, ' ' ORDER BY email_key) FROM inquiry JOIN compliance.inquiry_content ON inquiry_id = id";
    let references: String = world.value(references).await;
    let references: Vec<_> = references.split(' ').collect();
    let correct = async |of: &str, field: &str, value: &str| {
        super::officer(&world, &["person", "correct", of, "--field", field, "--value", value, "--yes"]).await
    };
    for (field, value) in [("message", "x"), ("email", "right@visitor.example"), ("company", "Vandrellix")] {
        for of in &references[..2] {
            let said = correct(of, field, value).await;
            assert!(super::text(&said.stderr).contains(refusal), "{of} {field}: {said:?}");
        }
    }
    // The third is kept for what another person has written there.
    for of in &references[2..] {
        assert!(correct(of, "company", "Vandrellix").await.status.success());
    }
    let entries = "SELECT count(*) FROM ledger WHERE kind = 'correction'";
    assert_eq!(world.value::<i64>(entries).await, 2);
    world
        .execute(
            "UPDATE inquiry SET received_at = now() - interval '3 years', last_contact_at = now() - interval '3 years'",
        )
        .await;
    assert_eq!(purge(&world.db, Uuid::new_v4(), &CancellationToken::new()).await.unwrap().inquiries, 1);
    assert!(super::text(&correct(references[0], "message", "x").await.stderr).contains(refusal));
    let kept =
        "SELECT count(*) FROM held_content WHERE company = 'Grobnitz' AND message = 'Wimplethorpe wants to know'";
    assert_eq!(world.value::<i64>(kept).await, 2);
}

/// A new column is added to both tables, or the purge fails, and to the view, or no command shows it.
#[tokio::test]
async fn both_tables_of_content_and_the_view_have_the_same_columns() {
    let world = world().await;
    let columns = |table: &str| {
        format!(
            "SELECT string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attname) \
             FROM pg_attribute WHERE attrelid = '{table}'::regclass AND attnum > 0 AND NOT attisdropped"
        )
    };
    let wanted: String = world.value(&columns("inquiry_content")).await;
    for table in ["held_content", "compliance.inquiry_content"] {
        assert_eq!(world.value::<String>(&columns(table)).await, wanted, "{table}");
    }
    let kept = "SELECT count(*) FROM pg_attribute WHERE attrelid = 'held_content'::regclass AND attnum > 0 \
                AND attname NOT IN ('inquiry_id', 'received_on') AND attstattarget IS DISTINCT FROM 0";
    assert_eq!(world.value::<i64>(kept).await, 0, "statistics would keep the values");
}
