//! What was purged or erased is gone from the files, not only from the tables.

use std::time::Instant;

use sea_orm::ConnectionTrait as _;
use tokio::sync::Mutex;
use uuid::Uuid;
use worker::upkeep::{forget_networks, keep_tables};

use super::{
    EXPIRED, answer, done, fill,
    restore::{dump, has_tools, restore},
    world,
};
use crate::support::{PATIENCE, World, eventually};

/// Held by the tests that look into the log: the slot of one would keep the files of the other.
static LOG: Mutex<()> = Mutex::const_new(());

/// The values that [`fill`] writes, and the reference of one inquiry.
const CANARIES: [&str; 7] =
    ["Zquorvex", "Blimfandle", "Grobnitz", "Zquorland", "99 777 66 55", "Wimplethorpe", "@visitor.example"];

/// A vacuum or analyze in the background may still see a removed row; the rewrite an hour later would settle it.
async fn without_background_work(world: &World) {
    world
        .execute(
            "DO $$ DECLARE name regclass; BEGIN FOR name IN SELECT oid FROM pg_class WHERE relkind = 'r' \
                 AND relnamespace = 'public'::regnamespace LOOP \
                 EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off)', name); END LOOP; END $$",
        )
        .await;
}

/// How many of the database's own files hold the text.
async fn files_with(world: &World, text: &str) -> i64 {
    world.execute("CHECKPOINT").await;
    world
        .value(&format!(
            "SELECT count(*) FROM (SELECT 'base/' || oid || '/' AS folder FROM pg_database \
                 WHERE datname = current_database()) AS d, pg_ls_dir(folder) AS name, \
                 pg_stat_file(folder || name, true) AS stat, \
                 pg_read_binary_file(folder || name, 0, stat.size, true) AS bytes \
             WHERE position(convert_to('{text}', 'UTF8') IN bytes) > 0"
        ))
        .await
}

/// How many files of the write-ahead log hold the text.
async fn log_files_with(world: &World, text: &str) -> i64 {
    // Writes out what is still in memory.
    world.execute("SELECT pg_switch_wal()").await;
    world.value(&log_files_sql(text)).await
}

fn log_files_sql(text: &str) -> String {
    format!(
        "SELECT count(*) FROM pg_ls_waldir() AS file, \
             pg_read_binary_file('pg_wal/' || name, 0, size, true) AS bytes \
         WHERE position(convert_to('{text}', 'UTF8') IN bytes) > 0"
    )
}

async fn everything_but(world: &World, reference: &str) {
    for canary in CANARIES.iter().chain([&reference]) {
        assert!(files_with(world, canary).await > 0, "{canary} was never there");
    }
}

async fn nothing_left(world: &World, reference: &str) {
    for canary in CANARIES.iter().chain([&reference]) {
        assert_eq!(files_with(world, canary).await, 0, "{canary}");
    }
    let rest: i64 = world
        .value("SELECT (SELECT count(*) FROM apalis.jobs WHERE job_type = 'mail') + (SELECT count(*) FROM outbox)")
        .await;
    assert_eq!(rest, 0);
    let statistics = "SELECT count(*) FROM pg_statistic WHERE starelid::regclass::text LIKE 'inquiry_content%' \
                      AND concat(stavalues1, stavalues2, stavalues3, stavalues4, stavalues5) ~ 'zquor|Zquor|visitor'";
    assert_eq!(world.value::<i64>(statistics).await, 0);
}

#[tokio::test]
async fn a_purge_removes_every_byte_from_the_files() {
    let _log = LOG.lock().await;
    let world = world().await;
    // Other tests write to the same log, and let it be turned over: a slot keeps it until it has been looked at.
    let gone = format!("gone{}", Uuid::new_v4().simple());
    world.execute(&format!("SELECT pg_create_physical_replication_slot('{gone}', true)")).await;
    fill(&world, 1000, &gone, EXPIRED).await;
    let logged = log_files_with(&world, &gone).await;
    world.execute(&format!("SELECT pg_drop_replication_slot('{gone}')")).await;
    assert!(logged > 0, "it was never in the log");
    without_background_work(&world).await;
    let reference: String = world.value("SELECT reference FROM inquiry LIMIT 1").await;
    world.execute("ANALYZE").await;
    everything_but(&world, &reference).await;
    let said = done(&world, &["retention", "purge"]).await;
    assert!(said.starts_with("deleted 1,000 inquiries") && said.contains("rewritten: "), "{said}");
    assert!(!said.contains("later"), "{said}");
    world.execute("VACUUM pg_statistic").await;
    rewrite_again(&world).await;
    nothing_left(&world, &reference).await;
    no_log_file_has(&world, &gone).await;
}

