use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement, Value};
use testdb::TestDatabase;

/// Stores a good row with one column set to `value`.
async fn insert(db: &DatabaseConnection, column: &str, value: Value) -> Result<(), String> {
    let sql = |columns: &[(&str, &str)]| {
        let given = columns.iter().any(|(name, _)| *name == column);
        let other = (columns == CONTENT && !given).then_some((column, "NULL"));
        let columns: Vec<_> = columns.iter().copied().chain(other).collect();
        let names: Vec<_> = columns.iter().map(|(name, _)| *name).collect();
        let values: Vec<_> = columns.iter().map(|(name, sql)| if *name == column { "$1" } else { sql }).collect();
        format!("({}) VALUES ({})", names.join(", "), values.join(", "))
    };
    let (sql, values) = if INQUIRY.iter().any(|(name, _)| *name == column) {
        (format!("INSERT INTO inquiry {}", sql(INQUIRY)), vec![value])
    } else {
        let parent = format!("INSERT INTO inquiry {} RETURNING id", sql(INQUIRY));
        let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, parent)).await.unwrap().unwrap();
        let id: uuid::Uuid = row.try_get_by_index(0).unwrap();
        let sql = sql(CONTENT).replacen('(', "(inquiry_id, ", 1).replacen("VALUES (", "VALUES ($2, ", 1);
        (format!("INSERT INTO inquiry_content {sql}"), vec![value, id.into()])
    };
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, sql, values);
    db.execute_raw(statement).await.map(drop).map_err(|error| error.to_string())
}

const INQUIRY: &[(&str, &str)] = &[
    ("id", "gen_random_uuid()"),
    ("reference", "'FW-' || upper(substr(md5(random()::text), 1, 4) || '-' || substr(md5(random()::text), 1, 4))"),
    ("idempotency_key", "gen_random_uuid()"),
    ("token_digest", "sha256(gen_random_uuid()::text::bytea)"),
    ("contact_reason", "'other'"),
    ("consent", "true"),
    ("gdpr_consent", "true"),
    ("policy_digest", "sha256('')"),
    ("consent_digest", "sha256('')"),
    ("gdpr_consent_digest", "sha256('')"),
    ("bot_check", "'verified'"),
];

const CONTENT: &[(&str, &str)] = &[
    ("first_name", "'a'"),
    ("last_name", "'a'"),
    ("company", "'a'"),
    ("email", "'a@b.example'"),
    ("email_key", "'a@b.example'"),
    ("message", "'a'"),
];

/// Every column of `inquiry_content` with text that a visitor enters, and its greatest length: the api's.
async fn text_columns(admin: &DatabaseConnection) -> BTreeMap<String, usize> {
    let sql = "SELECT column_name::text FROM information_schema.columns WHERE table_schema = 'public' \
               AND table_name = 'inquiry_content' AND data_type = 'text' AND column_name <> 'email_key'";
    let rows = admin.query_all_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap();
    let api: serde_json::Value = serde_json::from_str(include_str!("../../../api/openapi.json")).unwrap();
    let fields = api["components"]["schemas"]["Inquiry"]["properties"].as_object().unwrap();
    let columns = rows.iter().map(|row| {
        let column: String = row.try_get_by_index(0).unwrap();
        let field = fields.iter().find(|(name, _)| name.eq_ignore_ascii_case(&column.replace('_', "")));
        let max = field.and_then(|(_, field)| field["maxLength"].as_u64());
        let max = max.unwrap_or_else(|| panic!("{column} has a length in openapi.json"));
        (column, usize::try_from(max).unwrap())
    });
    columns.collect()
}

#[tokio::test]
async fn every_length_counts_as_a_browser_counts() {
    let database = TestDatabase::create().await;
    let app = database.app().await;
    for (column, max) in text_columns(&database.admin().await).await {
        let column = column.as_str();
        if column == "email" {
            continue;
        }
        for unit in ["x", "é", "漢"] {
            insert(&app, column, unit.repeat(max).into()).await.unwrap_or_else(|e| panic!("{column} {unit}: {e}"));
            assert!(insert(&app, column, unit.repeat(max + 1).into()).await.is_err(), "{column} {unit}");
        }
        // One character, two UTF-16 code units.
        insert(&app, column, "🛡".repeat(max / 2).into()).await.unwrap_or_else(|e| panic!("{column}: {e}"));
        assert!(insert(&app, column, "🛡".repeat(max / 2 + 1).into()).await.is_err(), "{column}");
        assert!(insert(&app, column, "".into()).await.is_err(), "{column} may be empty");
    }
    insert(&app, "email", format!("{}@b.example", "a".repeat(245)).into()).await.unwrap();
    assert!(insert(&app, "email", format!("{}@b.example", "a".repeat(246)).into()).await.is_err());
    assert!(insert(&app, "phone", "1234".into()).await.is_err());
}

#[tokio::test]
async fn consent_and_forms_hold_in_the_database() {
    let database = TestDatabase::create().await;
    let app = database.app().await;
    for (column, value) in [
        ("consent", Value::from(false)),
        ("gdpr_consent", false.into()),
        ("bot_check", "maybe".into()),
        ("reference", "FW-ILOU-0000".into()),
        ("token_digest", vec![1_u8].into()),
        ("email", "a b@c.example".into()),
        ("email", "nobody".into()),
    ] {
        assert!(insert(&app, column, value).await.is_err(), "{column}");
    }
}

#[tokio::test]
async fn control_characters_stay_out() {
    let database = TestDatabase::create().await;
    let app = database.app().await;
    let columns = text_columns(&database.admin().await).await;
    for control in ["\r", "\n", "\t", "\u{1b}", "\u{7f}", "\u{85}"] {
        for column in columns.keys().filter(|column| *column != "message") {
            assert!(insert(&app, column, format!("abcde{control}@x.ch").into()).await.is_err(), "{column} {control:?}");
        }
    }
    insert(&app, "message", "two\nlines\tand a tab".into()).await.unwrap();
    assert!(insert(&app, "message", "carriage\rreturn".into()).await.is_err());
}
