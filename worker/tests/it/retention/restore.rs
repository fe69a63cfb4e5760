//! Erased persons stay erased after the restore of a dump.

use std::{path::Path, process::Command};

use migration::{SchemaError, ensure_current, migrate};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement, TryGetable};
use tempfile::TempDir;
use testdb::TestDatabase;

use super::{EXPIRED, done, fill, refused, text, world};
use crate::support::{SmtpFake, Tls, World, compliance};

fn run(program: &str, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).output().unwrap();
    assert!(output.status.success(), "{program}: {}", text(&output.stderr));
}

/// The blocks of docs/backup.md, with the names of this test in place of the page's.
fn blocks(world: &World, folder: &Path) -> Vec<String> {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/backup.md")).unwrap();
    let database = world.database.owner_url().rsplit('/').next().unwrap().to_owned();
    let mut blocks = Vec::new();
    for block in page.split("```sh\n").skip(1).map(|rest| rest.split_once("```").unwrap().0) {
        let folder = folder.to_str().unwrap();
        let block = block.replace("/var/lib/firnwall-ledger", folder).replace("/var/lib/firnwall-dumps", folder);
        blocks.push(block.replace("DATABASE firnwall", &format!("DATABASE {database}")));
    }
    blocks
}

/// Runs a block as an operator does. `migration` is a program of another crate, so the test calls its function.
async fn run_block(world: &World, folder: &Path, block: &str) {
    let program = compliance(world).get_program().to_string_lossy().into_owned();
    for (number, part) in format!("\n{block}").split("\nmigration\n").enumerate() {
        if number > 0 {
            migrate(&world.database.owner_url()).await.unwrap();
        }
        let script = format!("compliance() {{ {program} \"$@\"; }}\n{part}");
        let script = script.replace("export ADMIN_DATABASE_URL=postgres://postgres:…@HOST/postgres", "");
        let admin = world.database.admin_url();
        let (server, _) = admin.rsplit_once('/').unwrap();
        let mut command = Command::new("bash");
        command
            .args(["-euo", "pipefail", "-c", &script])
            .current_dir(folder)
            .env("DATABASE_URL", world.database.app_url())
            .env("COMPLIANCE_DATABASE_URL", world.database.compliance_url())
            .env("MIGRATION_DATABASE_URL", world.database.owner_url())
            .env("ADMIN_DATABASE_URL", format!("{server}/postgres"));
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        assert!(output.status.success(), "{part}: {}", text(&output.stderr));
    }
}

#[tokio::test]
async fn an_operator_restores_a_backup_by_the_pages_commands() {
    let Some((world, folder)) = with_folder().await else { return };
    // The test's helper belongs to the administrator; the page's dump is the owner's.
    world.execute("ALTER SEQUENCE codes OWNER TO inquiry_owner").await;
    fill(&world, 2, "stays", "now() - interval '1 year'").await;
    fill(&world, 1, "erased", "now() - interval '1 year'").await;
    let [take, export, verify, restore] = blocks(&world, folder.path()).try_into().unwrap();
    std::fs::create_dir(folder.path().join("secrets")).unwrap();
    std::fs::write(folder.path().join(".env"), "").unwrap();
    run_block(&world, folder.path(), &take).await;
    let files = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let (dumps, others): (Vec<_>, Vec<_>) = files.partition(|name| name.starts_with("firnwall-"));
    assert!(others.iter().any(|name| name.starts_with("secrets-")), "{others:?}");
    let [dump] = dumps.try_into().unwrap();
    done(&world, &["person", "erase", "erased1@visitor.example", "--yes"]).await;
    run_block(&world, folder.path(), &export).await;
    let head = done(&world, &["ledger", "head"]).await;
    run_block(&world, folder.path(), &verify.replace("1234:0123…", head.trim())).await;

    run_block(&world, folder.path(), &restore.replace("firnwall-2026-11-20.dump", &dump)).await;
    ensure_current(&world.database.app().await).await.unwrap();
    let emails = "SELECT string_agg(email, ' ' ORDER BY email) FROM inquiry_content";
    let admin = world.database.admin().await;
    assert_eq!(value::<String>(&admin, emails).await, "stays1@visitor.example stays2@visitor.example");
}

/// The dump of docs/backup.md.
pub(super) fn dump(world: &World, file: impl AsRef<Path>) {
    run("pg_dump", &["--format=custom", "--file", file.as_ref().to_str().unwrap(), &world.database.admin_url()]);
}

/// The restore of docs/backup.md, into an empty database.
pub(super) async fn restore(file: impl AsRef<Path>) -> World {
    let database = TestDatabase::create_empty().await;
    let (url, file) = (database.owner_url(), file.as_ref().to_str().unwrap());
    run("pg_restore", &["--exit-on-error", "--no-owner", "--no-comments", "--dbname", &url, file]);
    World {
        db: database.app().await,
        admin: database.admin().await,
        rewriting: tokio::sync::Mutex::default(),
        database,
        server: SmtpFake::start(0, Tls::None, false).unwrap(),
        folder: tempfile::tempdir().unwrap(),
    }
}

