use super::*;

/// The default of `SPAM_LIMIT`.
const LIMIT: i16 = 2;

fn texts(file: &'static str) -> Vec<&'static str> {
    file.trim_end().split("\n---\n").collect()
}

fn weighed(message: &str) -> SpamScore {
    let email = EmailAddress::parse("probe@visitor.example").unwrap();
    weigh(&Submission {
        name: "Probe Muster",
        company: "Probe AG",
        email: &email,
        message,
        site: None,
        fills_decoy: false,
        elapsed: None,
    })
}

/// The texts that are marked.
fn marked(file: &'static str) -> Vec<&'static str> {
    texts(file).into_iter().filter(|text| weighed(text).points >= LIMIT).collect()
}

/// Each has what advertisements have: pasted fraud, indicators, casinos, pharmacies, lenders, coins, search engines, capitals.
#[test]
fn no_text_shows_a_program_and_few_of_a_hundred_and_fifty_inquiries_are_marked() {
    let file = include_str!("../tests/inquiries.txt");
    for text in texts(file) {
        assert!(!weighed(text).signs.iter().any(|sign| sign.shows_a_program()), "{text}");
    }
    let marked = marked(file);
    assert!(marked.len() <= 8, "{marked:#?}");
}

/// Written without a look at the list of phrases: change none for them.
#[test]
fn of_inquiries_that_nobody_had_in_view_none_is_held() {
    let file = include_str!("../tests/unseen.txt");
    for text in texts(file) {
        assert!(!weighed(text).signs.iter().any(|sign| sign.shows_a_program()), "{text}");
    }
    let marked = marked(file);
    assert!(marked.len() <= 5, "{marked:#?}");
}

#[test]
fn advertisements_are_marked_by_their_text_alone() {
    let file = include_str!("../tests/advertisements.txt");
    assert!(marked(file).len() + 1 >= texts(file).len(), "{:#?}", marked(file));
}

/// Each sign alone, with its points.
#[test]
fn each_sign_has_its_points() {
    let text = "We run forty computers in two offices and would like to know what a check of them would cost.";
    let email = EmailAddress::parse("probe@visitor.example").unwrap();
    let plain = Submission {
        name: "Probe Muster",
        company: "Probe AG",
        email: &email,
        message: text,
        site: None,
        fills_decoy: false,
        elapsed: Some(HASTE),
    };
    assert_eq!(weigh(&plain), SpamScore::default());
    let with = |more: &str| format!("{text} {more}");
    let (links, markup, phrase) = (with("https://one.example"), with("[url=x]"), with("Casino!"));
    for (submission, sign, points) in [
        (Submission { fills_decoy: true, ..plain }, SpamSign::Decoy, 5),
        (Submission { elapsed: Some(Duration::from_millis(2_999)), ..plain }, SpamSign::Haste, 5),
        (Submission { message: &links, ..plain }, SpamSign::Links, 1),
        (Submission { message: &markup, ..plain }, SpamSign::Markup, 2),
        (Submission { message: &phrase, ..plain }, SpamSign::Phrases, 1),
        (Submission { message: "Сколько стоит проверка наших серверов?", ..plain }, SpamSign::Script, 2),
        (Submission { site: Some("computers"), ..plain }, SpamSign::MassMail, 1),
    ] {
        assert_eq!(weigh(&submission), SpamScore { points, signs: vec![sign] });
    }
}

#[test]
fn a_victim_may_quote_an_advertisement() {
    assert_eq!(weighed("Casino pages, a bonus: https://bit.ly/x").points, 4);
    assert_eq!(weighed("We were hacked, there is malware. Casino pages, a bonus: https://bit.ly/x").points, 0);
}

proptest::proptest! {
    #[test]
    fn any_text_is_weighed_within_the_limits(message in ".{0,1000}", name in ".{0,50}") {
        let email = EmailAddress::parse("probe@visitor.example").unwrap();
        let score = weigh(&Submission {
            name: &name, company: &name, email: &email, message: &message, site: Some("site.example"),
            fills_decoy: true, elapsed: Some(Duration::ZERO),
        });
        proptest::prop_assert!((10..=20).contains(&score.points));
        let _ = digest_of(&message);
    }
}
