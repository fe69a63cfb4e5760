//! Retention: the purge, the ledger, and a person's rights. The rules stand in the database's functions;
//! here is when they run and what a person sees of them.

mod chain;
mod dossier;
mod error;
mod ledger_file;
mod purge;
mod reclaim;
mod reminder;
mod replay;
mod report;
mod schedule;

pub use crate::evidence::{Evidence, Period, database_now};

pub use self::{
    chain::{Flaw, Head, Verified, verify},
    dossier::{Dossier, read_dossier},
    error::RetentionError,
    ledger_file::{check_tail, export_ledger, read_head},
    purge::{Summary, count_due, purge},
    reclaim::{Reclaimed, Which, reclaim},
    reminder::remind,
    replay::{Replayed, replay},
    report::{Report, monthly_report, send_report},
    schedule::{purge_on_schedule, report_on_schedule},
};
