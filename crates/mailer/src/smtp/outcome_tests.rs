//! The outcome of each fault, and the table of the docs.

use super::*;

fn reply(code: u16) -> Fault {
    Fault::Reply(Reply::new(code, ""))
}

const PHASES: [Phase; 9] = [
    Phase::Connect,
    Phase::Greeting,
    Phase::Tls,
    Phase::Auth,
    Phase::Mail,
    Phase::Rcpt,
    Phase::Data,
    Phase::Body,
    Phase::EndOfData,
];

/// Before RCPT, nothing was said about the mail.
fn is_again(phase: Phase, outcome: &SendOutcome) -> bool {
    match phase {
        Phase::Rcpt | Phase::Data | Phase::Body | Phase::EndOfData => matches!(outcome, SendOutcome::Retry(_)),
        _ => matches!(outcome, SendOutcome::Unreached(_)),
    }
}

#[test]
fn a_fault_before_the_end_of_data_is_retried() {
    for phase in PHASES.into_iter().filter(|phase| *phase != Phase::EndOfData) {
        for fault in [Fault::Lost, Fault::Timeout, Fault::Unexpected] {
            assert!(is_again(phase, &SendOutcome::of(phase, fault)), "{phase:?} {fault:?}");
        }
    }
}

#[test]
fn a_fault_after_the_end_of_data_is_ambiguous() {
    for fault in [Fault::Lost, Fault::Timeout, Fault::Unexpected, reply(250), reply(354)] {
        assert!(matches!(SendOutcome::of(Phase::EndOfData, fault), SendOutcome::Ambiguous(_)), "{fault:?}");
    }
}

/// Stored in outbox rows.
#[test]
fn the_names_of_the_phases_stay() {
    let names = ["connect", "greeting", "tls", "auth", "mail", "rcpt", "data", "body", "dot"];
    assert_eq!(PHASES.map(|phase| phase.to_string()), names);
}

#[test]
fn a_channel_that_is_not_secure_says_nothing_about_the_mail() {
    let outcome = SendOutcome::of(Phase::Tls, Fault::Insecure(crate::tls::TlsFault::Name));
    assert_eq!(outcome, SendOutcome::Unreached(Code::new("tls_failed")));
}

#[test]
fn every_4yz_reply_is_retried() {
    for phase in PHASES {
        for code in [400, 421, 450, 451, 452, 454, 499] {
            let outcome = SendOutcome::of(phase, reply(code));
            assert!(is_again(phase, &outcome), "{phase:?} {code}");
            assert_eq!(outcome.code(), Code::new(format!("smtp_{code}")));
        }
    }
}

/// One row of the file: server, phase, reply, what it is about, outcome.
fn table() -> Vec<(String, Phase, u16, String, String)> {
    let rows = include_str!("common_replies.txt").lines().filter_map(|line| {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let [server, phase, reply, outcome] = cells[..] else { return None };
        let phase = PHASES.into_iter().find(|known| label(*known) == phase)?;
        let (code, text) = reply.split_once(' ').unwrap_or((reply, ""));
        Some((server.to_owned(), phase, code.parse().ok()?, text.to_owned(), outcome.to_owned()))
    });
    rows.collect()
}

fn label(phase: Phase) -> &'static str {
    match phase {
        Phase::Greeting => "greeting",
        Phase::Auth => "AUTH",
        Phase::Mail => "MAIL",
        Phase::Rcpt => "RCPT",
        Phase::Data => "DATA",
        Phase::EndOfData => "end of data",
        Phase::Connect | Phase::Tls | Phase::Body => "-",
    }
}

#[test]
fn the_replies_of_common_servers_have_the_outcome_that_the_file_says() {
    let table = table();
    assert!(table.len() > 60, "{} rows are read", table.len());
    for (server, phase, code, text, outcome) in table {
        let seen = match SendOutcome::of(phase, Fault::Reply(Reply::new(code, &text))) {
            SendOutcome::Retry(_) | SendOutcome::Unreached(_) => "retry",
            SendOutcome::Misconfigured(_) => "all mail pauses",
            SendOutcome::Refused(_, Refusal::Sender | Refusal::LikelySender | Refusal::Quota, _) => "sender pauses",
            SendOutcome::Refused(_, Refusal::Recipient | Refusal::Message, _) => "failed",
            SendOutcome::Refused(_, Refusal::Unclear, _) => "judged by other mails",
            other => panic!("{other:?}"),
        };
        assert_eq!(seen, outcome, "{server}, {phase:?}: {code} {text}");
    }
}

#[test]
fn a_refusal_before_mail_is_of_us() {
    for phase in [Phase::Greeting, Phase::Tls, Phase::Auth] {
        for code in [500, 530, 534, 535, 550, 554] {
            let outcome = SendOutcome::of(phase, reply(code));
            assert!(matches!(outcome, SendOutcome::Misconfigured(_)), "{phase:?} {code}");
        }
    }
    assert!(matches!(SendOutcome::of(Phase::Auth, Fault::NoMechanism), SendOutcome::Misconfigured(_)));
}

#[test]
fn a_client_error_fails_the_mail() {
    assert!(PHASES.iter().all(|phase| matches!(SendOutcome::of(*phase, Fault::Client), SendOutcome::Failed(_))));
}
