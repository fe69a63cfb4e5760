//! Signs of spam: what is suspected is stored and mailed to nobody.

use axum::http::StatusCode;
use entity::{SpamSign, env::Env};
use sea_orm::{ActiveEnum, ConnectionTrait, Iterable};
use serde_json::{Value, json};

use crate::support::{TestApp, config, one};

const TEXT: &str =
    "We moved our mail to another provider last year and would like someone to check the configuration for us";

struct Case(TestApp);

impl Case {
    async fn new() -> Self {
        Self(TestApp::start().await)
    }

    /// Posts an inquiry with these changes, and returns what was noted: state, points and signs.
    async fn noted(&self, changes: &Value) -> String {
        let mut inquiry = self.0.inquiry().await;
        for (name, value) in changes.as_object().unwrap() {
            inquiry[name] = value.clone();
        }
        let response = self.0.post(&inquiry).await;
        assert_eq!(response.status, StatusCode::CREATED, "a program learns nothing from the answer");
        let reference = response.json["reference"].as_str().unwrap();
        let sql = format!(
            "SELECT concat_ws(' ', CASE WHEN is_suspected THEN 'suspected' ELSE 'ordinary' END, points, \
             array_to_string(signs, ' '), (SELECT count(*) FROM outbox WHERE inquiry_id = inquiry.id) || ' mails') \
             FROM inquiry LEFT JOIN spam_check ON inquiry_id = id WHERE reference = '{reference}'"
        );
        one(&self.0.admin, &sql).await
    }
}

#[tokio::test]
async fn what_a_person_sends_has_no_signs() {
    let case = Case::new().await;
    assert_eq!(case.noted(&json!({ "decoy": "", "elapsedMs": 41_000 })).await, "ordinary 3 mails");
    assert_eq!(case.noted(&json!({ "decoy": null, "elapsedMs": null })).await, "ordinary 3 mails");
}

#[tokio::test]
async fn from_the_limit_on_an_inquiry_is_kept_without_mails() {
    let case = Case::new().await;
    assert_eq!(case.noted(&json!({ "decoy": "x" })).await, "suspected 5 decoy 0 mails");
    assert_eq!(case.noted(&json!({ "elapsedMs": 2_999.0 })).await, "ordinary 3 haste 3 mails");
    let advertised = json!({ "message": "Backlinks and guest posts at the best price" });
    assert_eq!(case.noted(&advertised).await, "suspected 6 phrases 0 mails");
    let linked = json!({ "message": format!("{TEXT} https://one.example https://two.example"), "elapsedMs": 900 });
    assert_eq!(case.noted(&linked).await, "suspected 5 haste links 0 mails");
    let state = "SELECT count(*) FROM ticket WHERE state = 'spam'";
    assert_eq!(one::<i64>(&case.0.admin, state).await, 3);
    assert_eq!(one::<i64>(&case.0.admin, "SELECT count(*) FROM apalis.jobs").await, 3, "of the ordinary one");
}

#[tokio::test]
async fn the_schema_stores_every_sign_and_has_a_count_for_it() {
    let case = Case::new().await;
    case.noted(&json!({ "decoy": "x" })).await;
    let mut names: Vec<String> = SpamSign::iter().map(|sign| sign.to_value()).collect();
    let store = format!("UPDATE spam_check SET signs = ARRAY['{}']", names.join("', '"));
    case.0.admin.execute_unprepared(&store).await.unwrap();
    let counted = "SELECT string_agg(sign, ' ' ORDER BY sign) FROM spam_decision WHERE sign <> 'none'";
    names.sort_unstable();
    assert_eq!(one::<String>(&case.0.admin, counted).await, names.join(" "));
}

#[tokio::test]
async fn an_incident_needs_twice_the_points() {
    let case = Case::new().await;
    let urgent = json!({ "decoy": "x", "elapsedMs": 900, "contactReason": "incident-response" });
    assert_eq!(case.noted(&urgent).await, "ordinary 8 decoy haste 2 mails");
}

#[tokio::test]
async fn the_limit_is_the_operators() {
    let mut config = config();
    let env = Env::from_pairs([("SPAM_LIMIT", "off")]);
    config.spam_limit = entity::spam_limit::SpamLimit::from_env(&env).unwrap();
    let case = Case(TestApp::start_with(config, None).await);
    assert_eq!(case.noted(&json!({ "decoy": "x", "elapsedMs": 0 })).await, "ordinary 8 decoy haste 3 mails");
}

#[tokio::test]
async fn a_text_that_comes_again_weighs_more_each_time() {
    let case = Case::new().await;
    let text = |number: u32| {
        json!({
            "message": format!("{TEXT}. Offer {number}: https://n{number}.example"),
            "email": format!("probe@visitor{number}.example"),
        })
    };
    assert_eq!(case.noted(&text(1)).await, "ordinary 1 links 3 mails");
    assert_eq!(case.noted(&text(2)).await, "ordinary 3 links repeated 3 mails");
    assert_eq!(case.noted(&text(3)).await, "suspected 5 links repeated 0 mails");
    assert_eq!(case.noted(&text(4)).await, "suspected 6 links known_text 0 mails");
    // A week later the same text is new, whatever became of the earlier ones.
    let old = "UPDATE recent_text SET stored_at = stored_at - interval '8 days'";
    case.0.admin.execute_unprepared(old).await.unwrap();
    assert_eq!(case.noted(&text(5)).await, "ordinary 1 links 3 mails");
}

#[tokio::test]
async fn what_consultants_have_taken_up_is_no_spam_when_it_comes_again() {
    let case = Case::new().await;
    let claim = "INSERT INTO ticket (inquiry_id, state, closed_at) SELECT id, 'closed', now() FROM inquiry \
                 ON CONFLICT (inquiry_id) DO UPDATE SET state = 'closed'";
    for _ in 0..4 {
        assert_eq!(case.noted(&json!({ "message": TEXT })).await, "ordinary 3 mails");
        sea_orm::ConnectionTrait::execute_unprepared(&case.0.admin, claim).await.unwrap();
    }
}

#[tokio::test]
async fn values_of_another_type_are_refused_by_name() {
    let case = Case::new().await;
    for (name, values) in [
        ("decoy", vec![json!(1), json!(true), json!([])]),
        ("elapsedMs", vec![json!("1"), json!(-1), json!(1.5), json!(1e300), json!({})]),
    ] {
        for value in values {
            let mut inquiry = case.0.inquiry().await;
            inquiry[name] = value.clone();
            let response = case.0.post(&inquiry).await;
            assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY, "{name} {value}");
            assert!(response.json["fields"][name].is_string(), "{name} {value}");
        }
    }
}
