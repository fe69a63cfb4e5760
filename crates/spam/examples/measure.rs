//! Weighs collections of texts and counts those that reach the limit by their text, by source.
//!
//! `cargo run -p spam --example measure FILE.jsonl…`: one object a line, with `source`, `name`, `email`, `company`,
//! `message`, and `site` if known.

use std::{collections::BTreeMap, env, fs, io};

use entity::EmailAddress;
use serde_json::Value;
use spam::{Submission, weigh};

/// The default of `SPAM_LIMIT`.
const LIMIT: i16 = 2;

fn main() -> io::Result<()> {
    for file in env::args().skip(1) {
        let mut sources: BTreeMap<String, (u32, u32)> = BTreeMap::new();
        for row in fs::read_to_string(&file)?.lines() {
            let row: Value = serde_json::from_str(row)?;
            let text = |name| row[name].as_str().unwrap_or_default();
            let unknown = EmailAddress::parse("sender@visitor.example");
            let Ok(email) = EmailAddress::parse(text("email")).or(unknown) else { continue };
            let score = weigh(&Submission {
                name: text("name"),
                company: text("company"),
                email: &email,
                message: text("message"),
                site: row["site"].as_str(),
                fills_decoy: false,
                elapsed: None,
            });
            for source in ["all", text("source")] {
                let (marked, all) = sources.entry(source.to_owned()).or_default();
                *all += 1;
                *marked += u32::from(score.points >= LIMIT);
            }
        }
        println!("{file}");
        for (source, (marked, all)) in sources {
            println!("{:7.1} %  {marked:>5} of {all:>5}  {source}", 100.0 * f64::from(marked) / f64::from(all));
        }
    }
    Ok(())
}
