//! Almost valid payloads.

use entity::contact::{FIELDS, Kind};
use rand::{
    RngExt,
    prelude::{IndexedRandom, IteratorRandom},
    rngs::StdRng,
};
use serde_json::{Map, Value, json};

use crate::SAMPLE;

/// Lengths around each limit, and longer.
const LENGTHS: [usize; 24] =
    [0, 1, 2, 4, 5, 6, 39, 40, 41, 49, 50, 51, 55, 56, 57, 63, 64, 65, 99, 100, 101, 999, 1000, 1001];
/// Characters that the two sides might trim, count or refuse differently.
const ODD: [&str; 40] = [
    "", " ", "\t", "\n", "\r", "\r\n", "\u{b}", "\u{c}", "\0", "\u{1}", "\u{1b}", "\u{7f}", "\u{80}", "\u{85}",
    "\u{9f}", "\u{a0}", "\u{ad}", "\u{1680}", "\u{180e}", "\u{2000}", "\u{200a}", "\u{200b}", "\u{200d}", "\u{202e}",
    "\u{2028}", "\u{2029}", "\u{202f}", "\u{205f}", "\u{2060}", "\u{3000}", "\u{feff}", "\u{fffd}", "\u{ffff}",
    "\u{10ffff}", "é", "e\u{301}", "🛡", "👩‍💻", "ſ", "<b>",
];
const LOCALS: [&str; 22] = [
    "a", "first.last", "a'", "'a", "o'neil", "a+b", "-", "_", "a..b", ".a", "a.", "A", "é", "a b", "\"a b\"", "a,b",
    "a@b", "", "a\u{feff}", "a!", "a&b", "a/%b",
];
const DOMAINS: [&str; 27] = [
    "b.ch", "x-y.co.uk", "-b.ch", "b-.ch", "b", "b.c", "b.c1", "b..ch", ".b.ch", "b.ch.", "bücher.ch", "ab--cd.ch",
    "xn--bcher-kva.ch", "XN--BCHER-KVA.ch", "xn--.ch", "xn--a.ch", "xn--zzzzzzzzzzz.ch", "b_c.ch", "[127.0.0.1]",
    "127.0.0.1", "B.CH", "b.xn--p1ai", "1.ch", "b.museum", "maßanfertigung.de", "MÜLLER。ch", "b.ch\u{200b}",
];

/// The valid payload with up to three fields changed or removed.
pub(super) fn payload(dice: &mut StdRng) -> Map<String, Value> {
    let mut payload = SAMPLE.clone();
    for _ in 0..dice.random_range(0..=3) {
        let (name, _) = SAMPLE.iter().choose(dice).unwrap();
        if dice.random_ratio(1, 12) {
            payload.remove(name);
        } else {
            payload.insert(name.to_owned(), value(dice, name));
        }
    }
    if dice.random_ratio(1, 50) {
        payload.insert("__proto__".to_owned(), json!({"firstName": "x", "consent": true}));
    }
    payload
}

fn value(dice: &mut StdRng, name: &str) -> Value {
    match dice.random_range(0..10) {
        // Of another type.
        0 => pick(dice, &json!([null, true, false, 0, 7, 1.5, [], {}, ["x"], "3"])),
        1..4 => Value::String(text(dice)),
        _ => match FIELDS.iter().find(|field| field.name == name).map(|field| field.kind) {
            Some(Kind::Email { .. }) => Value::String(address(dice)),
            Some(Kind::Count { .. }) => number(dice),
            Some(Kind::Choice(options)) => choice(dice, options),
            Some(_) => Value::String(text(dice)),
            None => pick(dice, &json!([true, false, "true", 1, null])),
        },
    }
}

fn choice(dice: &mut StdRng, options: &[(&str, &str)]) -> Value {
    let (value, label) = options[dice.random_range(0..options.len())];
    let almost = json!([label, format!(" {value}"), value.to_uppercase(), "", " "]);
    if dice.random_bool(0.4) { json!(value) } else { pick(dice, &almost) }
}

/// A text of a length near a limit, with letters and unusual characters.
fn text(dice: &mut StdRng) -> String {
    let length = LENGTHS[dice.random_range(0..LENGTHS.len())];
    let filler = ["x", "ab ", "é", "🛡"].choose(dice).copied().unwrap_or("x");
    let mut text = filler.repeat(length / filler.encode_utf16().count());
    for _ in 0..dice.random_range(0..3) {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        // Often at the start or the end, where it may be trimmed.
        let at = match dice.random_range(0..3) {
            0 => 0,
            1 => text.len(),
            _ => places[dice.random_range(0..places.len())],
        };
        text.insert_str(at, ODD[dice.random_range(0..ODD.len())]);
    }
    text
}

fn address(dice: &mut StdRng) -> String {
    let long = |dice: &mut StdRng| "l".repeat([62, 63, 64, 65, 200][dice.random_range(0..5)]);
    let local =
        if dice.random_ratio(1, 6) { long(dice) } else { LOCALS[dice.random_range(0..LOCALS.len())].to_owned() };
    let mut domain = DOMAINS[dice.random_range(0..DOMAINS.len())].to_owned();
    if dice.random_ratio(1, 6) {
        domain = format!("xn--{}.{domain}", letters(dice));
    }
    for _ in 0..[0, 0, 0, 1, 2, 4][dice.random_range(0..6)] {
        domain = format!("{}.{domain}", long(dice));
    }
    let mut address = format!("{local}@{domain}");
    if dice.random_ratio(1, 4) {
        address = format!("{}{address}", ODD[dice.random_range(0..ODD.len())]);
    }
    if dice.random_ratio(1, 4) {
        address.push_str(ODD[dice.random_range(0..ODD.len())]);
    }
    address
}

/// A label with `xn--` that is almost always invalid.
fn letters(dice: &mut StdRng) -> String {
    (0..dice.random_range(1..12)).map(|_| char::from(b"abcxyz019-"[dice.random_range(0..10)])).collect()
}

fn number(dice: &mut StdRng) -> Value {
    match dice.random_range(0..3) {
        0 => json!(dice.random_range(-2..12)),
        1 => json!(f64::from(dice.random_range(-4..40)) / 4.0),
        _ => pick(dice, &json!([-0.0, 1e300, u64::MAX, i64::MIN, 8.000_000_000_000_002, "4", null])),
    }
}

/// One of an array.
fn pick(dice: &mut StdRng, values: &Value) -> Value {
    values.as_array().and_then(|values| values.choose(dice)).cloned().unwrap_or_default()
}
