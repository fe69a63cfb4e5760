//! [`FIELDS`] against the tables, what is stored, and docs/records.md, whose row of the form's columns
//! `UPDATE=1 cargo test -p entity --test it fields` writes anew.

use std::collections::BTreeSet;

use entity::{
    contact::{FIELDS, Field, Kind, OptionalFields},
    inquiry, inquiry_content,
    store_inquiries::store,
};
use sea_orm::{ConnectionTrait, EntityTrait};
use testdb::TestDatabase;

use crate::support::{is_current, new_inquiry};

fn columns(is_listed: impl Fn(&Field) -> bool) -> BTreeSet<String> {
    FIELDS.iter().filter(|field| is_listed(field)).map(|field| field.column.to_owned()).collect()
}

fn names(value: impl serde::Serialize) -> BTreeSet<String> {
    serde_json::to_value(value).unwrap().as_object().unwrap().keys().cloned().collect()
}

#[test]
fn the_list_has_the_fields_that_are_stored() {
    assert_eq!(columns(|_| true), names(new_inquiry().fields));
    assert_eq!(columns(|field| !field.is_required), names(OptionalFields::default()));
    let sample = testkit::inquiry::fields();
    for field in FIELDS {
        assert_eq!(testkit::inquiry::snake_case(field.name), field.column);
        let is_stored = field.is_content() || field.column.parse::<inquiry::Column>().is_ok();
        assert!(is_stored, "{} is in neither tables/inquiry.rs nor tables/inquiry_content.rs", field.column);
        assert!(sample.contains_key(field.name), "{} is not in `valid` of field-rules.json", field.name);
    }
}

/// Pages and mails find a label by the value alone.
#[test]
fn no_value_is_a_choice_of_two_fields_or_a_field() {
    let mut known = BTreeSet::new();
    for field in FIELDS {
        let options = if let Kind::Choice(options) = field.kind { options } else { &[] };
        for name in options.iter().map(|(value, _)| *value).chain([field.name]) {
            assert!(known.insert(name), "{name}");
        }
    }
}

#[tokio::test]
async fn what_was_entered_is_read_back_with_the_labels_of_choices() {
    let database = TestDatabase::create().await;
    let db = database.app().await;
    let new = new_inquiry();
    store(&db, std::slice::from_ref(&new)).await.unwrap();
    let inquiry = inquiry::Entity::find().one(&db).await.unwrap().unwrap();
    let content = inquiry_content::Entity::find().one(&db).await.unwrap().unwrap();
    let entered = serde_json::to_value(&new.fields).unwrap();
    for field in FIELDS {
        let shown = field.entered(&inquiry, &content);
        match field.kind {
            Kind::Choice(options) => {
                let (value, _) = options.iter().find(|(_, label)| shown == *label).unwrap();
                assert_eq!(entered[field.column], *value);
            }
            _ => assert_eq!(entered[field.column], shown),
        }
    }
}

#[tokio::test]
async fn the_database_takes_every_option_and_nothing_else() {
    let database = TestDatabase::create().await;
    let (db, admin) = (database.app().await, database.admin().await);
    store(&db, &[new_inquiry()]).await.unwrap();
    for field in FIELDS {
        let (taken, refused): (Vec<_>, _) = match field.kind {
            Kind::Choice(options) => (
                options.iter().map(|(value, _)| format!("'{value}'")).collect(),
                vec!["'gold'".to_owned(), "''".to_owned()],
            ),
            Kind::Count { max, .. } => {
                (vec!["1".to_owned(), max.to_string()], vec!["0".to_owned(), (max + 1).to_string()])
            }
            _ => continue,
        };
        let set = |value: &str| format!("UPDATE inquiry SET {} = {value}", field.column);
        for value in taken {
            admin.execute_unprepared(&set(&value)).await.unwrap_or_else(|error| panic!("{}: {error}", set(&value)));
        }
        for value in refused {
            assert!(admin.execute_unprepared(&set(&value)).await.is_err(), "{}", set(&value));
        }
    }
}

#[test]
fn the_records_name_the_columns_of_the_form() {
    const BEGIN: &str = "| `inquiry_content`, `held_content` | ";
    let columns = FIELDS.iter().filter(|field| field.is_content()).map(|field| field.column).chain(["email_key"]);
    let columns: Vec<_> = columns.map(|column| format!("`{column}`")).collect();
    is_current("docs/records.md", "fields", |text| {
        let (before, after) = text.split_once(BEGIN).unwrap();
        format!("{before}{BEGIN}{} | {}", columns.join(", "), after.split_once(" | ").unwrap().1)
    });
}