/// Nobody can store an inquiry while `inquiry` is rewritten, so a large one is not.
#[tokio::test]
async fn large_tables_that_every_inquiry_needs_are_not_rewritten_and_keep_no_word_of_a_visitor() {
    let world = world().await;
    without_background_work(&world).await;
    for table in ["inquiry", "outbox"] {
        // Two rows a page.
        world.execute(&format!("ALTER TABLE {table} SET (fillfactor = 10)")).await;
    }
    fill(&world, 20_000, "Zquorvex", EXPIRED).await;
    for table in ["inquiry", "outbox"] {
        let size: i64 = world.value(&format!("SELECT pg_total_relation_size('{table}')")).await;
        assert!(size >= 32 * 1024 * 1024, "{table} has {size} bytes");
    }
    let reference: String = world.value("SELECT reference FROM inquiry LIMIT 1").await;
    everything_but(&world, &reference).await;
    let said = done(&world, &["retention", "purge", "--rewrite-all"]).await;
    assert!(said.starts_with("deleted 20,000 inquiries"), "{said}");
    let reclaimed =
        "SELECT count(*) FROM ledger WHERE kind = 'reclaim' AND detail ->> 'table' IN ('inquiry', 'outbox')";
    assert_eq!(world.value::<i64>(reclaimed).await, 0, "{said}");
    assert!(files_with(&world, &reference).await > 0, "the files still have the deleted rows");
    for canary in CANARIES {
        assert_eq!(files_with(&world, canary).await, 0, "{canary}");
    }
}

/// At once, without a checkpoint of ours: a quiet server has none. docs/retention.md asks for `wal_recycle = off`, and the
/// rewrite turns the log over.
async fn no_log_file_has(world: &World, text: &str) {
    if world.value::<String>("SELECT current_setting('wal_recycle')").await == "on" {
        eprintln!("this server has wal_recycle = on: the log is not looked at");
        return;
    }
    assert_eq!(world.value::<i64>(&log_files_sql(text)).await, 0);
}

/// Nobody can send the form while the current quarter is rewritten. Here every table counts as large.
#[tokio::test]
async fn a_large_current_quarter_waits_for_sunday() {
    let world = world().await;
    fill(&world, 1, "gone", EXPIRED).await;
    fill(&world, 1, "erased", "now()").await;
    world.execute("SELECT erase_person('erased1@visitor.example')").await;
    done(&world, &["retention", "purge"]).await;
    world
        .execute(
            "DO $$ DECLARE text text := pg_get_functiondef('unreclaimed_tables'::regproc); BEGIN \
                 EXECUTE replace(text, 'pg_total_relation_size(to_regclass(part))', '33554432::bigint'); END $$; \
             ALTER TABLE ledger DROP CONSTRAINT ledger_columns_match, DISABLE TRIGGER ALL; \
             DELETE FROM ledger WHERE kind = 'reclaim'",
        )
        .await;
    let due = async |tried_every_minute: bool, at: &str| {
        let sql = include_str!("../../../../crates/compliance/src/retention/sql/tables_to_rewrite.sql")
            .replace("now()", &format!("timestamptz '{at} UTC'"))
            .replace("$1", "false")
            .replace("$2", &tried_every_minute.to_string());
        let sql = format!(
            "SELECT coalesce(string_agg(left(name, 15), ' '), '') FROM ({sql}) AS t WHERE is_due AND name ~ '_2'"
        );
        world.value::<String>(&sql).await.split_whitespace().count()
    };
    assert_eq!(due(false, "2026-11-28 02:30").await, 1, "the quarter of two years ago");
    assert_eq!(due(false, "2026-11-29 02:30").await, 2, "on a Sunday the current one, too");
    assert_eq!((due(true, "2026-11-29 01:59").await, due(true, "2026-11-29 03:00").await), (0, 0));
    assert_eq!(due(true, "2026-11-29 02:00").await, 1);
    for (days, count) in [("7 days 23 hours", 1), ("2 hours", 2)] {
        world.execute(&format!("UPDATE ledger SET at = at - interval '{days}'")).await;
        let overdue = "SELECT count(*) FROM unreclaimed_tables() WHERE is_overdue AND name ~ '_2'";
        assert_eq!(world.value::<i64>(overdue).await, count, "{days}");
    }
}