/// Whether the machine has `pg_dump` in the server's version or newer.
pub(super) async fn has_tools(world: &World) -> bool {
    let server: i32 = world.value("SELECT current_setting('server_version_num')::int / 10000").await;
    let output = Command::new("pg_dump").arg("--version").output();
    let version = output.ok().and_then(|output| {
        let said = text(&output.stdout);
        said.split_whitespace().nth(2)?.split('.').next()?.parse::<i32>().ok()
    });
    let has_tools = version.is_some_and(|version| version >= server);
    if !has_tools {
        eprintln!("pg_dump {server} or newer is not on this machine: the restore is not shown");
    }
    has_tools
}

/// A world, and a folder for its dump and its ledger. `None`: this machine takes no dump.
pub(super) async fn with_folder() -> Option<(World, TempDir)> {
    let world = world().await;
    has_tools(&world).await.then(|| (world, tempfile::tempdir().unwrap()))
}

pub(super) fn path_in(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

async fn value<T: TryGetable>(db: &DatabaseConnection, sql: &str) -> T {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

#[tokio::test]
async fn a_restored_dump_cannot_be_used_until_the_ledger_is_replayed() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, ledger] = &["dump", "ledger"].map(|name| path_in(&folder, name));
    fill(&world, 5, "stays", "now() - interval '1 year'").await;
    fill(&world, 3, "erased", "now() - interval '1 year'").await;
    fill(&world, 2, "held", "now() - interval '2 years' + interval '4 seconds'").await;
    fill(&world, 4, "expires", "now() - interval '2 years' + interval '4 seconds'").await;
    done(&world, &["person", "request", "add", "erased1@visitor.example", "--kind", "erasure"]).await;
    done(&world, &["retention", "purge"]).await;
    dump(&world, dump_file);

    // After the dump: two erasures, a hold, and what expired is purged.
    for address in ["erased1@visitor.example", "erased2@visitor.example"] {
        done(&world, &["person", "erase", address, "--yes"]).await;
    }
    done(
        &world,
        &["retention", "hold", "--email", "held1@visitor.example", "--reason", "a case", "--until", "2099-12-31"],
    )
    .await;
    let received: String =
        world.value("SELECT to_char(now() AT TIME ZONE 'UTC' - interval '9 days', 'YYYY-MM-DD')").await;
    let add = ["person", "request", "add", "stays1@visitor.example", "--kind", "objection", "--received", &received];
    done(&world, &add).await;
    let request: String = world.value("SELECT id::text FROM data_subject_request WHERE kind = 'objection'").await;
    done(&world, &["person", "request", "extend", &request, "--reason", "complexity"]).await;
    done(&world, &["person", "restrict", "stays2@visitor.example"]).await;
    let open = done(&world, &["person", "request", "list"]).await;
    tokio::time::sleep(std::time::Duration::from_millis(4200)).await;
    done(&world, &["retention", "purge"]).await;
    done(&world, &["ledger", "export", ledger]).await;
    let before: String = world.value("SELECT string_agg(email, ' ' ORDER BY email) FROM inquiry_content").await;

    let restored = restore(dump_file).await;
    assert_eq!(restored.value::<i64>("SELECT count(*) FROM inquiry_content WHERE email LIKE 'erased%'").await, 3);
    // Api and worker call this before they use the database.
    assert!(matches!(ensure_current(&restored.db).await, Err(SchemaError::Restored)));
    assert!(restored.db.execute_unprepared("SELECT purge_expired(gen_random_uuid(), 1)").await.is_err());
    assert!(refused(&restored, &["person", "erase", "erased3@visitor.example", "--yes"]).await.contains("replay"));

    let said = done(&restored, &["retention", "replay", ledger]).await;
    assert!(said.contains("repeated: 2 inquiries erased, 1 hold placed"), "{said}");
    ensure_current(&restored.db).await.unwrap();
    let after: String = restored.value("SELECT string_agg(email, ' ' ORDER BY email) FROM inquiry_content").await;
    assert_eq!(after, before);
    assert_eq!(done(&restored, &["person", "request", "list"]).await, open, "with its address and deadline");
    assert_eq!(restored.value::<i64>("SELECT count(*) FROM inquiry WHERE restricted_at IS NOT NULL").await, 1);
    let late = "SELECT coalesce(sum((detail ->> 'late')::int), 0)::bigint FROM ledger WHERE kind = 'purge'";
    assert_eq!(value::<i64>(&restored.db, late).await, 0);
    // The same ledger goes on.
    done(&restored, &["ledger", "export", ledger]).await;
    assert!(done(&restored, &["ledger", "verify", ledger]).await.starts_with("intact"));
    assert!(done(&restored, &["retention", "holds"]).await.contains("held1@visitor.example"));
}

