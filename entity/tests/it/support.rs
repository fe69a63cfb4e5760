use std::{fs, path::Path};

use entity::{EmailAddress, contact::InquiryFields, store_inquiries::NewInquiry};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement, TryGetable};

/// With an address whose key differs, a text of many signs, and two recipients.
pub(crate) fn new_inquiry() -> NewInquiry {
    let sample = testdb::new_inquiry();
    NewInquiry {
        fields: InquiryFields {
            email: EmailAddress::parse("Canary+tag@example.com").unwrap(),
            message: "two\nlines \u{1f6e1} \\ ' \"".into(),
            ..sample.fields
        },
        notify: vec!["one@example.com".into(), "two@example.com".into()],
        ..sample
    }
}

pub(crate) async fn one<T: TryGetable>(db: &DatabaseConnection, sql: &str) -> T {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

/// Inquiries, contents, outbox rows and jobs.
pub(crate) async fn counts(db: &DatabaseConnection) -> [i64; 4] {
    let mut counts = [0; 4];
    for (count, table) in counts.iter_mut().zip(["inquiry", "inquiry_content", "outbox", "apalis.jobs"]) {
        *count = one(db, &format!("SELECT count(*) FROM {table}")).await;
    }
    counts
}

/// Whether a file is what `write` makes of it. With `UPDATE=1` it becomes that; `list` is the file of tests.
pub(crate) fn is_current(file: &str, list: &str, write: impl Fn(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    let checked_in = fs::read_to_string(&path).unwrap();
    let now = write(&checked_in);
    if std::env::var_os("UPDATE").is_some() {
        return fs::write(&path, now).unwrap();
    }
    assert!(checked_in == now, "{file} is stale: run `UPDATE=1 cargo test -p entity --test it {list}`");
}
