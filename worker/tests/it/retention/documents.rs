//! The privacy page, the documents and the program promise the same periods.

use std::{collections::HashSet, fs, path::Path};

use entity::{ANSWER_DAYS, REMINDER_DAYS, RETENTION_YEARS};

use super::world;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn file(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What stands between backticks.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The names of all tests below `folder`, Rust's and the site's.
fn tests(folder: &Path, names: &mut HashSet<String>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy();
        if path.is_dir() && !name.starts_with('.') && !["target", "node_modules", "dist"].contains(&&*name) {
            tests(&path, names);
        } else if [".rs", ".ts", ".tsx"].iter().any(|ending| name.ends_with(ending)) {
            let text = fs::read_to_string(&path).unwrap();
            let functions = ["#[test]\n", "#[tokio::test"].into_iter().flat_map(|mark| text.split(mark).skip(1));
            names.extend(functions.filter_map(|rest| Some(rest.split_once("fn ")?.1.split_once('(')?.0.to_owned())));
            names.extend(text.split("test('").skip(1).filter_map(|rest| Some(rest.split_once('\'')?.0.to_owned())));
        }
    }
}

/// The claims, and the attempts of an insider.
#[test]
fn every_claim_names_tests_that_exist() {
    let (document, mut known) = (file("docs/retention.md"), HashSet::new());
    tests(root(), &mut known);
    for (header, fewest) in [("| Claim | Held by |", 30), ("| Attempt | Outcome | Tried by |", 30)] {
        let table = document.split(header).nth(1).unwrap_or_else(|| panic!("{header}")).split("\n\n").next().unwrap();
        let rows: Vec<_> = table.lines().skip(2).map(|row| row.rsplit(" | ").next().unwrap()).collect();
        assert!(rows.len() > fewest, "{header}: {} rows", rows.len());
        for tried in rows {
            let names = quoted(tried);
            let has_statements = tried.starts_with(|first: char| first.is_ascii_digit());
            assert!(!names.is_empty() || has_statements, "{header} a row names no test: {tried}");
            let missing: Vec<_> = names.iter().filter(|name| !known.contains(*name)).collect();
            assert!(missing.is_empty(), "no test has this name: {missing:?}");
        }
    }
}

/// The value of `name: '…'` or `name = …` in a module of the site.
fn constant(module: &str, name: &str) -> String {
    let line = module.lines().find(|line| line.contains(&format!("{name}:")) || line.contains(&format!("{name} =")));
    let line = line.unwrap_or_else(|| panic!("{name} is not in the site's constants"));
    line.split_once([':', '=']).unwrap().1.trim().trim_end_matches(',').trim_matches('\'').to_owned()
}

#[test]
fn every_period_of_the_privacy_page_stands_in_the_retention_document() {
    let constants = file("web/src/content/constants.ts") + &file("web/src/content/en/figures.ts");
    let document = file("docs/retention.md");
    for name in ["inquiries", "clientRecords", "marketing", "analytics"] {
        let period = constant(&constants, name);
        assert!(document.contains(&period), "docs/retention.md does not say: {period}");
    }
    assert_eq!(constant(&constants, "dataSubjectAnswerDays"), ANSWER_DAYS.to_string());
    let backups = format!("at most {} days", constant(&constants, "backupDays"));
    for path in ["docs/retention.md", "docs/backup.md"] {
        assert!(file(path).contains(&backups), "{path} does not say: {backups}");
    }
    assert!(constant(&constants, "inquiries").contains(&format!("{RETENTION_YEARS} years from last contact")));
    for sentence in [
        format!("{RETENTION_YEARS} years after the last contact"),
        format!("within {ANSWER_DAYS} days"),
        format!("{REMINDER_DAYS} days before"),
    ] {
        assert!(document.contains(&sentence), "docs/retention.md does not say: {sentence}");
    }
}

#[test]
fn compose_and_up_let_postgres_delete_old_files_of_the_log() {
    for path in ["compose.yaml", "tools/devstack/src/postgres/cluster.rs"] {
        let text = file(path).replace([' ', '"', '\''], "");
        for setting in ["wal_recycle=off", "--wal-segsize=1", "max_wal_size=1GB", "wal_buffers=4MB"] {
            let ends = |rest: &str| !rest.starts_with(|next: char| next.is_ascii_digit());
            assert!(text.split(setting).skip(1).any(ends), "{path} lacks {setting}");
        }
    }
}

/// Tables without partitions; `schema_migrations` and `_sqlx_migrations` list what was applied.
const TABLES: &str = "SELECT string_agg(CASE schemaname WHEN 'public' THEN tablename ELSE schemaname || '.' || tablename END, \
                      ' ' ORDER BY tablename) FROM pg_tables \
                      WHERE schemaname IN ('public', 'apalis') AND tablename !~ 'migrations$' AND NOT EXISTS ( \
                          SELECT FROM pg_inherits WHERE inhrelid = (schemaname || '.' || tablename)::regclass)";

