//! Compares the form's field rules, run in Node, with the server's, on 100,000 payloads.

mod payload;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::{BufWriter, Write},
    path::Path,
    process::Command,
};

use rand::{SeedableRng, rngs::StdRng};
use serde_json::json;

const PAYLOADS: usize = 100_000;
/// All refusals: field and message.
const REFUSALS: usize = 18;

#[test]
#[ignore = "needs Node and the site's packages: cargo xtask test rules"]
fn the_form_and_the_server_say_the_same_of_every_payload() {
    let seed = std::env::var("RULES_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(rand::random::<u32>);
    println!("agreement: seed {seed}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("payloads.jsonl");
    let (valid, refusals) = write(&path, &mut StdRng::seed_from_u64(seed.into()));

    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let status = Command::new("node")
        .arg(crate_folder.join("tests/it/agreement/browser.mjs"))
        .arg(&path)
        .current_dir(crate_folder.join("../../web"))
        .status()
        .expect("Node is needed");
    assert!(status.success(), "the two sides disagree; RULES_SEED={seed} makes the same payloads");
    println!("agreement: {PAYLOADS} payloads, {valid} of them valid");
    assert!(valid > PAYLOADS / 20, "too few are valid to mean anything: {valid}");
    assert_eq!(refusals.len(), REFUSALS, "not every refusal was met: {refusals:#?}");
}

/// Writes each payload with the server's verdict as a line. Returns the number of valid ones, and all refusals.
fn write(path: &Path, dice: &mut StdRng) -> (usize, BTreeSet<(String, String)>) {
    let mut file = BufWriter::new(File::create(path).unwrap());
    let (mut valid, mut refusals) = (0, BTreeSet::new());
    for _ in 0..PAYLOADS {
        let payload = payload::payload(dice);
        let errors = api::inquiry::check(&payload).err().unwrap_or_default();
        let fields: BTreeMap<String, String> =
            errors.into_iter().map(|(name, message)| (name.to_owned(), message.to_owned())).collect();
        valid += usize::from(fields.is_empty());
        writeln!(file, "{}", json!({"payload": payload, "fields": &fields})).unwrap();
        refusals.extend(fields);
    }
    file.flush().unwrap();
    (valid, refusals)
}
