//! Signs of spam: what a program has sent is stored and mailed to nobody, what a text shows marks.

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

    /// Posts an inquiry with these changes, and returns what was noted: verdict, points, signs, and the mails that go now.
    async fn noted(&self, changes: &Value) -> String {
        let mut inquiry = self.0.inquiry().await;
        for (name, value) in changes.as_object().unwrap() {
            inquiry[name] = value.clone();
        }
        let response = self.0.post(&inquiry).await;
        assert_eq!(response.status, StatusCode::CREATED, "a program learns nothing from the answer");
        let reference = response.json["reference"].as_str().unwrap();
        let sql = format!(
            "SELECT concat_ws(' ', CASE WHEN is_suspected THEN 'held' WHEN is_marked THEN 'marked' ELSE 'passed' END, \
             points, array_to_string(signs, ' '), (SELECT count(*) FROM outbox WHERE inquiry_id = inquiry.id \
             AND state = 'ready' AND next_attempt_at <= now()) || ' mails') \
             FROM inquiry LEFT JOIN spam_check ON inquiry_id = id WHERE reference = '{reference}'"
        );
        one(&self.0.admin, &sql).await
    }
}

#[tokio::test]
async fn what_a_person_sends_has_no_signs() {
    let case = Case::new().await;
    assert_eq!(case.noted(&json!({ "decoy": "", "elapsedMs": 41_000 })).await, "passed 3 mails");
    assert_eq!(case.noted(&json!({ "decoy": null, "elapsedMs": null })).await, "passed 3 mails");
}

#[tokio::test]
async fn a_program_is_held_and_a_text_marks() {
    let case = Case::new().await;
    assert_eq!(case.noted(&json!({ "decoy": "x" })).await, "held 5 decoy 0 mails");
    assert_eq!(case.noted(&json!({ "elapsedMs": 2_999.0 })).await, "held 5 haste 0 mails");
    let linked = json!({ "message": format!("{TEXT} https://one.example") });
    assert_eq!(case.noted(&linked).await, "passed 1 links 3 mails");
    let advertised = json!({ "message": "Backlinks and guest posts at the best price, see https://bit.ly/x" });
    assert_eq!(case.noted(&advertised).await, "marked 4 links phrases 2 mails", "the auto-reply waits");
    let state = "SELECT count(*) FROM ticket WHERE state = 'spam'";
    assert_eq!(one::<i64>(&case.0.admin, state).await, 2);
    assert_eq!(one::<i64>(&case.0.admin, "SELECT count(*) FROM apalis.jobs").await, 5, "for the mails that go now");
    let waits =
        "SELECT extract(epoch FROM max(next_attempt_at - created_at))::bigint FROM outbox WHERE kind = 'auto_reply'";
    assert_eq!(one::<i64>(&case.0.admin, waits).await, 7200);
}

/// The consultants are notified of every one within a minute, whatever its text.
#[tokio::test]
async fn every_inquiry_of_this_trade_is_told_at_once_whatever_its_words() {
    for texts in [
        include_str!("../../../crates/spam/tests/inquiries.txt"),
        include_str!("../../../crates/spam/tests/unseen.txt"),
    ] {
        let mut config = config();
        config.rate_limit_per_minute = 10_000.try_into().unwrap();
        let case = Case(TestApp::start_with(config, None).await);
        let mut marked = 0;
        for (number, text) in texts.trim_end().split("\n---\n").enumerate() {
            let noted =
                case.noted(&json!({ "message": text, "email": format!("probe@visitor{number}.example") })).await;
            marked += usize::from(noted.starts_with("marked"));
            let mails = if noted.starts_with("marked") { " 2 mails" } else { " 3 mails" };
            assert!(!noted.starts_with("held") && noted.ends_with(mails), "{noted}: {text}");
        }
        assert!(marked <= 10, "{marked}");
    }
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
async fn an_incident_is_never_held_and_its_text_needs_twice_the_points() {
    let case = Case::new().await;
    let urgent = json!({ "decoy": "x", "elapsedMs": 900, "contactReason": "incident-response" });
    assert_eq!(case.noted(&urgent).await, "marked 10 decoy haste 1 mails");
    let text = json!({ "message": "Casino and backlinks", "contactReason": "incident-response" });
    assert_eq!(case.noted(&text).await, "passed 2 phrases 2 mails");
}

#[tokio::test]
async fn the_limit_is_the_operators() {
    let mut config = config();
    let env = Env::from_pairs([("SPAM_LIMIT", "off")]);
    config.spam_limit = entity::spam_limit::SpamLimit::from_env(&env).unwrap();
    let case = Case(TestApp::start_with(config, None).await);
    assert_eq!(case.noted(&json!({ "decoy": "x", "elapsedMs": 0 })).await, "passed 10 decoy haste 3 mails");
}

#[tokio::test]
async fn one_text_of_many_senders_is_a_programs() {
    let case = Case::new().await;
    let text = |number: u32| {
        json!({
            "message": format!("{TEXT}. Offer {number}: https://n{number}.example"),
            "email": format!("probe@visitor{number}.example"),
        })
    };
    assert_eq!(case.noted(&text(1)).await, "passed 1 links 3 mails");
    assert_eq!(case.noted(&text(2)).await, "marked 2 links repeated 2 mails");
    assert_eq!(case.noted(&text(3)).await, "held 6 links repeated 0 mails");
    assert_eq!(case.noted(&text(4)).await, "held 6 links known_text 0 mails");
    // A week later the same text is new, whatever became of the earlier ones.
    let old = "UPDATE recent_text SET stored_at = stored_at - interval '8 days'";
    case.0.admin.execute_unprepared(old).await.unwrap();
    assert_eq!(case.noted(&text(5)).await, "passed 1 links 3 mails");
}

/// Victims of one fraud paste the same mail.
#[tokio::test]
async fn a_text_that_a_consultant_has_released_is_no_programs() {
    let case = Case::new().await;
    for number in 0..4 {
        let text = json!({ "message": TEXT, "email": format!("probe@visitor{number}.example") });
        assert_eq!(case.noted(&text).await, "passed 3 mails");
        let released = "INSERT INTO ticket_event (inquiry_id, verb, outcome) SELECT id, 'release', 'done' FROM inquiry";
        case.0.admin.execute_unprepared(released).await.unwrap();
    }
}

#[tokio::test]
async fn what_consultants_have_taken_up_is_no_spam_when_it_comes_again() {
    let case = Case::new().await;
    let claim = "INSERT INTO ticket (inquiry_id, state, closed_at) SELECT id, 'closed', now() FROM inquiry \
                 ON CONFLICT (inquiry_id) DO UPDATE SET state = 'closed'";
    for _ in 0..4 {
        assert_eq!(case.noted(&json!({ "message": TEXT })).await, "passed 3 mails");
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
