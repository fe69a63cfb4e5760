//! What the referee has seen, written down before it answers.

use std::collections::HashMap;
use std::time::Instant;

/// Gets evidence of retention, which is no inquiry's mail and has no outbox row (`COMPLIANCE_TO`).
const COMPLIANCE: &str = "compliance@firnwall.example";

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    NotTaken,
    /// Taken, and the sender is not told.
    Taken,
    /// Taken, and answered 250 or about to be: the sender may count it as sent.
    Confirmed,
}

/// One message that arrived whole or in part.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    pub(crate) message_id: String,
    pub(crate) to: String,
    pub(crate) is_auto_reply: bool,
    /// The return path was the null path.
    pub(crate) is_null_path: bool,
    pub(crate) ending: Ending,
    pub(crate) at: Instant,
    /// The raw message, if the referee was asked to keep texts.
    pub(crate) text: Vec<u8>,
}

impl Record {
    pub(crate) fn is_accepted(&self) -> bool {
        self.ending != Ending::NotTaken
    }
}

#[derive(Debug, Default)]
pub(crate) struct Book {
    pub(crate) records: Vec<Record>,
    pub(crate) connections: usize,
    /// MAIL commands that came in clear where TLS is required.
    pub(crate) insecure_mails: usize,
    /// RCPT commands, by the mailbox's name.
    pub(crate) recipients: HashMap<String, usize>,
}

impl Book {
    /// How often each Message-ID of an inquiry's mail was accepted.
    pub(crate) fn accepted(&self) -> HashMap<&str, usize> {
        let mut counts = HashMap::new();
        for record in self.records.iter().filter(|record| record.is_accepted() && record.to != COMPLIANCE) {
            *counts.entry(record.message_id.as_str()).or_default() += 1;
        }
        counts
    }

    pub(crate) fn auto_replies(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().filter(|record| record.is_accepted() && record.is_auto_reply)
    }
}
