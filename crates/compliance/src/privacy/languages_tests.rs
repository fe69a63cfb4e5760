//! The documents to a person, in each language.

use std::collections::BTreeSet;

use entity::{
    Language,
    data_subject_request::{ExtensionReason, RequestAnswer, RequestKind},
};
use sea_orm::{ActiveEnum as _, Iterable as _};

use super::{
    certificate,
    export::sample_tests as sample,
    letter::{Letter, Occasion, Reply},
    words::Words,
};

fn letters(language: Language) -> String {
    let received_at = "2026-11-01T09:30:00Z".parse().unwrap();
    let due = "2027-01-30T09:30:00Z".parse().unwrap();
    let to = |kind, reply| Occasion::Request { kind, done: kind, is_certified: true, received_at, reply };
    let granted = RequestKind::iter().map(|kind| to(kind, Reply::Answer(RequestAnswer::Granted)));
    let others = RequestAnswer::iter().filter(|answer| *answer != RequestAnswer::Granted);
    let others = others.map(|answer| to(RequestKind::Access, Reply::Answer(answer)));
    let later = ExtensionReason::iter().map(|reason| to(RequestKind::Erasure, Reply::Later(reason, due)));
    let held = [RequestKind::Erasure, RequestKind::Correction].map(Occasion::Held);
    let erased = [(RequestKind::Objection, true), (RequestKind::Erasure, false)];
    let erased = erased.map(|(kind, is_certified)| Occasion::Request {
        kind,
        done: RequestKind::Erasure,
        is_certified,
        received_at,
        reply: Reply::Answer(RequestAnswer::Granted),
    });
    let occasions = granted.chain(erased).chain(others).chain(later).chain(held).chain([Occasion::RestrictionEnds]);
    let text = |occasion| Letter { language, occasion }.to_text().unwrap();
    occasions.map(text).collect::<Vec<_>>().join("\n\n=====\n\n")
}

fn documents(language: Language) -> [(&'static str, String); 3] {
    [
        ("export", sample::export(language).to_html().unwrap()),
        ("certificate", certificate::tests::sample().to_text(language).unwrap()),
        ("letters", letters(language)),
    ]
}

#[test]
fn each_document_has_its_text_in_each_language() {
    for language in Language::iter() {
        for (name, text) in documents(language) {
            insta::assert_snapshot!(format!("{name}_{}", language.code()), text);
        }
    }
}

/// Names, quotations and commands.
const KEPT: &str = "person json html schema visitor example kreluonta zquorvex blimfandle pdf own hello mails eml message sha \
    utc bbcode firnwall privacy compliance ledger verify file head docs auditor openssl login";
/// Words that English shares with another language.
const SHARED: [(Language, &str); 3] = [
    (
        Language::De,
        "art bot bytes form format governance links mail name november officer register spam test text union version was",
    ),
    (
        Language::Fr,
        "art confirmation consultant consultants contact copies date format incident mail messages non notifications officer \
         points protection question spam tables test type union version",
    ),
    (Language::It, "all art bot data file gdpr governance mail non officer spam test"),
];

/// Of a page without its tags.
fn words(text: &str) -> BTreeSet<String> {
    let text = text.split_once("<body>").map_or(text, |(_, body)| body);
    let shown =
        text.split('<').enumerate().map(|(at, part)| if at == 0 { part } else { part.split_once('>').unwrap().1 });
    let shown: Vec<_> = shown.collect();
    let words = shown.join(" ");
    let words = words.split(|letter: char| !letter.is_alphanumeric()).filter(|word| word.chars().count() > 2);
    words.filter(|word| !word.contains(|letter: char| letter.is_ascii_digit())).map(str::to_lowercase).collect()
}

#[test]
fn no_english_word_is_left_in_another_language() {
    for (language, shared) in SHARED {
        let kept = words(KEPT).union(&words(shared)).cloned().collect();
        for ((name, english), (_, text)) in documents(Language::En).into_iter().zip(documents(language)) {
            let left: BTreeSet<_> = words(&english).intersection(&words(&text)).cloned().collect();
            let left: Vec<_> = left.difference(&kept).collect();
            assert!(left.is_empty(), "{name} in {language:?}: {left:?}");
        }
    }
}

/// The reason is with the officer alone, and the page in the person's language.
#[test]
fn the_reason_that_a_replay_gives_a_hold_is_translated() {
    let written = include_str!("../../../../migration/functions/replay_entries.sql");
    let reason = Words::of(Language::En).placed_again;
    assert!(written.contains(&format!("'{reason}'")));
    for language in Language::iter().filter(|language| *language != Language::En) {
        assert_ne!(Words::of(language).in_words(reason), reason);
    }
    let mut export = sample::export(Language::De);
    export.holds[0].reason = reason.to_owned();
    assert!(!export.to_html().unwrap().contains(reason));
}

/// The values that a column's check allows, in the schema.
fn codes<'a>(schema: &'a str, check: &str) -> Vec<&'a str> {
    let list = schema.split_once(check).unwrap_or_else(|| panic!("{check}")).1;
    list.split([')', ']']).next().unwrap().split('\'').skip(1).step_by(2).collect()
}

