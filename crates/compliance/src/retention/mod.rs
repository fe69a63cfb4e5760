//! Retention: the purge, the rewrite of tables after it, legal holds, and the replay after a restore. Functions of the
//! database hold the rules; this room decides when they run and what the operator sees of them.

mod blockers;
mod hold;
mod purge;
mod replay;
mod rewrite;
mod schedule;

pub use self::{
    blockers::{Blocker, list_blockers},
    hold::{HoldTarget, ListedHold, PlacedHold, confirm_hold, list_holds, place_hold, release_hold},
    purge::{Due, Purged, accept_clock, count_due, purge},
    replay::{Replayed, replay},
    rewrite::{Rewrite, RewriteScope, rewrite},
    schedule::purge_on_schedule,
};