#[tokio::test]
async fn an_erasure_removes_every_byte_from_the_files() {
    let world = world().await;
    fill(&world, 1, "krelvonta", "now() - interval '3 days'").await;
    without_background_work(&world).await;
    let reference: String = world.value("SELECT reference FROM inquiry").await;
    done(&world, &["person", "request", "add", "krelvonta1@visitor.example", "--kind", "erasure"]).await;
    world.execute("ANALYZE").await;
    everything_but(&world, &reference).await;
    let said = done(&world, &["person", "erase", "Krelvonta1+news@VISITOR.example", "--yes"]).await;
    assert!(
        said.contains("recorded in the ledger: 1 inquiry, 1 mail, 0 messages, 0 mails as received, 1 job\n"),
        "{said}"
    );
    rewrite_again(&world).await;
    nothing_left(&world, &reference).await;
}

/// A unique text in every column that can hold personal data, for one way of removal.
struct Canary(String);

impl Canary {
    fn new() -> Self {
        Self(format!("zq{}", &Uuid::new_v4().simple().to_string()[..12]))
    }

    fn address(&self) -> String {
        format!("{}@visitor.example", self.0)
    }

    /// An inquiry whose every text has the canary. Its last contact is SQL.
    async fn inquiry(&self, world: &World, last_contact: &str) {
        fill(world, 1, &self.0, last_contact).await;
        let Self(text) = self;
        world
            .execute(&format!(
                "DO $do$ BEGIN EXECUTE (SELECT format('UPDATE inquiry_content SET %s WHERE email_key = %L', \
                     string_agg(format('%I = %L', column_name, '{text}' || CASE WHEN column_name ~ 'email' \
                         THEN '@visitor.example' ELSE '' END), ', '), '{text}1@visitor.example') \
                     FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'inquiry_content' \
                     AND data_type = 'text'); END $do$; \
                 INSERT INTO outbox (id, inquiry_id, kind, recipient) SELECT gen_random_uuid(), inquiry_id, \
                     'notification', '{text}@own.example' FROM inquiry_content WHERE email_key = '{text}@visitor.example'; \
                 UPDATE outbox SET sent_subject = '{text}', sent_text = '{text}' WHERE kind = 'auto_reply' AND inquiry_id IN \
                     (SELECT inquiry_id FROM inquiry_content WHERE email_key = '{text}@visitor.example'); \
                 INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, copied_keys, \
                     message_id, subject, body, new_text, held_line, files) SELECT gen_random_uuid(), inquiry_id, gen_random_uuid(), \
                     'visitor', false, '{text}', '{text}@visitor.example', '{{{text}}}', '{text}', '{text}', '{text}', '{text}', \
                     '{text}', '[\"{text}\"]' FROM inquiry_content WHERE email_key = '{text}@visitor.example'; \
                 WITH came AS (INSERT INTO intake (id, way, source_key, digest, size) SELECT inquiry_id, 'lmtp', sha256('{text}'), \
                     sha256('{text}'), 1 FROM inquiry_content WHERE email_key = '{text}@visitor.example' RETURNING id) \
                 INSERT INTO raw_mail (intake_id, inquiry_id, envelope_from, recipients, address_keys, raw) \
                     SELECT id, id, '{text}', '{{{text}}}', '{{{text}}}', '{text}' FROM came; \
                 INSERT INTO participant (inquiry_id, intake_id, address, address_key) \
                     SELECT inquiry_id, inquiry_id, email, email_key FROM inquiry_content WHERE email_key = '{text}@visitor.example'"
            ))
            .await;
    }

    /// Personal columns, of held rows or of the others, in which it is not.
    async fn is_missing_in(&self, world: &World, is_held: bool) -> Vec<String> {
        let mut missing = Vec::new();
        for column in
            world.value::<String>(PERSONAL).await.split(' ').filter(|name| name.starts_with("held_") == is_held)
        {
            let (table, name) = column.split_once('.').unwrap();
            let Self(text) = self;
            let sql = format!(
                "SELECT count(*) FROM {table} WHERE {name}::text LIKE '%{text}%' OR {name}::text LIKE '%' || encode('{text}', 'hex') || '%'"
            );
            if world.value::<i64>(&sql).await == 0 {
                missing.push(column.to_owned());
            }
        }
        missing
    }

