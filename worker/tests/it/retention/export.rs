//! The data export is complete, and its schema describes it.

use std::collections::BTreeSet;

use compliance::privacy::DataExport;
use entity::contact::FIELDS;
use inbound::{
    conversation::{Conversation, Known, Reader, Whose},
    encrypted::SAID,
    parsed_mail::{NOT_READ, shown},
};
use mailer::db::statement;
use outbox::mail::opening_text;
use sea_orm::ConnectionTrait;
use serde_json::Value;

use super::{answer, done, fill, world};

const ADDRESS: &str = "kreluonta1@visitor.example";

/// Derived from the address; the quarter of the receipt; the id of the inquiry.
const CONTENT_LEFT_OUT: &str = "email_key received_on inquiry_id";
const MESSAGE: &str = "id received_at party author subject body new_text held_line files";
/// Derived from the others; ids; the day of the receipt.
const MESSAGE_LEFT_OUT: &str = "received_on inquiry_id intake_id is_machine author_key copied_keys message_id";

const PARTICIPANT: &str = "address added_at copied_from copied_until instead_from restricted_at";
/// Derived from the address; ids; whether the ledger counts it.
const PARTICIPANT_LEFT_OUT: &str = "id inquiry_id intake_id address_key is_recorded";

/// Columns of the tables with rows about a person: what the export holds, and what it leaves out with the reason.
/// Without the form's fields.
const COLUMNS: [(&str, &str, &str); 18] = [
    (
        "inquiry",
        "id reference idempotency_key token_digest origin consent gdpr_consent policy_digest consent_digest \
         gdpr_consent_digest bot_check language received_at last_contact_at expires_at restricted_at",
        "",
    ),
    // A trigger moves the network to its own table.
    ("inquiry_content", "client_network", CONTENT_LEFT_OUT),
    // The same columns, for expired inquiries on hold.
    ("held_content", "client_network", CONTENT_LEFT_OUT),
    ("unverified_network", "client_network", "inquiry_id stored_at"),
    ("contact", "kind at", "id inquiry_id source"),
    (
        "outbox",
        "kind recipient message_id state attempts finished_at created_at sent_subject sent_text about",
        // How the worker shares and repeats its work.
        "id inquiry_id claims crashes ambiguities copies next_attempt_at lease_holder lease_until first_attempt_at \
         data_at last_code age_from over_share participant is_copy",
    ),
    // To a consultant. When it was sent or came back; which of its parts it has.
    (
        "digest_mail",
        "recipient attempts finished_at bounced_at created_at",
        "id day lists_answers lists_mails lists_suspects about next_attempt_at",
    ),
    ("participant", PARTICIPANT, PARTICIPANT_LEFT_OUT),
    // The same columns, for expired inquiries on hold.
    ("held_participant", PARTICIPANT, PARTICIPANT_LEFT_OUT),
    ("message", MESSAGE, MESSAGE_LEFT_OUT),
    // The same columns, for expired inquiries on hold.
    ("held_message", MESSAGE, MESSAGE_LEFT_OUT),
    // Which consultant does what; what they wrote is a message.
    (
        "ticket",
        "",
        "inquiry_id state owner started_at first_answer_at first_answer_way closed_at promised_from half_at due_at \
         reminded_at escalated_at waits_until measured_at merged_into",
    ),
    ("spam_check", "points signs is_suspected is_marked", "inquiry_id checked_at told_at"),
    // Derived from the message.
    ("recent_text", "", "inquiry_id digest stored_at of_sender"),
    ("ticket_event", "", "id inquiry_id at who verb outcome target intake_id until"),
    // The bytes are a file.
    ("raw_mail", "intake_id envelope_from recipients raw", "accepted_on inquiry_id address_keys"),
    // The officer's login is not the person's.
    ("legal_hold", "reason placed_at ends_at released_at", "id inquiry_id email_key wanted_until placed_by"),
    (
        "data_subject_request",
        "id kind received_at due_at extension identity language",
        // Empty while it is open, and an export reads the open ones.
        "email_key reminded_due_at closed_at answer answered_on channel sent waits_for confirmed_by",
    ),
];