/// Neither rows about a person nor about what was done.
const RULES: [&str; 2] = ["retention_lock", "compliance_rule"];

#[tokio::test]
async fn the_document_names_every_table() {
    let (world, document) = (world().await, file("docs/retention.md"));
    let tables: String = world.value(TABLES).await;
    assert!(tables.split(' ').count() > 12, "{tables}");
    let rows = document.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let named: Vec<_> = rows.flat_map(quoted).collect();
    for table in tables.split(' ').filter(|table| !RULES.contains(table)) {
        assert!(named.iter().any(|name| name == table), "no row about {table}");
    }
    let privacy = file("web/src/content/en/privacy-policy.ts");
    for promise in [
        "our application can no longer read the record",
        "recorded with its reason and end",
        "retentionPeriods.inquiries",
    ] {
        assert!(privacy.contains(promise), "the privacy page no longer says: {promise}");
    }
}

/// Columns that the schema marks as personal by keeping no statistics of them.
const PERSONAL: &str = "\
    SELECT string_agg(DISTINCT relname || '.' || attname, ' ' ORDER BY relname || '.' || attname) FROM pg_attribute \
    JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') \
        AND NOT relispartition AND attnum > 0 AND NOT attisdropped AND attstattarget = 0 \
        AND relname || '.' || attname NOT IN ('outbox.state', 'intake.state', 'outbox.message_id', 'inquiry.reference')";

/// The columns in the schedule of docs/records.md, with their tables.
fn listed(records: &str) -> Vec<(String, String)> {
    let schedule = records.split("## Categories").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows = schedule.lines().filter(|line| line.starts_with("| "));
    rows.flat_map(|row| {
        let cells: Vec<_> = row.split(" | ").collect();
        let columns = quoted(cells[2]);
        quoted(cells[1]).into_iter().flat_map(move |table| columns.clone().into_iter().map(move |c| (table.clone(), c)))
    })
    .collect()
}

#[tokio::test]
async fn the_records_have_every_personal_column_and_no_other() {
    let (world, records) = (world().await, file("docs/records.md"));
    let listed = listed(&records);
    for (table, column) in &listed {
        let sql = format!(
            "SELECT count(*) FROM information_schema.columns \
             WHERE table_schema = 'public' AND table_name = '{table}' AND column_name = '{column}'"
        );
        assert_eq!(world.value::<i64>(&sql).await, 1, "{table}.{column} is not in the schema");
    }
    let personal: String = world.value(PERSONAL).await;
    for column in personal.split(' ') {
        assert!(
            listed.iter().any(|(table, name)| format!("{table}.{name}") == column),
            "{column} is not in docs/records.md"
        );
    }
    for period in [format!("{RETENTION_YEARS} years after the last contact"), "at most 35 days".to_owned()] {
        assert!(records.contains(&period), "{period}");
    }
}

/// The planner's statistics keep values after their rows are gone. In every partition, those to come included.
#[tokio::test]
async fn no_statistics_are_kept_of_any_column_in_the_records() {
    let world = world().await;
    world
        .execute(
            "DO $$ DECLARE name text; BEGIN FOR name IN SELECT inhrelid::regclass::text FROM pg_inherits \
                 JOIN pg_class ON oid = inhrelid \
                 WHERE relkind = 'r' AND relname ~ '_20' LOOP EXECUTE 'DROP TABLE ' || name; END LOOP; END $$; \
             SELECT create_content_partitions(), turn_mail_partitions()",
        )
        .await;
    let listed = listed(&file("docs/records.md"));
    assert!(listed.len() > 40, "{listed:?}");
    for (table, column) in listed {
        let sql = format!(
            "SELECT coalesce(string_agg(attrelid::regclass::text, ' '), '') FROM pg_attribute WHERE attname = '{column}' \
             AND attstattarget IS DISTINCT FROM 0 AND (attrelid = '{table}'::regclass OR attrelid IN \
                 (SELECT inhrelid FROM pg_inherits WHERE inhparent = '{table}'::regclass))"
        );
        assert_eq!(world.value::<String>(&sql).await, "", "{column} of {table}: SET STATISTICS 0");
    }
    // An index on an expression has its own statistics, and so has an extended statistics object.
    let others = "SELECT count(*) FROM pg_statistic_ext WHERE stxnamespace = 'public'::regnamespace";
    let expressions = "SELECT count(*) FROM pg_index JOIN pg_class ON pg_class.oid = indrelid \
                       JOIN pg_attribute ON attrelid = indexrelid AND indkey[attnum - 1] = 0 \
                       WHERE relnamespace = 'public'::regnamespace AND attstattarget <> 0";
    assert_eq!((world.value::<i64>(others).await, world.value::<i64>(expressions).await), (0, 0));
}