#[test]
fn every_code_that_a_page_shows_has_words() {
    let [inquiry, outbox, intake, privacy] = [
        include_str!("../../../../migration/baseline/inquiry.sql"),
        include_str!("../../../../migration/baseline/outbox.sql"),
        include_str!("../../../../migration/baseline/intake.sql"),
        include_str!("../../../../migration/baseline/privacy.sql"),
    ];
    let kinds: Vec<_> = entity::outbox::MailKind::iter().map(|kind| kind.to_value()).collect();
    let lists = [
        ("origin", codes(inquiry, "(origin IN (")),
        ("bot_check", codes(inquiry, "(bot_check IN (")),
        ("bot_check", vec!["none_by_mail", "none_by_phone"]),
        ("language", codes(inquiry, "(language IN (")),
        ("contact", codes(inquiry, "(kind IN (")),
        ("sign", codes(inquiry, "(signs <@ ARRAY[")),
        ("state", codes(outbox, "(state IN (")),
        ("mail", kinds.iter().map(String::as_str).chain(["digest"]).collect()),
        ("party", codes(intake, "(party IN (")),
        ("fate", codes(intake, "(fate IN (")),
        ("fate", vec!["accepted"]),
        ("file", vec!["part", "name", "size", "sha256", "is_allowed", "found"]),
        ("found", vec!["infected", "unchecked"]),
        ("request", codes(privacy, "(kind IN (")),
        ("extension", codes(privacy, "(extension IN (")),
        ("identity", codes(privacy, "identity IN (")),
    ];
    let w = Words::of(Language::De);
    for (column, codes) in lists {
        assert!(!codes.is_empty(), "{column}");
        for code in codes {
            assert_ne!(w.code(column, code), code, "{column}");
        }
    }
}

/// Windows-1252 has them all; a line with letters beyond ASCII is in hexadecimal.
#[test]
fn a_certificate_has_every_letter_of_its_language() {
    for (language, line) in [
        (Language::De, &b"Bescheinigung der L\xf6schung"[..]),
        (Language::Fr, b"Attestation d\x92effacement"),
        (Language::It, b"Che cosa rimane, e perch\xe9"),
    ] {
        let certificate = certificate::tests::sample();
        assert!(!encoding_rs::WINDOWS_1252.encode(&certificate.to_text(language).unwrap()).2, "{language:?}");
        let pdf = certificate.to_pdf(language).unwrap();
        let pdf = String::from_utf8_lossy(&pdf);
        assert!(pdf.contains(&hex::encode_upper(line)), "{language:?}");
        assert!(pdf.contains(&format!("/Lang ({})", language.code())), "{language:?}");
    }
}