#[tokio::test]
async fn every_column_about_a_person_is_exported_or_left_out_with_a_reason() {
    let world = world().await;
    let schema = serde_json::to_value(DataExport::schema()).unwrap();
    let document = schema["$defs"]["InquiryCopy"]["properties"].as_object().unwrap();
    for (table, exported, left_out) in COLUMNS {
        let fields = FIELDS.iter().filter(|field| match table {
            "inquiry" => !field.is_content(),
            "inquiry_content" | "held_content" => field.is_content(),
            _ => false,
        });
        let fields = fields.map(|field| field.column).filter(|name| document.contains_key(*name));
        let mut known: Vec<_> = exported.split_whitespace().chain(left_out.split_whitespace()).chain(fields).collect();
        known.sort_unstable();
        assert_eq!(
            known.join(" "),
            world.value::<String>(&names_of(table)).await,
            "{table}: export the new column in privacy/export"
        );
    }
    // A new table is either one of these or holds nothing about a person. A complaint is a keyed digest, which nobody can
    // find by an address without the key.
    let others = "SELECT string_agg(table_name, ' ' ORDER BY table_name) FROM information_schema.columns \
                  WHERE table_schema = 'public' AND column_name ~ '(inquiry_id|email|address|recipient|phone|name)' \
                  AND table_name !~ '^(inquiry_content|message|raw_mail)_' AND table_name NOT IN ('inquiry_content', \
                  'message', 'held_message', 'raw_mail', 'intake', 'complaint', 'held_content', \
                  'unverified_network', 'contact', 'outbox', 'participant', 'held_participant', 'legal_hold', 'data_subject_request', 'held_inquiry', 'request', \
                  'ticket', 'ticket_event', 'ticket_message', 'spam_check', 'recent_text', 'digest_mail')";
    assert_eq!(world.value::<Option<String>>(others).await, None);
}

/// The texts, numbers and times of a document.
fn scalars(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => fields.values().for_each(|value| scalars(value, found)),
        Value::Array(items) => items.iter().for_each(|item| scalars(item, found)),
        Value::String(text) => {
            let bytes = text.trim_start_matches("\\x").to_owned();
            found.insert(text.parse::<chrono::DateTime<chrono::Utc>>().map_or(bytes, |at| at.to_string()));
        }
        Value::Number(number) => {
            found.insert(number.to_string());
        }
        Value::Bool(_) | Value::Null => {}
    }
}

