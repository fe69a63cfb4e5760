use std::collections::BTreeMap;

use super::*;

/// The default of `SPAM_LIMIT`.
const LIMIT: i16 = 5;

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
        is_unverified: false,
    })
}

#[test]
fn what_people_write_to_a_security_office_is_not_suspected() {
    let suspected: Vec<_> = texts(include_str!("../tests/inquiries.txt"))
        .into_iter()
        .map(|text| (weighed(text), text))
        .filter(|(score, _)| score.points >= LIMIT)
        .collect();
    assert!(suspected.is_empty(), "{suspected:#?}");
}

#[test]
fn what_advertisers_write_is_suspected_by_its_text_alone() {
    let missed: Vec<_> = texts(include_str!("../tests/advertisements.txt"))
        .into_iter()
        .map(|text| (weighed(text), text))
        .filter(|(score, _)| score.points < LIMIT)
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

/// Without a phrase of the list.
const OFFER: &str = "Hi, you will love these shoes. Just visit the shop and get the best of them for you and all your friends, only \
                     this week!";

#[test]
fn a_fresh_offer_is_suspected_by_its_wording_and_one_sign_more() {
    let linked = weighed(&format!("{OFFER} https://shoes.example/new"));
    assert_eq!(linked, SpamScore { points: 5, signs: vec![SpamSign::Links, SpamSign::Wording] });
    assert!(weighed(OFFER).points < LIMIT);
    let of_a_victim = weighed(&format!("We were hacked. The malware shows this: {OFFER} https://shoes.example/new"));
    assert!(of_a_victim.points < LIMIT, "{of_a_victim:?}");
}

/// Each sign alone, with its points.
#[test]
fn each_sign_has_its_points() {
    let text = "We run forty servers in two offices and would like to know what a test of them would cost.";
    let email = EmailAddress::parse("probe@visitor.example").unwrap();
    let plain = Submission {
        name: "Probe Muster",
        company: "Probe AG",
        email: &email,
        message: text,
        site: None,
        fills_decoy: false,
        elapsed: Some(HASTE),
        is_unverified: false,
    };
    assert_eq!(weigh(&plain), SpamScore::default());
    let disposable = EmailAddress::parse("probe@mailinator.com").unwrap();
    let (links, markup) = (format!("{text} https://one.example"), format!("{text} [url=x]"));
    let advertised = format!("{text} Casino!");
    for (submission, sign, points) in [
        (Submission { fills_decoy: true, ..plain }, SpamSign::Decoy, 5),
        (Submission { elapsed: Some(Duration::from_millis(2_999)), ..plain }, SpamSign::Haste, 3),
        (Submission { message: &links, ..plain }, SpamSign::Links, 1),
        (Submission { message: &markup, ..plain }, SpamSign::Markup, 4),
        (Submission { message: &advertised, ..plain }, SpamSign::Phrases, 3),
        (Submission { email: &disposable, ..plain }, SpamSign::DisposableAddress, 2),
        (Submission { message: "Сколько стоит проверка наших серверов?", ..plain }, SpamSign::Script, 5),
        (
            Submission {
                message: "Olá, gostaríamos de oferecer os nossos serviços de publicidade para a sua empresa em Portugal.",
                ..plain
            },
            SpamSign::Language,
            4,
        ),
        (Submission { site: Some("servers"), ..plain }, SpamSign::MassMail, 2),
        (Submission { name: "Probe Probe", ..plain }, SpamSign::Name, 2),
        (Submission { company: "HpYqxvLtWk", ..plain }, SpamSign::RandomLetters, 5),
        (Submission { message: OFFER, ..plain }, SpamSign::Wording, 4),
        (Submission { is_unverified: true, ..plain }, SpamSign::Unverified, 1),
    ] {
        assert_eq!(weigh(&submission), SpamScore { points, signs: vec![sign] });
    }
}

#[test]
fn a_victim_may_quote_an_advertisement() {
    let quoted = "Our site was hacked, it shows casino pages: https://bit.ly/x";
    assert!(weighed(quoted).points < LIMIT && weighed("Casino pages: https://bit.ly/x").points >= LIMIT);
}

/// Both files have a text for each sign that a text can have.
#[test]
fn the_advertisements_show_every_sign_of_a_text() {
    let mut counts = BTreeMap::new();
    for text in texts(include_str!("../tests/advertisements.txt")) {
        for sign in weighed(text).signs {
            *counts.entry(sign).or_insert(0) += 1;
        }
    }
    for sign in [SpamSign::Links, SpamSign::Markup, SpamSign::Phrases, SpamSign::Script] {
        assert!(counts.contains_key(&sign), "{sign:?}: {counts:?}");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_weighed_within_the_limits(message in ".{0,1000}", name in ".{0,50}") {
        let email = EmailAddress::parse("probe@visitor.example").unwrap();
        let score = weigh(&Submission {
            name: &name, company: &name, email: &email, message: &message, site: Some("site.example"),
            fills_decoy: true, elapsed: Some(Duration::ZERO), is_unverified: true,
        });
        proptest::prop_assert!((9..=50).contains(&score.points));
        let _ = digest_of(&message);
    }
}
