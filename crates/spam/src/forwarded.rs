//! A mail that the writer passes on. Someone who asks whether a mail is genuine pastes it below the question, and its words
//! are not the writer's.

use crate::words;

/// What mail programs write between dashes above such a mail.
const BETWEEN_DASHES: [&str; 8] = [
    "forwarded message",
    "original message",
    "weitergeleitete nachricht",
    "ursprüngliche nachricht",
    "message transféré",
    "message d'origine",
    "messaggio inoltrato",
    "messaggio originale",
];
/// Apple Mail writes no dashes.
const ALONE: [&str; 4] = [
    "begin forwarded message:",
    "anfang der weitergeleiteten nachricht:",
    "début du message transféré",
    "inizio messaggio inoltrato:",
];
/// With fewer of the writer's own, the mail below is the message.
const FEWEST_WORDS: usize = 8;

/// The message as far as its writer wrote it.
pub(crate) fn own_words(message: &str) -> &str {
    // ASCII only, so that positions stay.
    let lower = message.to_ascii_lowercase();
    let dashed = BETWEEN_DASHES.iter().flat_map(|heading| lower.match_indices(heading)).map(|(at, _)| at);
    let dashed = dashed.filter(|at| lower[..*at].trim_end().ends_with("--"));
    let alone = ALONE.iter().filter_map(|heading| lower.find(heading));
    match dashed.chain(alone).min().map(|at| &message[..at]) {
        Some(own) if words::count(own) >= FEWEST_WORDS => own,
        _ => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUESTION: &str = "Good morning, is this mail really from you, or is it a fraud?\n\n";

    #[test]
    fn a_mail_below_a_question_is_not_the_writers() {
        for heading in [
            "---------- Forwarded message ---------",
            "-----Original Message-----",
            "---------- Weitergeleitete Nachricht ----------",
            "-----Ursprüngliche Nachricht-----",
            "---------- Message transféré ---------",
            "-----Message d'origine-----",
            "---------- Messaggio inoltrato ---------",
            "-----Messaggio originale-----",
            "Begin forwarded message:",
            "Anfang der weitergeleiteten Nachricht:",
        ] {
            let message = format!("{QUESTION}{heading}\nFrom: somebody\n\nWe offer casino backlinks.");
            assert_eq!(own_words(&message).trim_end_matches(['-', ' ', '\n']), QUESTION.trim_end(), "{heading}");
        }
    }

    #[test]
    fn without_a_question_the_mail_below_is_the_message() {
        for message in [
            "See below. ---------- Forwarded message --------- We offer casino backlinks.",
            "We have forwarded message after message to your office, and nobody answers.",
            "",
        ] {
            assert_eq!(own_words(message), message);
        }
    }
}
