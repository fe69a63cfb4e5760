use rand::{Rng, RngExt, SeedableRng, rngs::StdRng};
use serde_json::json;

use super::*;

/// A ledger as the database writes it.
fn ledger(entries: u64) -> (Vec<String>, Head) {
    let mut previous = "0".repeat(HASH_LENGTH);
    let lines = (1..=entries)
        .map(|seq| {
            let at = format!("2026-11-21T10:{:02}:{:02}.000000Z", seq / 60 % 60, seq % 60);
            let detail = json!({ "inquiry": seq % 7, "outbox": seq % 11, "run": uuid::Uuid::from_u128(seq.into()) });
            let entry = json!({ "seq": seq, "at": at, "kind": "purge", "policy": 1, "role": "inquiry_app",
                                "detail": detail, "prev": previous })
            .to_string();
            previous = hex::encode(Sha256::digest(&entry));
            format!("{previous} {entry}\n")
        })
        .collect();
    (lines, Head { seq: entries, hash: previous })
}

fn check(lines: &[String], head: Option<&Head>) -> Result<Verified, Flaw> {
    verify(lines.concat().as_bytes(), head)
}

#[test]
fn an_intact_file_passes_with_its_head_and_with_an_earlier_one() {
    let (lines, head) = ledger(50);
    assert_eq!(check(&lines, Some(&head)).unwrap().last, head);
    let (_, earlier) = ledger(20);
    assert_eq!(check(&lines, Some(&earlier)).unwrap().entries, 50);
}

#[test]
fn names_what_is_wrong() {
    let (lines, head) = ledger(9);
    let without = |at: usize| [&lines[..at], &lines[at + 1..]].concat();
    assert!(matches!(check(&without(4), None), Err(Flaw::Order { line: 5, found: 6, expected: 5 })));
    assert!(matches!(check(&lines[..8], Some(&head)), Err(Flaw::TailCut(9))));
    assert!(matches!(check(&[], None), Err(Flaw::Empty)));
    let cut = lines.concat();
    assert!(matches!(verify(&cut.as_bytes()[..cut.len() - 1], None), Err(Flaw::Cut)));
    let mut edited = lines.clone();
    edited[3] = edited[3].replace("\"outbox\":4", "\"outbox\":5");
    assert!(matches!(check(&edited, None), Err(Flaw::Changed(4))));
    // The edited entry has a valid hash, but the next entry has the former one.
    let mut replaced = lines.clone();
    let entry = lines[3].split_once(' ').unwrap().1.trim_end().replace("\"outbox\":4", "\"outbox\":5");
    replaced[3] = line(&Sha256::digest(&entry), &entry);
    assert!(matches!(check(&replaced, None), Err(Flaw::Broken(5))));
    // All later entries are rewritten: only a comparison with a stored head shows it.
    let (mut anew, other) = ledger(9);
    anew[8] = line(&Sha256::digest("{}"), "{}");
    assert!(matches!(check(&anew, None), Err(Flaw::Form(9))));
    let forged = Head { seq: 9, hash: "f".repeat(64) };
    assert_eq!(other, head);
    assert!(matches!(check(&lines, Some(&forged)), Err(Flaw::Rewritten(9))));
}

/// One random manipulation that leaves another file than before.
fn manipulate(lines: &[String], rng: &mut impl Rng) -> Vec<u8> {
    let mut changed = lines.to_vec();
    let (a, b) = (rng.random_range(0..lines.len()), rng.random_range(0..lines.len()));
    match rng.random_range(0..8) {
        0 => drop(changed.remove(a)),
        1 => changed.swap(a, if a == b { (b + 1) % lines.len() } else { b }),
        2 => changed.insert(a, lines[b].clone()),
        3 => changed.truncate(a),
        4 => changed[a].push('\n'),
        5 => {
            // A plausible edit with a valid hash.
            let entry =
                lines[a].split_once(' ').unwrap().1.trim_end().replace("\"kind\":\"purge\"", "\"kind\":\"hold\"");
            changed[a] = line(&Sha256::digest(&entry), &entry);
        }
        _ => {
            let mut bytes = changed.concat().into_bytes();
            let at = rng.random_range(0..bytes.len());
            match rng.random_range(0..3) {
                0 => bytes[at] ^= 1 << rng.random_range(0..8),
                1 => bytes.truncate(at),
                _ => bytes.insert(at, rng.random()),
            }
            return bytes;
        }
    }
    changed.concat().into_bytes()
}

#[test]
fn finds_ten_thousand_random_manipulations() {
    let (lines, head) = ledger(60);
    let original = lines.concat().into_bytes();
    let mut rng = StdRng::seed_from_u64(4);
    for round in 0..10_000 {
        let changed = manipulate(&lines, &mut rng);
        assert!(changed != original, "round {round} changed nothing");
        assert!(verify(changed.as_slice(), Some(&head)).is_err(), "round {round} was not found");
    }
}

#[test]
fn a_part_of_a_chain_is_checked_without_its_beginning() {
    let (lines, _) = ledger(9);
    let entries: Vec<_> =
        (1..).zip(&lines).map(|(seq, line)| (seq, line.trim_end().split_once(' ').unwrap())).collect();
    let part = |seqs: &[u64]| {
        let chosen = seqs.iter().map(|seq| entries[usize::try_from(*seq).unwrap() - 1]);
        verify_part(chosen.map(|(seq, (hash, entry))| (seq, hash, entry)))
    };
    assert!(part(&[5, 6, 7, 8, 9]).is_ok() && part(&[]).is_ok());
    assert!(matches!(part(&[5, 7]), Err(Flaw::Order { line: 7, expected: 6, .. })));
    let (_, (hash, entry)) = entries[5];
    let edited = entry.replace("\"outbox\":6", "\"outbox\":7");
    assert!(matches!(verify_part([(6, hash, edited.as_str())]), Err(Flaw::Changed(6))));
    let own = hex::encode(Sha256::digest(&edited));
    let (_, (next, after)) = entries[6];
    assert!(matches!(verify_part([(6, own.as_str(), edited.as_str()), (7, next, after)]), Err(Flaw::Broken(7))));
}

#[test]
fn reads_a_hundred_thousand_entries() {
    let file = ledger(100_000).0.concat();
    assert_eq!(verify(file.as_bytes(), None).unwrap().entries, 100_000);
}

#[test]
fn a_head_is_read_back_as_it_was_shown() {
    let (_, head) = ledger(3);
    assert_eq!(format!(" {head}\n").parse::<Head>().unwrap(), head);
    for text in ["", "3", "3:12", "x:00", &head.hash] {
        assert!(text.parse::<Head>().is_err(), "{text}");
    }
}
