//! Weighs collections of texts and counts those that reach the limit, by source.
//!
//! `cargo run -p spam --example measure FILE.jsonl…`: one object a line, with `source`, `name`, `email`, `company`,
//! `message`, and `site` if known.

use std::{collections::BTreeMap, env, io};

use entity::EmailAddress;
use spam::{Submission, weigh};

mod rows;

/// The default of `SPAM_LIMIT`.
const LIMIT: i16 = 5;

fn main() -> io::Result<()> {
    for file in env::args().skip(1) {
        let mut sources: BTreeMap<String, (u32, u32)> = BTreeMap::new();
        for row in rows::read(&file)? {
            let text = |name| rows::text(&row, name);
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
                is_unverified: false,
            });
            for source in ["all", text("source")] {
                let (suspected, all) = sources.entry(source.to_owned()).or_default();
                *all += 1;
                *suspected += u32::from(score.points >= LIMIT);
            }
        }
        println!("{file}");
        for (source, (suspected, all)) in sources {
            println!("{:7.1} %  {suspected:>5} of {all:>5}  {source}", 100.0 * f64::from(suspected) / f64::from(all));
        }
    }
    Ok(())
}
