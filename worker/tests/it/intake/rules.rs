//! The rules that decide about mails, as the code has them and as the database knows them.

use std::collections::BTreeSet;

const LIST: &str = include_str!("../../../../migration/baseline/intake.sql");
const SETTLE: [&str; 4] = [
    include_str!("../../../src/intake/settle/decide.rs"),
    include_str!("../../../src/intake/settle/mod.rs"),
    include_str!("../../../src/intake/settle/new_ticket.rs"),
    include_str!("../../../src/intake/settle/verdict.rs"),
];
const OPERATOR: &str = include_str!("../../../src/intake/operator.rs");
const STANDING: &str = include_str!("../../../../crates/inbound/src/standing.rs");
/// Enumerations whose names are rules.
const NAMED: [(&str, &str); 5] = [
    ("enum Reason {", STANDING),
    ("enum Rule {", include_str!("../../../../crates/inbound/src/machine.rs")),
    ("enum Doubt {", include_str!("../../../../crates/inbound/src/threading.rs")),
    ("enum Unreadable {", include_str!("../../../../crates/inbound/src/mail.rs")),
    ("enum Unclear {", include_str!("../../../../crates/inbound/src/forwarded.rs")),
];
/// Words of these sources that are no rule: parties, names in metrics, parts of what is hashed or sent on.
const OTHERS: [&str; 9] =
    ["visitor", "other", "system", "snake_case", "way", "fate", "intake_settled_total", "mail", "probe"];

/// The words in quotes behind `before`, and behind nothing that makes them a column's name.
fn words(source: &str, quote: char, before: &str) -> BTreeSet<String> {
    let is_word = |text: &str| !text.is_empty() && text.chars().all(|one| one.is_ascii_lowercase() || one == '_');
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let of_line = |line: &str| {
        let pieces: Vec<_> = line.split(quote).collect();
        let quoted =
            pieces.windows(2).enumerate().filter(|(place, _)| place % 2 == 0).map(|(_, pair)| (pair[0], pair[1]));
        let rules =
            quoted.filter(|(front, word)| front.ends_with(before) && is_word(word) && (quote, *front) != ('"', ", "));
        rules.map(|(_, word)| word.to_owned()).collect::<Vec<_>>()
    };
    lines.flat_map(of_line).collect()
}

/// As strum writes them.
fn variants(head: &str, source: &str) -> Vec<String> {
    let (_, rest) = source.split_once(head).expect("the enumeration");
    let (body, _) = rest.split_once("\n}").expect("its end");
    let names = body.lines().map(str::trim).filter(|line| line.starts_with(|one: char| one.is_ascii_uppercase()));
    let snake = |name: &str| {
        let name = name.split(|one: char| !one.is_alphanumeric()).next().unwrap_or_default();
        name.char_indices().fold(String::new(), |mut text, (place, one)| {
            text.extend((place > 0 && one.is_uppercase()).then_some('_'));
            text.push(one.to_ascii_lowercase());
            text
        })
    };
    names.map(snake).collect()
}

/// A rule that the list lacks is stored as `unknown`, and what asks for it finds nothing.
#[test]
fn the_database_knows_each_rule_and_no_other() {
    let (_, list) = LIST.split_once("NEW.rule NOT IN (").unwrap();
    let known = words(list.split_once(')').unwrap().0, '\'', "");
    let mut used: BTreeSet<String> = SETTLE.iter().flat_map(|source| words(source, '"', "")).collect();
    used.retain(|word| !OTHERS.contains(&word.as_str()));
    used.extend(words(include_str!("../../../src/intake/settle/content.rs"), '"', "Err("));
    used.extend(words(OPERATOR, '\'', "rule = "));
    used.extend(words(OPERATOR, '"', "OPENED: &str = "));
    used.extend(words(STANDING.split("#[cfg(test)]").next().unwrap(), '"', "=> "));
    used.extend(NAMED.into_iter().flat_map(|(head, source)| variants(head, source)));
    assert!(known.len() > 50);
    assert_eq!(used.difference(&known).collect::<Vec<_>>(), [""; 0], "the list lacks them");
    assert_eq!(known.difference(&used).collect::<Vec<_>>(), [""; 0], "nothing uses them");
}