/// Takes back what an earlier release lacks.
async fn to_earlier_release(world: &World) {
    let lacks = "DROP FUNCTION replay_entries; DELETE FROM schema_migrations WHERE file = 'functions/replay_entries'";
    world.execute(lacks).await;
}

/// It cannot repeat a request.
#[tokio::test]
async fn a_dump_of_an_earlier_release_is_migrated_and_replayed() {
    let Some((world, folder)) = with_folder().await else { return };
    let [dump_file, older, ledger] = &["dump", "older", "ledger"].map(|name| path_in(&folder, name));
    fill(&world, 3, "visitor", "now() - interval '1 year'").await;
    done(&world, &["person", "request", "add", "visitor1@visitor.example", "--kind", "erasure"]).await;
    let waiting = "INSERT INTO outbox (id, inquiry_id, kind, recipient) \
                   SELECT gen_random_uuid(), inquiry_id, 'notification', 'desk@own.example' FROM inquiry_content \
                   WHERE email_key = 'visitor2@visitor.example'";
    world.execute(waiting).await;
    done(&world, &["ledger", "export", older]).await;
    done(&world, &["retention", "holds"]).await;
    to_earlier_release(&world).await;
    dump(&world, dump_file);
    migrate(&world.database.owner_url()).await.unwrap();
    done(&world, &["person", "erase", "visitor1@visitor.example", "--yes"]).await;
    done(&world, &["person", "request", "add", "visitor2@visitor.example", "--kind", "restriction"]).await;
    done(&world, &["person", "restrict", "visitor2@visitor.example"]).await;
    done(&world, &["ledger", "export", ledger]).await;

    let restored = restore(dump_file).await;
    // A file that does not fit changes nothing, not even the schema.
    assert!(refused(&restored, &["retention", "replay", older]).await.contains("older than the dump"));
    assert!(matches!(ensure_current(&restored.db).await, Err(SchemaError::Older { .. })));
    done(&restored, &["retention", "replay", ledger]).await;
    ensure_current(&restored.db).await.unwrap();
    let requests = "SELECT string_agg(concat_ws(' ', kind, email_key, closed_at IS NULL), ', ' ORDER BY kind) \
                    FROM data_subject_request";
    assert_eq!(restored.value::<String>(requests).await, "erasure f, restriction visitor2@visitor.example t");
    let notification = "SELECT concat_ws(' ', state, last_code) FROM outbox WHERE kind = 'notification'";
    assert_eq!(restored.value::<String>(notification).await, "suppressed restricted");
    let inquiries = "SELECT string_agg(concat_ws(' ', email_key, restricted_at IS NOT NULL), ', ' ORDER BY email_key) \
                     FROM inquiry JOIN inquiry_content ON inquiry_content.inquiry_id = inquiry.id";
    assert_eq!(restored.value::<String>(inquiries).await, "visitor2@visitor.example t, visitor3@visitor.example f");
}

#[tokio::test]
async fn replay_refuses_a_file_that_does_not_fit() {
    let Some((world, folder)) = with_folder().await else { return };
    let path = |name: &str| path_in(&folder, name);
    let (old, foreign, broken) = (path("old"), path("foreign"), path("broken"));
    done(&world, &["ledger", "export", &old]).await;
    fill(&world, 1, "gone", EXPIRED).await;
    done(&world, &["retention", "purge"]).await;
    dump(&world, path("dump"));
    let other = super::world().await;
    for _ in 0..9 {
        done(&other, &["retention", "holds"]).await;
    }
    done(&other, &["ledger", "export", &foreign]).await;
    std::fs::write(&broken, std::fs::read_to_string(&foreign).unwrap().replacen("read", "purge", 1)).unwrap();

    let restored = restore(path("dump")).await;
    for (file, sentence) in [
        (old.as_str(), "older than the dump"),
        (foreign.as_str(), "not this database's ledger"),
        (broken.as_str(), "not an intact ledger"),
        ("/nonexistent", "cannot be read"),
    ] {
        let error = refused(&restored, &["retention", "replay", file]).await;
        assert!(error.contains(sentence), "{file}: {error}");
        assert!(matches!(ensure_current(&restored.db).await, Err(SchemaError::Restored)), "{file}");
    }
    let said = done(&restored, &["retention", "replay", "--without-ledger"]).await;
    for part in [
        "Nothing since the dump was repeated. Persons who were erased since are back: erase them again",
        "Holds, restrictions, requests and corrections are lost: repeat them",
    ] {
        assert!(said.contains(part), "{said}");
    }
    ensure_current(&restored.db).await.unwrap();
    let recorded = "SELECT detail ->> 'ledger' FROM ledger WHERE kind = 'replay'";
    assert_eq!(restored.value::<String>(recorded).await, "false");
}