/// Each value once, where its kind allows it.
const EVERYTHING: &str = "\
    INSERT INTO unverified_network SELECT id, '192.0.2.0/24' FROM inquiry; \
    INSERT INTO contact (inquiry_id, kind, source, at) SELECT id, 'message', id, now() - interval '11 minutes' FROM inquiry; \
    INSERT INTO spam_check SELECT id, 43, '{links}', false, true FROM inquiry; \
    INSERT INTO message (id, inquiry_id, party, is_machine, author, author_key, received_at, subject, body, new_text, held_line, files) \
        SELECT gen_random_uuid(), inquiry_id, 'visitor', false, 'author4711@visitor.example', email_key, now() - interval '14 minutes', \
            'a subject', 'a body', 'a new text', 'a held line', '[{\"name\": \"Zquorvex.pdf\", \"size\": 4712}]' FROM inquiry_content; \
    UPDATE outbox SET attempts = 37, created_at = now() - interval '12 minutes', finished_at = now() - interval '13 minutes', \
        sent_subject = 'a sent subject', sent_text = 'a sent text'; \
    INSERT INTO outbox (id, inquiry_id, kind, about) SELECT gen_random_uuid(), inquiry_id, 'answer', id FROM message; \
    INSERT INTO outbox (id, inquiry_id, kind, recipient) SELECT gen_random_uuid(), id, 'notification', 'ben@own.example' FROM inquiry; \
    INSERT INTO digest_mail (recipient, day, lists_mails, attempts, created_at, finished_at, bounced_at) \
        SELECT 'kreluonta1+digest@visitor.example', now(), true, 38, now() - interval '29 minutes', \
            CASE one WHEN 1 THEN now() - interval '26 minutes' END, CASE one WHEN 2 THEN now() - interval '27 minutes' END \
        FROM generate_series(1, 2) AS one; \
    INSERT INTO participant (inquiry_id, intake_id, address, address_key, added_at, copied_from, copied_until, instead_from, restricted_at) \
        SELECT id, id, 'copied@visitor.example', 'kreluonta1@visitor.example', now() - interval '15 minutes', now() - interval '16 minutes', \
            now() - interval '17 minutes', now() - interval '18 minutes', now() - interval '24 minutes' FROM inquiry; \
    WITH came AS (INSERT INTO intake (id, way, source_key, digest, size) \
        SELECT gen_random_uuid(), 'lmtp', sha256('a'), sha256('a'), 1 RETURNING id) \
        INSERT INTO raw_mail (intake_id, inquiry_id, envelope_from, recipients, raw) SELECT came.id, inquiry.id, \
            'envelope@visitor.example', '{hello4711@own.example}', 'x' FROM came, inquiry; \
    INSERT INTO legal_hold (inquiry_id, reason, placed_at, ends_at, released_at) SELECT id, 'a reason', now() - interval '19 minutes', \
        now() + interval '1 day', now() - interval '10 minutes' FROM inquiry; \
    INSERT INTO data_subject_request (kind, email_key, received_at, extension, identity, language) \
        SELECT 'portability', email_key, now() - interval '22 minutes', 'complexity', 'reply', 'fr' FROM inquiry_content; \
    UPDATE inquiry SET restricted_at = now() - interval '23 minutes', last_contact_at = received_at + interval '1 second'";

/// What is not there as it is stored: bytes, which are a file; the end of a hold, which is shown as its last day; a column that a
/// trigger empties.
const OTHERWISE: [(&str, &str); 3] =
    [("raw_mail", "raw"), ("legal_hold", "ends_at"), ("inquiry_content", "client_network")];

#[tokio::test]
async fn the_value_of_every_exported_column_is_in_the_document() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now() - interval '1 hour'").await;
    world.execute(EVERYTHING).await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    done(&world, &["person", "export", ADDRESS, "--out", out.to_str().unwrap()]).await;
    let person = serde_json::from_slice(&std::fs::read(out.join("person.json")).unwrap()).unwrap();
    let (mut document, mut lacking) = (BTreeSet::new(), Vec::new());
    scalars(&person, &mut document);
    for (table, exported, _) in COLUMNS.iter().filter(|(table, ..)| !table.starts_with("held_")) {
        for column in exported.split(' ').filter(|column| !column.is_empty() && !OTHERWISE.contains(&(*table, *column)))
        {
            let sql = format!("SELECT coalesce(jsonb_agg({column}), 'null') FROM {table} WHERE {column} IS NOT NULL");
            let stored: Value = world.value(&sql).await;
            assert!(stored.is_array(), "{table}.{column} has a value");
            let mut values = BTreeSet::new();
            scalars(&stored, &mut values);
            lacking.extend(values.difference(&document).map(|value| format!("{table}.{column}: {value}")));
        }
    }
    assert_eq!(lacking, [""; 0]);
}

fn names_of(table: &str) -> String {
    format!(
        "SELECT string_agg(column_name, ' ' ORDER BY column_name COLLATE \"C\") FROM information_schema.columns \
         WHERE table_schema = 'public' AND table_name = '{table}'"
    )
}