    /// A mail of another person's inquiry: its words, or its file alone. Returns the message.
    async fn mail(&self, world: &World, owner: &str, words: &str) -> String {
        let Self(text) = self;
        world
            .value(&format!(
                "WITH came AS (INSERT INTO intake (id, way, source_key, digest, size) \
                     SELECT gen_random_uuid(), 'lmtp', sha256('{text}'), sha256('{text}'), 1 RETURNING id), \
                 raw AS (INSERT INTO raw_mail (intake_id, inquiry_id, envelope_from, recipients, address_keys, raw) \
                     SELECT id, inquiry_id, '{owner}', '{{}}', '{{}}', '{text}' FROM came, inquiry_content WHERE email_key = '{owner}') \
                 INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, subject, body, new_text, files) \
                     SELECT gen_random_uuid(), inquiry_id, id, 'visitor', false, email, email_key, '{words}', '{words}', '{words}', \
                     '[{{\"name\": \"{text}\"}}]' FROM came, inquiry_content WHERE email_key = '{owner}' RETURNING id::text"
            ))
            .await
    }

    async fn hold(&self, world: &World) -> Uuid {
        let Self(text) = self;
        world
            .value(&format!(
                "SELECT place_hold((SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = \
                     '{text}@visitor.example'), NULL, 'the case of {text}', now() + interval '1 day')"
            ))
            .await
    }

    async fn is_gone(&self, world: &World, way: &str) {
        if files_with(world, &self.0).await > 0 {
            rewrite_again(world).await;
        }
        assert_eq!(files_with(world, &self.0).await, 0, "{way}: table files");
        let statistics = format!(
            "SELECT count(*) FROM pg_statistic WHERE concat(stavalues1, stavalues2, stavalues3, stavalues4) LIKE '%{}%'",
            self.0
        );
        assert_eq!(world.value::<i64>(&statistics).await, 0, "{way}: statistics");
        no_log_file_has(world, &self.0).await;
    }
}

/// Columns of the inquiry and of what hangs on it that the schema marks as personal. Left out are codes, digests, consultants, and
/// what this file shows elsewhere: networks, holds and requests.
const PERSONAL: &str = "\
    SELECT string_agg(relname || '.' || attname, ' ') FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid \
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND attnum > 0 \
        AND NOT attisdropped AND attstattarget = 0 AND atttypid <> 'uuid'::regtype \
        AND relname NOT IN ('legal_hold', 'data_subject_request', 'recent_text', 'unverified_network', 'intake', 'intake_quota', 'complaint', \
            'digest_mail') \
        AND relname || '.' || attname NOT IN ('outbox.state', 'outbox.message_id', 'inquiry.reference') \
        AND attname NOT IN ('client_network', 'language') AND attname NOT LIKE '%\\_digest'";

/// What the schedules do after a removal, each hour until no table is left to rewrite.
async fn hourly(world: &World) {
    eventually(PATIENCE, "no table is left to rewrite", async || {
        done(world, &["retention", "purge", "--rewrite-all"]).await;
        world.value::<i64>("SELECT count(*) FROM unreclaimed_tables()").await == 0
    })
    .await;
    for call in ["SELECT forget_networks()", "SELECT rewrite_forgotten('unverified_network')"] {
        world.execute(call).await;
    }
}

/// What the schedules do an hour later, with every table that a removal names. A transaction of any test on this server that
/// was open for longer than the rewrite waits keeps the rows that it can see.
async fn rewrite_again(world: &World) {
    let newest: String = world.value("SELECT pg_snapshot_xmax(pg_current_snapshot())::text").await;
    eventually(PATIENCE, "older transactions have ended", async || {
        world.value::<bool>(&format!("SELECT NOT older_transactions('{newest}')")).await
    })
    .await;
    let named = "SELECT string_agg(DISTINCT name, ' ') FROM ledger, \
                 jsonb_array_elements_text(detail -> 'tables') AS name \
                 WHERE detail ? 'tables' AND to_regclass(name) IS NOT NULL";
    for table in world.value::<String>(named).await.split(' ') {
        world.execute(&format!("SELECT reclaim_table('{table}')")).await;
    }
    world.execute("SELECT turn_log_over()").await;
}

