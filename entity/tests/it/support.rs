use entity::{
    EmailAddress,
    store_inquiries::{InquiryFields, NewInquiry},
};
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
