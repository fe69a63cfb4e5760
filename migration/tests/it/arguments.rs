//! The program's arguments: none of them may run a migration.

use std::process::{Command, Output};

use migration::{SchemaError, ensure_current};
use testdb::TestDatabase;

async fn run(database: &TestDatabase, arguments: &[&str], settings: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_migration"));
    let urls = [("MIGRATION_DATABASE_URL", database.owner_url())];
    command.args(arguments).env_clear().envs(urls).envs(settings.to_vec()).current_dir(std::env::temp_dir());
    tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
}

#[tokio::test]
async fn help_version_and_unknown_arguments_migrate_nothing() {
    let database = TestDatabase::create_empty().await;
    for (arguments, code, part) in [
        (["--help"], 0, "MIGRATION_DATABASE_URL   role inquiry_owner"),
        (["-h"], 0, "Usage: migration"),
        (["--version"], 0, "migration "),
        (["up"], 2, "unexpected argument 'up' found"),
        (["--hepl"], 2, "try '--help'"),
    ] {
        let output = run(&database, &arguments, &[]).await;
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(output.status.code() == Some(code) && text.contains(part), "{arguments:?}: {text}");
        assert!(matches!(ensure_current(&database.app().await).await, Err(SchemaError::Absent(_))), "{arguments:?}");
    }
    let output = run(&database, &[], &[("COMPLIANCE_SECOND_OFFICER_FILE", "/run/secrets/on")]).await;
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && text.contains("set COMPLIANCE_SECOND_OFFICER to on or off"), "{text}");
    assert!(matches!(ensure_current(&database.app().await).await, Err(SchemaError::Absent(_))));
    let output = run(&database, &[], &[]).await;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    ensure_current(&database.app().await).await.unwrap();
}