#[tokio::test]
async fn no_way_of_removal_leaves_a_byte() {
    let _log = LOG.lock().await;
    let world = world().await;
    without_background_work(&world).await;

    let purged = Canary::new();
    purged.inquiry(&world, EXPIRED).await;
    assert!(files_with(&world, &purged.0).await > 0, "it was never there");
    assert_eq!(purged.is_missing_in(&world, false).await, [""; 0], "give it the canary");
    hourly(&world).await;
    purged.is_gone(&world, "purge").await;

    let erased = Canary::new();
    erased.inquiry(&world, "now() - interval '3 days'").await;
    let hold = erased.hold(&world).await;
    done(&world, &["retention", "release", &hold.to_string()]).await;
    done(&world, &["person", "erase", &erased.address(), "--yes"]).await;
    hourly(&world).await;
    erased.is_gone(&world, "erasure, with an ended hold on the inquiry").await;

    let kept = Canary::new();
    kept.inquiry(&world, EXPIRED).await;
    let hold = kept.hold(&world).await;
    hourly(&world).await;
    let aside = "SELECT count(*) FROM held_content";
    assert_eq!(world.value::<i64>(aside).await, 1, "kept, and out of the application's reach");
    assert_eq!(kept.is_missing_in(&world, true).await, [""; 0], "give it the canary");
    done(&world, &["retention", "release", &hold.to_string()]).await;
    hourly(&world).await;
    assert!(files_with(&world, &kept.0).await > 0, "the hold's reason is kept for 30 days");
    world
        .execute(
            "UPDATE legal_hold SET placed_at = now() - interval '40 days', ends_at = now() - interval '31 days', \
                       released_at = now() - interval '31 days'",
        )
        .await;
    hourly(&world).await;
    kept.is_gone(&world, "end of a hold").await;

    let requested = Canary::new();
    for kind in ["access", "erasure"] {
        done(&world, &["person", "request", "add", &requested.address(), "--kind", kind]).await;
    }
    done(&world, &["person", "erase", &requested.address(), "--yes"]).await;
    for id in world
        .value::<String>("SELECT string_agg(id::text, ' ') FROM data_subject_request WHERE closed_at IS NULL")
        .await
        .split(' ')
    {
        done(&world, &answer(id, "nothing-stored", "confirmation")).await;
    }
    hourly(&world).await;
    requested.is_gone(&world, "closing of a request").await;
}

#[tokio::test]
async fn no_removal_of_a_part_and_no_correction_leaves_a_byte() {
    let _log = LOG.lock().await;
    let world = world().await;
    without_background_work(&world).await;
    let (removed, stripped, corrected, quarantined) = (Canary::new(), Canary::new(), Canary::new(), Canary::new());
    let named = Canary::new();
    fill(&world, 1, "stays", "now()").await;
    world
        .execute(&format!(
            "INSERT INTO participant (inquiry_id, intake_id, address, address_key) SELECT id, id, '{0}', '{0}' FROM inquiry",
            named.address()
        ))
        .await;
    done(&world, &["person", "erase", &named.address(), "--yes"]).await;
    let mail = removed.mail(&world, "stays1@visitor.example", &removed.0).await;
    done(&world, &["person", "remove", &mail, "--yes"]).await;
    let mail = stripped.mail(&world, "stays1@visitor.example", "Mimsified").await;
    done(&world, &["person", "remove", &mail, "--file", "1", "--yes"]).await;
    // A consultant asks by #erase, in a mail that quotes it.
    let (erased, quoting) = (Canary::new(), Canary::new());
    let mail = erased.mail(&world, "stays1@visitor.example", &erased.0).await;
    let quote = format!("#erase\n> {} {}", erased.0, quoting.0);
    let asking = quoting.mail(&world, "stays1@visitor.example", &quote).await;
    world.execute(&format!("UPDATE message SET party = 'consultant', subject = '' WHERE id = '{asking}'")).await;
    let sql = format!("SELECT remove_mail('{mail}', NULL, intake_id) FROM message WHERE id = '{asking}'");
    world.db.execute_unprepared(&sql).await.unwrap();
    let reference: String = world.value("SELECT reference FROM inquiry").await;
    for value in [&*corrected.0, "Mimsified"] {
        done(&world, &["person", "correct", &reference, "--field", "company", "--value", value, "--yes"]).await;
    }
    super::officer::quarantined(&world, &quarantined.address()).await;
    done(&world, &["person", "erase", &quarantined.address(), "--yes"]).await;
    hourly(&world).await;
    for (canary, way) in [
        (removed, "removal of a mail"),
        (stripped, "removal of a file"),
        (erased, "removal by a consultant"),
        (quoting, "the mail that asks for it"),
        (corrected, "correction"),
        (quarantined, "erasure of a mail in quarantine"),
        (named, "erasure of an address on another's inquiry"),
    ] {
        canary.is_gone(&world, way).await;
    }
}