#[tokio::test]
async fn every_column_that_a_person_filled_in_can_be_corrected() {
    let world = world().await;
    let help = done(&world, &["person", "correct", "--help"]).await;
    let offered = help.split("[possible values: ").nth(1).unwrap();
    let mut offered: Vec<_> =
        offered.split(']').next().unwrap().split(", ").map(|name| name.replace('-', "_")).collect();
    offered.sort_unstable();
    let columns = "SELECT string_agg(attname, ' ' ORDER BY attname COLLATE \"C\") FROM pg_attribute \
                   WHERE attrelid = 'inquiry_content'::regclass AND attnum > 0 AND NOT attisdropped \
                   AND attname NOT IN ('inquiry_id', 'received_on', 'email_key', 'client_network')";
    assert_eq!(offered.join(" "), world.value::<String>(columns).await, "a row of FIELDS");
}

/// Whether `value` has the form that `schema` says, with every required key and no other one.
fn matches(value: &Value, schema: &Value, root: &Value) -> bool {
    if let Some(name) = schema["$ref"].as_str() {
        return matches(value, root.pointer(name.trim_start_matches('#')).unwrap(), root);
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(some) => some.iter().filter_map(Value::as_str).collect(),
        _ => return false,
    };
    match value {
        Value::Object(fields) => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let form = |name: &str| schema["properties"].get(name).or(schema.get("additionalProperties"));
            types.contains(&"object")
                && required.into_iter().all(|name| fields.contains_key(name))
                && fields.iter().all(|(name, value)| form(name).is_some_and(|form| matches(value, form, root)))
        }
        Value::Array(items) => {
            types.contains(&"array") && items.iter().all(|item| matches(item, &schema["items"], root))
        }
        Value::String(_) => types.contains(&"string"),
        Value::Number(_) => types.contains(&"integer"),
        Value::Bool(_) => types.contains(&"boolean"),
        Value::Null => types.contains(&"null"),
    }
}

#[tokio::test]
async fn an_export_names_everything_with_its_schema_and_the_information_of_art_15() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    world
        .execute(
            "INSERT INTO unverified_network SELECT id, '192.0.2.0/24' FROM inquiry; \
             INSERT INTO contact (inquiry_id, kind, source, at) SELECT id, 'answer', id, now() FROM inquiry; \
             UPDATE inquiry_content SET email = 'kreluonta1+tag@visitor.example'; \
             INSERT INTO spam_check SELECT id, 1, '{links}', false, true FROM inquiry; \
             UPDATE inquiry SET restricted_at = now()",
        )
        .await;
    let list: Value = serde_json::from_str(&done(&world, &["texts", "list", "--json"]).await).unwrap();
    let release = list.as_object().unwrap().values().next().unwrap();
    let digest = release["privacy_policy"].as_str().unwrap();
    world.execute(&format!("UPDATE inquiry SET policy_digest = '\\x{digest}'")).await;
    done(&world, &["person", "request", "add", ADDRESS, "--kind", "portability"]).await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    done(&world, &["person", "export", ADDRESS, "--out", out.to_str().unwrap()]).await;
    let read = |name: &str| serde_json::from_slice::<Value>(&std::fs::read(out.join(name)).unwrap()).unwrap();
    let (person, schema) = (read("person.json"), read("person.schema.json"));
    assert!(matches(&person, &schema, &schema), "{schema:#}");
    let mut unknown = person.clone();
    unknown["inquiries"][0]["shoe_size"] = 42.into();
    assert!(!matches(&unknown, &schema, &schema), "the check sees a field that the schema does not know");
    let inquiry = &person["inquiries"][0];
    assert_eq!(inquiry["client_network"], "192.0.2.0/24");
    assert_eq!(inquiry["contacts"][0]["kind"], "answer");
    assert_eq!(inquiry["spam_signs"][0], "links");
    assert!(inquiry["restricted_at"].is_string());
    assert_eq!(person["spellings"][0], "kreluonta1+tag@visitor.example");
    assert!(person["agreed_texts"][digest].as_str().unwrap().starts_with("Privacy Policy"));
    for heading in ["Use of data", "Sharing", "Retention", "Your rights", "Supervisory authority", "Data controller"] {
        assert!(person["information"].as_str().unwrap().contains(heading), "{heading}");
    }
    let id: String = world.value("SELECT id::text FROM inquiry").await;
    let detail: Value = world.value("SELECT detail FROM ledger WHERE kind = 'export'").await;
    assert_eq!(detail["ids"][0], id, "the entry names what was exported");
    let request: String = world.value("SELECT id::text FROM data_subject_request").await;
    assert_eq!(detail["requests"][0], request, "and the request that it may answer");
    let page = std::fs::read_to_string(out.join("person.html")).unwrap();
    assert_eq!(lacking(&person, &page), Vec::<String>::new(), "both documents hold the same");
}

