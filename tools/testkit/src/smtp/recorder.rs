//! What the fake has received, recorded before it replies.

use std::collections::HashMap;
use std::time::Instant;

/// Receives evidence of retention, which has no outbox row (`COMPLIANCE_TO`).
const COMPLIANCE: &str = "compliance@firnwall.example";

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    NotAccepted,
    /// Accepted, without a 250 to the client.
    Accepted,
    /// Accepted, and a 250 follows.
    Confirmed,
}

/// One message, complete or not.
#[derive(Debug, Clone)]
pub struct Record {
    pub message_id: String,
    /// Envelope sender; empty for the null path.
    pub from: String,
    pub to: String,
    pub is_encrypted: bool,
    pub is_auto_reply: bool,
    pub ending: Ending,
    pub at: Instant,
    /// The message without the end of data, if texts are kept.
    pub data: String,
}

impl Record {
    pub fn is_accepted(&self) -> bool {
        self.ending != Ending::NotAccepted
    }

    pub fn header(&self, name: &str) -> Option<String> {
        header(&self.data, name).map(str::to_owned)
    }
}

#[derive(Debug, Default)]
pub struct Recorder {
    pub records: Vec<Record>,
    pub connections: usize,
    /// The AUTH commands.
    pub logins: Vec<String>,
    /// The number of MAIL commands.
    pub mails_begun: usize,
}

impl Recorder {
    /// How often each Message-ID of an inquiry's mail was accepted.
    pub fn acceptances(&self) -> HashMap<&str, usize> {
        let mut counts = HashMap::new();
        for record in self.records.iter().filter(|record| record.is_accepted() && record.to != COMPLIANCE) {
            *counts.entry(record.message_id.as_str()).or_default() += 1;
        }
        counts
    }

    pub fn auto_replies(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().filter(|record| record.is_accepted() && record.is_auto_reply)
    }
}

/// The first line of a header field.
pub(super) fn header<'a>(message: &'a str, name: &str) -> Option<&'a str> {
    let fields = message.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_once(':'));
    fields.into_iter().find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}