/// A dump brings the bytes back, and the replay itself rewrites the tables. Nothing else happens on the restored database.
#[tokio::test]
async fn a_replay_leaves_no_byte_of_what_was_erased_after_the_dump() {
    let _log = LOG.lock().await;
    let world = world().await;
    if !has_tools(&world).await {
        return;
    }
    let erased = Canary::new();
    erased.inquiry(&world, "now() - interval '3 days'").await;
    done(&world, &["retention", "purge"]).await;
    let folder = tempfile::tempdir().unwrap();
    let (dump_file, ledger) = (folder.path().join("dump"), folder.path().join("ledger"));
    dump(&world, &dump_file);
    done(&world, &["person", "erase", &erased.address(), "--yes"]).await;
    done(&world, &["ledger", "export", ledger.to_str().unwrap()]).await;
    hourly(&world).await;
    erased.is_gone(&world, "erasure").await;

    let restored = restore(&dump_file).await;
    without_background_work(&restored).await;
    assert!(files_with(&restored, &erased.0).await > 0, "the dump has it");
    let begun = Instant::now();
    done(&restored, &["retention", "replay", ledger.to_str().unwrap()]).await;
    let took = begun.elapsed();
    no_log_file_has(&restored, &erased.0).await;
    erased.is_gone(&restored, "replay").await;
    eprintln!("the replay, with its rewrite: {:.1} s", took.as_secs_f32());
}

/// With the digest of the words, which stands beside it, that of words and sender would prove an address.
#[tokio::test]
async fn the_digests_of_texts_leave_the_file_with_their_rows() {
    let world = world().await;
    without_background_work(&world).await;
    world.inquiry("sender@visitor.example", &[]).await;
    world
        .execute(
            "INSERT INTO recent_text (inquiry_id, digest) SELECT id, decode(repeat('cb00714d', 8), 'hex') FROM inquiry \
             ON CONFLICT (inquiry_id) DO UPDATE SET digest = excluded.digest; CHECKPOINT",
        )
        .await;
    let copies = "SELECT (length(hex) - length(replace(hex, 'cb00714d', ''))) / 8 FROM (SELECT encode( \
                      pg_read_binary_file(pg_relation_filepath('recent_text')), 'hex') AS hex) AS file";
    assert!(world.value::<i32>(copies).await > 0);
    world.execute("SELECT erase_person('sender@visitor.example')").await;
    eventually(PATIENCE, "the row has left the file", async || {
        keep_tables(&world.db).await.unwrap();
        world.execute("CHECKPOINT").await;
        world.value::<i32>(copies).await == 0
    })
    .await;
}

/// The network cannot contain a text: its bytes are looked for as Postgres stores them.
#[tokio::test]
async fn the_networks_of_unverified_senders_leave_the_file_with_their_rows() {
    let world = world().await;
    without_background_work(&world).await;
    fill(&world, 3, "sender", "now() - interval '2 hours'").await;
    world.execute("UPDATE inquiry_content SET client_network = '203.0.113.77/32'").await;
    assert_eq!(world.value::<i64>("SELECT count(client_network) FROM inquiry_content").await, 0);
    world
        .execute(
            "UPDATE unverified_network SET stored_at = now() - interval '61 minutes' WHERE inquiry_id IN \
                       (SELECT inquiry_id FROM inquiry_content WHERE email_key NOT LIKE 'sender1@%'); CHECKPOINT",
        )
        .await;
    let copies = "SELECT (length(hex) - length(replace(hex, 'cb00714d', ''))) / 8 FROM (SELECT encode( \
                      pg_read_binary_file(pg_relation_filepath('unverified_network')), 'hex') AS hex) AS file";
    assert!(world.value::<i32>(copies).await >= 3);
    forget_networks(&world.db).await.unwrap();
    // The schedule `tables` tries again, in case another session was in the way.
    eventually(PATIENCE, "the two rows have left the file", async || {
        world.execute("SELECT rewrite_forgotten('unverified_network')").await;
        world.execute("CHECKPOINT").await;
        world.value::<i32>(copies).await == 1
    })
    .await;
    world.execute("UPDATE unverified_network SET stored_at = now() - interval '61 minutes'").await;
    forget_networks(&world.db).await.unwrap();
    assert_eq!(world.value::<i64>("SELECT pg_relation_size('unverified_network')").await, 0);
}
