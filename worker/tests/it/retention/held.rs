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

/// The officer corrects what the person has mistyped; the hold was placed by the former address.
#[tokio::test]
async fn a_corrected_address_does_not_end_a_hold() {
    let world = world().await;
    fill(&world, 2, "held", EXPIRED).await;
    let hold = "SELECT place_hold(NULL, email_key, 'a case', now() + interval '1 year') FROM inquiry_content";
    world.execute(hold).await;
    assert_eq!(purge(&world.db, Uuid::new_v4(), &CancellationToken::new()).await.unwrap().inquiries, 0);
    let correct = "SELECT bool_and(correct_inquiry(inquiry_id, 'email', 'right@visitor.example', 'right@visitor.example')) \
                   FROM compliance.inquiry_content WHERE email LIKE 'held1@%'";
    assert!(world.value::<bool>(correct).await);
    assert_eq!(purge(&world.db, Uuid::new_v4(), &CancellationToken::new()).await.unwrap().inquiries, 0);
    let copied = "SELECT string_agg(concat_ws(' ', reason, detail ->> 'by', placed_by = session_user), ',') \
                  FROM legal_hold JOIN ledger ON kind = 'hold' AND detail ->> 'hold' = legal_hold.id::text \
                  WHERE inquiry_id IS NOT NULL AND abs(extract(epoch FROM ends_at - (detail ->> 'ends_at')::timestamptz)) <= 1";
    assert_eq!(world.value::<String>(copied).await, "a case inquiry t");
    // Each hold is released by itself.
    world.execute("SELECT release_hold(id) FROM legal_hold").await;
    assert_eq!(purge(&world.db, Uuid::new_v4(), &CancellationToken::new()).await.unwrap().inquiries, 2);
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
