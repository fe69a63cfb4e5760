use std::{collections::BTreeMap, sync::LazyLock};

use entity::contact::InquiryFields;
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::support::{TestApp, inquiry, text_fields};

#[derive(Deserialize)]
struct Corpus {
    valid: Map<String, Value>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    #[serde(default)]
    set: Map<String, Value>,
    #[serde(default)]
    unset: Vec<String>,
    fields: BTreeMap<String, String>,
}

/// The form is held to the same file.
#[test]
fn server_and_form_agree_on_every_case() {
    let corpus: Corpus = serde_json::from_str(include_str!("../fixtures/field-rules.json")).unwrap();
    let mut wrong = Vec::new();
    for case in corpus.cases {
        let mut json = corpus.valid.clone();
        json.extend(case.set);
        for name in &case.unset {
            json.remove(name);
        }
        let fields = api::inquiry::check(&json).err().unwrap_or_default();
        let fields: BTreeMap<_, _> = fields.into_iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect();
        if fields != case.fields {
            wrong.push(format!("{}: {fields:?} instead of {:?}", case.name, case.fields));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_pasted_message_is_tidied_up_and_not_refused() {
    let mut json = inquiry("");
    json["message"] = " Dear team,\u{b}\u{85}we\u{1f} need\thelp\r\nand advice\u{85}".into();
    let fields = api::inquiry::check(json.as_object().unwrap()).unwrap();
    assert_eq!(fields.message, "Dear team,\n\nwe  need\thelp\nand advice");
}

#[test]
fn a_tab_in_a_name_becomes_a_blank() {
    let mut json = inquiry("");
    json["firstName"] = "Can\tary".into();
    assert_eq!(api::inquiry::check(json.as_object().unwrap()).unwrap().first_name, "Can ary");
}

#[tokio::test]
async fn all_failing_fields_are_named_in_one_response() {
    let app = TestApp::start().await;
    let answer = app.post(&json!({"firstName": "  ", "email": "a@b", "phone": "1"})).await;
    assert_eq!(answer.failure(), (422, "invalid_fields"));
    assert_eq!(
        answer.json["fields"],
        json!({
            "firstName": "First name is required",
            "lastName": "Last name is required",
            "company": "Company is required",
            "email": "Invalid email address",
            "phone": "Phone number must be at least 5 characters",
            "contactReason": "Please select a reason for contact",
            "message": "Message is required",
            "consent": "You must agree to the privacy policy",
            "gdprConsent": "GDPR/CCPA consent is required",
        })
    );
    assert_eq!(app.counts().await, [0; 4]);
}

/// Any text, with a liking for what trips parsers.
fn text() -> impl Strategy<Value = String> {
    let odd = prop::sample::select(vec![
        "\0",
        "\r\n",
        "\n",
        "\t",
        "\u{85}",
        "\u{feff}",
        "\u{2028}",
        "\u{202e}",
        "🛡",
        "é",
        "a@b.ch",
        "'",
        "\\",
        "\"",
        "'--",
        "xn--",
        ".",
        "@",
        " ",
        "\u{fffe}",
        "\u{10ffff}",
    ]);
    prop_oneof![
        "[a-z]{0,60}".prop_map(String::from),
        prop::collection::vec(odd, 0..30).prop_map(|parts| parts.concat()),
        any::<String>(),
        "[a-z'+-]{1,70}@[a-zA-Z0-9-]{1,70}\\.[a-z]{1,10}".prop_map(String::from),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => text().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        1 => (-2_i64..12).prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
        1 => Just(json!([1])),
        1 => Just(json!({"a": 1})),
    ]
}

/// The fields that have rules.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let names = inquiry("").as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    names.into_iter().filter(|name| name != "turnstileToken").collect()
});

/// A good inquiry with some fields replaced by anything.
fn payload() -> impl Strategy<Value = Map<String, Value>> {
    prop::collection::btree_map(prop::sample::select(&**NAMES), value(), 0..4).prop_map(|changes| {
        let Value::Object(mut json) = inquiry("") else { unreachable!() };
        json.extend(changes);
        json
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]
    #[test]
    fn never_panics_and_names_known_fields_only(json in payload()) {
        if let Err(fields) = api::inquiry::check(&json) {
            prop_assert!(!fields.is_empty());
            prop_assert!(fields.keys().all(|name| NAMES.iter().any(|known| known == name)));
            // Each complaint is about its own field: with good values in their place nothing is left to say.
            let mut corrected = json;
            for name in fields.keys() {
                corrected.insert((*name).to_owned(), inquiry("")[*name].clone());
            }
            prop_assert_eq!(api::inquiry::check(&corrected).err(), None);
        }
    }

    #[test]
    fn what_passes_keeps_every_rule_and_passes_again_unchanged(json in payload()) {
        let Ok(fields) = api::inquiry::check(&json) else { return Ok(()) };
        let again = as_entered(&fields);
        for (name, max) in text_fields() {
            let Some(text) = again[name].as_str() else { continue };
            let min = if name == "phone" { 5 } else { 1 };
            prop_assert!((min..=*max).contains(&text.encode_utf16().count()), "{name}: {text:?}");
            let is_break = |c| name == "message" && matches!(c, '\n' | '\t');
            prop_assert!(!text.chars().any(|c| c.is_control() && !is_break(c)), "{name}: {text:?}");
            prop_assert!(name == "message" || !text.contains(['\u{2028}', '\u{2029}']), "{name}: {text:?}");
            prop_assert!(!text.starts_with(' ') && !text.ends_with(' '), "{name}: {text:?}");
        }
        prop_assert!(fields.email.as_str().is_ascii());
        prop_assert!(fields.optional.desired_consultants.is_none_or(|number| (1..=8).contains(&number)));
        prop_assert!(api::inquiry::check(again.as_object().unwrap()).is_ok_and(|again| again == fields), "{again}");
    }
}

/// The fields by the names of the form, with both boxes ticked.
fn as_entered(fields: &InquiryFields) -> Value {
    let camel_case = |name: &str| {
        let mut words = name.split('_').map(str::to_owned);
        let first = words.next().unwrap_or_default();
        words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..])
    };
    let Value::Object(fields) = serde_json::to_value(fields).unwrap() else { unreachable!() };
    let mut json: Map<_, _> = fields.into_iter().map(|(name, value)| (camel_case(&name), value)).collect();
    json.extend(["consent", "gdprConsent"].map(|name| (name.to_owned(), true.into())));
    Value::Object(json)
}

/// Whatever the rules let through, the database takes.
#[test]
fn what_passes_the_rules_is_stored() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let app = runtime.block_on(TestApp::start());
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) };
    let stored = std::cell::Cell::new(0);
    proptest!(config, |(json in payload())| {
        let passes = api::inquiry::check(&json).is_ok();
        let mut json = Value::Object(json);
        let status = runtime.block_on(async {
            json["turnstileToken"] = app.token().await.into();
            app.post(&json).await.status.as_u16()
        });
        prop_assert_eq!(status, if passes { 201 } else { 422 });
        stored.set(stored.get() + i64::from(passes));
    });
    assert!(stored.get() > 50, "only {} passed", stored.get());
    assert_eq!(runtime.block_on(app.counts())[0], stored.get());
}