/// What the page says in words.
const IN_WORDS: &str =
    "kind state party fate origin bot_check language extension identity spam_signs contact_reason program";

/// The texts, dates and numbers of the document that the page lacks.
pub(super) fn lacking(document: &Value, page: &str) -> Vec<String> {
    let escaped = |text: &str| {
        text.replace('&', "&#38;")
            .replace('<', "&#60;")
            .replace('>', "&#62;")
            .replace('"', "&#34;")
            .replace('\'', "&#39;")
    };
    let shown = |text: &str| {
        if let Ok(at) = text.parse::<chrono::DateTime<chrono::Utc>>() {
            return page.contains(&at.format("%-d %B %Y").to_string());
        }
        match text.parse::<chrono::NaiveDate>() {
            Ok(day) => page.contains(&day.format("%-d %B %Y").to_string()),
            Err(_) => page.contains(&escaped(text)),
        }
    };
    match document {
        Value::Object(fields) => {
            let in_words = |name: &str| IN_WORDS.split(' ').any(|field| field == name);
            fields.iter().filter(|(name, _)| !in_words(name)).flat_map(|(_, value)| lacking(value, page)).collect()
        }
        Value::Array(items) => items.iter().flat_map(|item| lacking(item, page)).collect(),
        Value::String(text) if !shown(text) => vec![text.clone()],
        Value::Number(number) if !page.contains(&number.to_string()) => vec![number.to_string()],
        _ => Vec::new(),
    }
}

/// Without the form there is no bot check and no box, and the stored digests of the boxes are of nothing.
#[tokio::test]
async fn an_export_of_a_mail_or_a_call_claims_no_bot_check_and_no_box() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    let folder = tempfile::tempdir().unwrap();
    for (origin, said) in [("mail", "none: it came by mail"), ("phone", "none: it came by phone")] {
        world
            .execute(&format!("UPDATE inquiry SET origin = '{origin}', consent = false, gdpr_consent = false, policy_digest = sha256('p')"))
            .await;
        let out = folder.path().join(origin);
        done(&world, &["person", "export", ADDRESS, "--out", out.to_str().unwrap()]).await;
        let read = |name: &str| std::fs::read_to_string(out.join(name)).unwrap();
        let (json, page) = (read("person.json"), read("person.html"));
        let person: Value = serde_json::from_str(&json).unwrap();
        let schema = serde_json::from_str(&read("person.schema.json")).unwrap();
        assert!(matches(&person, &schema, &schema));
        let inquiry = &person["inquiries"][0];
        assert_eq!(inquiry["bot_check"], format!("none_by_{origin}"));
        assert_eq!(
            (&inquiry["consent"]["privacy_policy"], &inquiry["consent"]["processing"]),
            (&Value::Null, &Value::Null)
        );
        assert!(page.contains(said) && page.contains("not asked"), "{page}");
        assert!(!json.contains("e3b0c442") && !page.contains("e3b0c442"), "the digest of nothing");
    }
}

