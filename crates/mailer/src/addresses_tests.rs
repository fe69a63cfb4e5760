use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::*;

const CONSULTANTS: [&str; 2] = ["one@firm.example", "Two@firm.example"];

fn keys(text: &str) -> Result<KeyRing, KeyError> {
    text.replace("AA", &"0a1b".repeat(16)).replace("BB", &"c2d3".repeat(16)).parse()
}

fn addresses(base: &str) -> SignedAddresses {
    SignedAddresses::new(keys("2:AA,1:BB").unwrap(), base.parse().unwrap(), "firm.example")
}

fn ticket() -> TicketReference {
    "FW-7K3Q-9D2M".parse().unwrap()
}

fn verify(addresses: &SignedAddresses, address: &str) -> Option<Signed> {
    addresses.verify(address, CONSULTANTS)
}

#[test]
fn an_address_is_right_for_one_ticket_and_one_person() {
    let addresses = addresses("@reply.firm.example");
    let mut seen = Vec::new();
    for party in
        [Party::Visitor, Party::Consultant(CONSULTANTS[0].into()), Party::Consultant("two@firm.example".into())]
    {
        let address = addresses.reply(&ticket(), &party);
        assert_eq!(verify(&addresses, &address), Some(Signed::Reply { ticket: ticket(), party }));
        assert!(!seen.contains(&address));
        seen.push(address);
    }
    let stranger = addresses.reply(&ticket(), &Party::Consultant("three@firm.example".into()));
    assert_eq!(verify(&addresses, &stranger), None, "no longer a consultant");
    let other = seen[0].replace("7k3q9d2m", "7k3q9d2n");
    assert_eq!(verify(&addresses, &other), None);
}

#[test]
fn an_address_of_the_quarantine_is_for_one_mail_and_one_consultant() {
    let addresses = addresses("desk+@firm.example");
    let (mail, other) = (Uuid::from_u128(7), Uuid::from_u128(8));
    let address = addresses.quarantine(mail, "Anna@Firm.example");
    assert!(address.split('@').next().unwrap().len() <= 64);
    let signed = addresses.verify(&address, ["ben@firm.example", "anna@firm.example"]);
    assert_eq!(signed, Some(Signed::Quarantine { intake: mail, consultant: "anna@firm.example".to_owned() }));
    assert_eq!(addresses.verify(&address, ["ben@firm.example"]), None);
    let subject = |address: &str| address.split('-').nth(1).unwrap().to_owned();
    let moved = address.replace(&subject(&address), &subject(&addresses.quarantine(other, "anna@firm.example")));
    assert_eq!(addresses.verify(&moved, ["anna@firm.example"]), None);
}

#[test]
fn a_return_path_and_a_message_id_name_one_mail() {
    for base in ["@reply.firm.example", "desk+@firm.example"] {
        let addresses = addresses(base);
        let outbox = Uuid::from_u128(0x0190_7c3e_0000_7000_8000_0000_0000_0001);
        let (path, id) = (addresses.return_path(outbox), addresses.message_id(outbox));
        assert!(path.split('@').next().unwrap().len() <= MAX_LOCAL_PART, "{path}");
        assert_eq!(verify(&addresses, &path), Some(Signed::ReturnPath { outbox }));
        assert_eq!(addresses.verify_message_id(&format!("<{id}>")), Some(outbox));
        assert_eq!(addresses.verify_message_id(&format!("<{WITHOUT_TEXT}{id}>")), Some(outbox));
        assert_eq!(addresses.verify_message_id(&path), None, "another purpose");
        let local = id.split('@').next().unwrap();
        assert_eq!(verify(&addresses, &addresses.base.address(local)), None, "another purpose");
    }
}

