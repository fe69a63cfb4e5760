//! The ledger: an append-only, hash-chained table of what was purged, erased, exported and held.

mod append;
mod chain;
mod evidence;
mod export;
mod timestamp;

pub(crate) use self::chain::verify_each;
pub(crate) use self::evidence::{AGE_CLASSES, age_label};
pub use self::{
    append::{Kind, append, begin_recorded},
    chain::{Flaw, Head, Verified, verify},
    evidence::{AnswerEvidence, Answered, BlockedBy, Evidence, IntakeEvidence, Period},
    export::{check_tail, export_ledger, read_head},
    timestamp::{Authority, BadTimestamp, NotStamped, Stamped, verify_timestamp},
};
