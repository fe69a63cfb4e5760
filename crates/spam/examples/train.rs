//! Draws the weights of the sign `wording` from collections of texts.
//!
//! `cargo run --release -p spam --example train FILE.jsonl… > weights.txt`: one object a line, with `source`, `message`,
//! `spam` (true or false), and `weight` if the text counts for more or less than one. Writes the list that
//! `src/wording.txt` is, and on standard error the constant `START` of `src/wording.rs`. The same files in the same order
//! give the same list.
//!
//! The model is a logistic regression. Spam counts as much as the other texts together, however many there are. It learns
//! only what occurs in three sources, because names of people and firms mostly occur in fewer. Look for other names in the
//! list, and add them to `NAMES`.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    env, io,
};

use spam::parts;

mod rows;

const HEADER: &str = "\
# Words and pairs of words with their weights in tenths: positive, if advertisers choose them; negative, if people who ask
# for something do. Compared as phrases are. A logistic regression drew them from texts that came through public contact
# forms, from help desks, from a company's mails and from a collection of advertising mails. Each occurs in three sources or
# more. Written by `cargo run -p spam --example train`.
";
/// What occurs less often is not learned.
const FEWEST_TEXTS: u32 = 3;
const FEWEST_SOURCES: usize = 3;
/// Of people and of firms, in several sources. Nothing with one of them is learned.
const NAMES: &str = "\
    allen ami anna chris dan dave david duke el eric farmer frank gary george houston jay jean jeff jenny jim joe john \
    julie ken kevin kim lee lisa marie mark martin mary michael mike paso philippe robert scott smith steve susan tim \
    tom vincent";
/// Weights in the list at most: those that move the texts most.
const LISTED: usize = 3000;
/// What the squares of the weights cost beside the mean error of the texts: a higher one makes all weights smaller.
const PENALTY: f64 = 0.000_08;
const ROUNDS: usize = 1000;
const RATE: f64 = 2.0;
/// The part of a step that the next one repeats. It saves rounds on a long even slope.
const MOMENTUM: f64 = 0.99;

struct Text {
    /// Places of the parts that are learned, in their order.
    parts: Vec<usize>,
    share: f64,
    is_spam: bool,
    weight: f64,
}

/// Where a part occurs.
#[derive(Default)]
struct Occurrences {
    texts: u32,
    sources: BTreeSet<String>,
}

fn main() -> io::Result<()> {
    let mut rows = Vec::new();
    for file in env::args().skip(1) {
        rows.extend(rows::read(&file)?);
    }
    let mut learned: BTreeMap<String, Occurrences> = BTreeMap::new();
    for row in &rows {
        for part in parts(rows::text(row, "message")).into_iter().flat_map(|(parts, _)| parts) {
            let occurrences = learned.entry(part).or_default();
            occurrences.texts += 1;
            occurrences.sources.insert(rows::text(row, "source").to_owned());
        }
    }
    let names: HashSet<_> = NAMES.split(' ').collect();
    learned.retain(|part, Occurrences { texts, sources }| {
        let is_latin = part.bytes().all(|byte| byte == b' ' || byte.is_ascii_lowercase());
        let has_name = part.split(' ').any(|word| names.contains(word));
        is_latin && !has_name && *texts >= FEWEST_TEXTS && sources.len() >= FEWEST_SOURCES
    });
    let places: HashMap<_, _> = learned.keys().zip(0..).collect();
    let texts = rows.iter().filter_map(|row| {
        let (parts, share) = parts(rows::text(row, "message"))?;
        Some(Text {
            parts: parts.iter().filter_map(|part| places.get(part).copied()).collect(),
            share,
            is_spam: row["spam"] == true,
            weight: row["weight"].as_f64().unwrap_or(1.0),
        })
    });
    let (start, weights) = descend(&balanced(texts.collect()), learned.len());

    eprintln!("START: {:.1}", start * 10.0);
    let effect = |(_, occurrences, weight): &(_, &Occurrences, f64)| weight.abs() * f64::from(occurrences.texts).sqrt();
    let mut listed: Vec<_> = learned.iter().zip(weights).map(|((part, found), weight)| (part, found, weight)).collect();
    listed.sort_by(|one, other| effect(other).total_cmp(&effect(one)));
    listed.truncate(LISTED);
    listed.sort_by_key(|(part, ..)| *part);
    println!("{HEADER}");
    for (part, _, weight) in listed {
        let tenths = (weight * 10.0).round();
        if tenths != 0.0 {
            println!("{tenths} {part}");
        }
    }
    Ok(())
}

/// The weights of either kind add up to one half.
fn balanced(mut texts: Vec<Text>) -> Vec<Text> {
    for is_spam in [true, false] {
        let sum: f64 = texts.iter().filter(|text| text.is_spam == is_spam).map(|text| text.weight).sum();
        for text in texts.iter_mut().filter(|text| text.is_spam == is_spam) {
            text.weight /= 2.0 * sum;
        }
    }
    texts
}

/// Goes down the slope of the error: the score of words that weigh nothing, and the weight of each part.
fn descend(texts: &[Text], parts: usize) -> (f64, Vec<f64>) {
    let (mut start, mut weights) = (0.0, vec![0.0; parts]);
    let (mut start_step, mut steps) = (0.0, vec![0.0; parts]);
    for _ in 0..ROUNDS {
        start_step = MOMENTUM * start_step - RATE * PENALTY * start;
        for (step, weight) in steps.iter_mut().zip(&weights) {
            *step = MOMENTUM * *step - RATE * PENALTY * weight;
        }
        for Text { parts, share, is_spam, weight } in texts {
            let score = start + share * parts.iter().map(|part| weights[*part]).sum::<f64>();
            let likelihood = 1.0 / (1.0 + (-score).exp());
            let push = RATE * weight * (f64::from(*is_spam) - likelihood);
            start_step += push;
            for part in parts {
                steps[*part] += share * push;
            }
        }
        start += start_step;
        for (weight, step) in weights.iter_mut().zip(&steps) {
            *weight += step;
        }
    }
    (start, weights)
}