#[test]
fn no_address_is_turned_into_one_of_another_purpose() {
    for base in ["@reply.firm.example", "seventeen-letters+@firm.example"] {
        let addresses = addresses(base);
        let (mail, other) = (Uuid::from_u128(0x0190_7c3e_0000_7000_8000_0000_0000_0001), Uuid::from_u128(2));
        let address = addresses.internal(mail);
        assert!(address.split('@').next().unwrap().len() <= MAX_LOCAL_PART, "{address}");
        for same in [address.clone(), address.to_ascii_uppercase(), format!("<{address}>")] {
            assert_eq!(verify(&addresses, &same), Some(Signed::Internal { outbox: mail }), "{same}");
        }
        let place = address.len() - address.rsplit('+').next().unwrap().len();
        let turned = |address: &str, purpose: &str| {
            let mut turned = address.to_owned();
            turned.replace_range(place..=place, purpose);
            turned
        };
        for purpose in ["r", "b", "o", "q", "s", "x"] {
            assert_eq!(verify(&addresses, &turned(&address, purpose)), None, "{purpose}");
        }
        let party = Party::Consultant(CONSULTANTS[0].into());
        for theirs in [
            addresses.reply(&ticket(), &Party::Visitor),
            addresses.reply(&ticket(), &party),
            addresses.return_path(mail),
            addresses.quarantine(mail, CONSULTANTS[0]),
            addresses.suspect(mail, CONSULTANTS[0]),
        ] {
            assert!(verify(&addresses, &theirs).is_some());
            assert_eq!(verify(&addresses, &turned(&theirs, "i")), None, "{theirs}");
        }
        let id = addresses.message_id(mail);
        assert_eq!(
            verify(&addresses, &addresses.base.address(&id.split('@').next().unwrap().replacen('o', "i", 1))),
            None
        );
        let token = address[place..].split('@').next().unwrap();
        for end in 0..token.len() {
            assert_eq!(verify(&addresses, &addresses.base.address(&token[..end])), None, "cut to {end}");
        }
        let (mine, theirs) = (base32::encode(mail.as_bytes()), base32::encode(other.as_bytes()));
        assert_eq!(verify(&addresses, &address.replace(&mine, &theirs)), None, "another mail");
    }
}

#[test]
fn spellings_of_one_address_are_one_address() {
    let addresses = addresses("Desk+@Firm.example");
    let address = addresses.reply(&ticket(), &Party::Visitor);
    for spelling in [
        address.clone(),
        address.to_ascii_uppercase(),
        format!("<{address}>"),
        format!("  < {address} > "),
        address.replace('+', "%2B"),
        address.replace('+', "%2b"),
        format!("{address}."),
    ] {
        assert!(verify(&addresses, &spelling).is_some(), "{spelling}");
    }
    for other in [
        address.replace("desk+", ""),
        address.replace("desk+", "desk"),
        address.replace("desk+", "disk+"),
        address.replace("firm.example", "firm.example.evil.example"),
        address.replace("@firm", "@reply.firm"),
        address.replace('-', "--"),
        format!("x{address}"),
        String::new(),
        "@".to_owned(),
    ] {
        assert_eq!(verify(&addresses, &other), None, "{other}");
    }
}

#[test]
fn older_keys_verify_and_removed_ones_do_not() {
    let old = SignedAddresses::new(keys("1:BB").unwrap(), "@r.example".parse().unwrap(), "r.example");
    let both = SignedAddresses::new(keys("2:AA,1:BB").unwrap(), "@r.example".parse().unwrap(), "r.example");
    let new = SignedAddresses::new(keys("2:AA").unwrap(), "@r.example".parse().unwrap(), "r.example");
    let address = old.reply(&ticket(), &Party::Visitor);
    assert!(verify(&both, &address).is_some() && verify(&new, &address).is_none());
    assert!(verify(&old, &both.reply(&ticket(), &Party::Visitor)).is_none(), "the first key signs");
}

#[test]
fn addresses_of_a_former_base_verify_and_none_is_written() {
    let base = |text: &str| text.parse::<Base>().unwrap();
    let former = ["desk+@old.example", "@older.example"];
    let of = |text: &str| SignedAddresses::new(keys("1:BB").unwrap(), base(text), "r.example");
    let now = of("@r.example").with_former(former.map(base).to_vec());
    for text in ["@r.example"].into_iter().chain(former) {
        let address = of(text).reply(&ticket(), &Party::Visitor);
        assert!(verify(&now, &address).is_some() && now.occurs_in(&address.to_lowercase()), "{address}");
        assert!(now.named_ticket(&address).is_some());
    }
    assert_eq!(now.reply(&ticket(), &Party::Visitor), of("@r.example").reply(&ticket(), &Party::Visitor));
    assert!(verify(&of("@r.example"), &of("@older.example").reply(&ticket(), &Party::Visitor)).is_none());
}