/// As mail in stores them: each sentence is made by the code that stores it.
#[tokio::test]
async fn sentences_of_ours_in_stored_texts_are_in_the_language_of_the_page() {
    const QUOTED: &str = "Please tell us how many laptops your company has, and who looks after them.\n\n\
        We also need to know which of them leave the building, and who may install programs.";
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let name = "our mail of 24 November".to_owned();
    let known = Known::new(QUOTED, Whose::Shared, &name);
    let quote = QUOTED.replace('\n', "\n> ");
    let reply = format!("Vierzig.\n\nOn Tue, 24 Nov 2026 at 10:30, Firm <contact@firm.example> wrote:\n> {quote}\n");
    let cut = Conversation::new([known], &["@firm.example"]).cut(&reply, Reader::Consultants).text;
    let long = shown(&"x".repeat(300_000)).lines().find(|line| line.starts_with('[')).unwrap().to_owned();
    let texts = [cut, long, NOT_READ.to_owned(), SAID.to_owned(), opening_text("", "")].join("\n");
    let insert = "INSERT INTO message (id, inquiry_id, party, is_machine, author, author_key, subject, body, new_text, files) \
                  SELECT gen_random_uuid(), inquiry_id, 'visitor', false, email, email_key, '', 'Zquorvex', $1, '[]' FROM inquiry_content";
    world.admin.execute_raw(statement(insert, [texts.clone().into()])).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    done(&world, &["person", "export", ADDRESS, "--out", out.to_str().unwrap(), "--language", "de"]).await;
    let page = std::fs::read_to_string(out.join("person.html")).unwrap();
    let ours = texts.lines().filter(|line| line.starts_with(['[', '(']));
    let left: Vec<_> = ours.clone().filter(|line| page.contains(*line)).collect();
    assert!(ours.count() == 5 && left.is_empty(), "{left:?} of {texts}");
    assert_eq!(page.matches("[Ausgelassene").count(), 2, "{page}");
    assert!(page.contains("Vierzig."), "{page}");
}

#[tokio::test]
async fn nothing_stored_is_an_answer_with_an_entry() {
    let world = world().await;
    done(&world, &["person", "request", "add", ADDRESS, "--kind", "access"]).await;
    done(&world, &["person", "request", "add", ADDRESS, "--kind", "erasure"]).await;
    // The register itself stores the address until the requests are answered.
    for (command, kind) in [("erase", "erasure"), ("export", "export")] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let arguments: &[&str] = match command {
            "erase" => &["person", "erase", ADDRESS, "--out", folder.path().to_str().unwrap()],
            _ => &["person", "export", ADDRESS, "--out", out.to_str().unwrap()],
        };
        let said = done(&world, arguments).await;
        assert!(said.contains("The ledger records it") && !said.contains("certificate"), "{said}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "no file says that something was done");
        let entries = format!("SELECT count(*) FROM ledger WHERE kind = '{kind}' AND detail ->> 'inquiry' = '0'");
        assert_eq!(world.value::<i64>(&entries).await, 1, "{kind}");
    }
    let open: Value = serde_json::from_str(&done(&world, &["person", "request", "list", "--json"]).await).unwrap();
    for request in open.as_array().unwrap() {
        done(&world, &answer(request["id"].as_str().unwrap(), "nothing-stored", "confirmation")).await;
    }
    assert!(done(&world, &["person", "request", "list"]).await.contains("no request is open"));
    assert_eq!(world.value::<i64>("SELECT count(email_key) FROM data_subject_request").await, 0);
}

#[tokio::test]
async fn addresses_that_are_taken_for_one_persons_are_shown_before_an_erasure() {
    let world = world().await;
    fill(&world, 2, "kreluonta", "now()").await;
    world
        .execute(
            "UPDATE inquiry_content SET email_key = 'kreluonta@gmail.com', email = CASE WHEN email LIKE 'kreluonta1%' \
             THEN 'kre.luonta@googlemail.com' ELSE 'kreluonta+x@gmail.com' END",
        )
        .await;
    let said = done(&world, &["person", "erase", "kreluonta@gmail.com", "--yes"]).await;
    let (shown, erased) = said.split_once("erased and recorded").unwrap();
    assert!(shown.contains("kre.luonta@googlemail.com, kreluonta+x@gmail.com"), "{said}");
    assert!(shown.contains("What also stays:") && erased.contains("2 inquiries"), "{said}");
}