#[test]
fn an_address_or_id_occurs_in_a_text_by_its_token() {
    for base in ["@reply.own.example", "desk+@own.example", "@own.example"] {
        let of = SignedAddresses::new(keys("1:BB").unwrap(), base.parse().unwrap(), "own.example");
        let mail = Uuid::from_u128(7);
        let id = of.message_id(mail);
        let (reply, path) = (of.reply(&ticket(), &Party::Visitor), of.return_path(mail));
        for ours in [reply.as_str(), &of.participant(mail), &path, &id, &format!("{WITHOUT_TEXT}{id}")] {
            for text in [
                ours.to_owned(),
                format!("<{ours}>."),
                format!("writeto{ours}today"),
                format!("ü–{ours}"),
                format!("mailto:{}", ours.replace('+', "%2b").replace('-', "%2d").replace('@', "%40")),
            ] {
                assert!(of.occurs_in(&text), "{base}: {text}");
            }
        }
        for text in [
            "service desk\n+41 44 555 12 12",
            "servicedesk+41445551212",
            "paket service-desk+ for chf 200",
            "anna@own.example, desk@own.example, desk+x@own.example, service-desk-24@own.example",
            "x@reply.own.example",
            "a1-b-c@own.example",
            "@own.example @reply.own.example",
            &reply.replace("r1-", "r-"),
            &reply.replace('@', "x@"),
            &path.replace("b1-", "b0-"),
            &id.replace("own.example", "other.example"),
        ] {
            assert!(!of.occurs_in(text), "{base}: {text}");
        }
    }
}

#[test]
fn refuses_keys_and_bases_that_are_wrong() {
    let zeros = format!("1:{}", "00".repeat(32));
    for (text, error) in [
        ("", KeyError::Missing),
        ("AA", KeyError::Form),
        ("0:AA", KeyError::Form),
        ("10:AA", KeyError::Form),
        ("1:abcd", KeyError::Short(1)),
        ("1:zz", KeyError::Short(1)),
        (zeros.as_str(), KeyError::Weak(1)),
        ("1:AA,1:BB", KeyError::Twice(1)),
    ] {
        assert_eq!(keys(text).unwrap_err(), error, "{text}");
    }
    assert_eq!(format!("{:?}", keys("2:AA,1:BB").unwrap()), "[2, 1]", "no key is printed");
    for text in
        ["reply.firm.example", "desk@firm.example", "@firm", "@", "+@firm.example", "a b+@firm.example", "@a..b"]
    {
        assert_eq!(text.parse::<Base>(), Err(BaseError::Form), "{text}");
    }
    assert!("seventeen-letters+@firm.example".parse::<Base>().is_ok());
    assert_eq!("eighteen-letters--+@firm.example".parse::<Base>(), Err(BaseError::TooLong));
}

/// A million tokens: random ones, and right ones with one character changed, removed or added.
#[test]
fn no_guessed_or_damaged_token_is_accepted() {
    let addresses = addresses("@reply.firm.example");
    let mut rng = StdRng::seed_from_u64(7);
    let right = [
        addresses.reply(&ticket(), &Party::Visitor),
        addresses.reply(&ticket(), &Party::Consultant(CONSULTANTS[0].into())),
        addresses.return_path(Uuid::from_u128(7)),
        addresses.quarantine(Uuid::from_u128(8), CONSULTANTS[0]),
        addresses.internal(Uuid::from_u128(9)),
    ];
    let letters = b"0123456789abcdefghjkmnpqrstvwxyz-@u";
    for number in 0..1_000_000 {
        let mut address = right[number % right.len()].clone().into_bytes();
        let place = rng.random_range(0..address.len());
        let letter = letters[rng.random_range(0..letters.len())];
        match number % 4 {
            0 => address[place] = letter,
            1 => drop(address.remove(place)),
            2 => address.insert(place, letter),
            _ => {
                let start = address.iter().position(|byte| *byte == b'@').unwrap() - 16;
                for byte in &mut address[start..start + 16] {
                    *byte = letters[rng.random_range(0..32)];
                }
            }
        }
        let address = String::from_utf8(address).unwrap();
        if !right.contains(&address) {
            assert_eq!(verify(&addresses, &address), None, "{address}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC*") {
        prop_assert_eq!(verify(&addresses("@reply.firm.example"), &text), None);
        prop_assert_eq!(addresses("@reply.firm.example").verify_message_id(&text), None);
    }
}
