//! The state of a ticket: who owns it, when it was first answered, and what was done with it.
//!
//! A person is named by the notification that went to that person, a row of `outbox`.

mod act;
mod assign;
mod find;
mod list;
mod merge;
mod side;
mod state;
mod suspects;
mod waiting;

pub(crate) use self::waiting::LEFT_OUT;
pub use self::{
    act::{ActOutcome, Action, Verb, act, record},
    assign::{assign, consultant_named, name_consultant, wait_for},
    find::{Found, MOST_FOUND, Search, find},
    list::{TicketEvent, TicketHistory, TicketLine, list_tickets, show_ticket},
    merge::{merge, survivor},
    side::{answer_instead, copy_all},
    state::{State, TicketState, Way, notification_of, state_of},
    suspects::{MOST_SUSPECTS, SpamDecisions, Suspect, is_notified, release, spam_decisions, suspects_of},
    waiting::{MOST_WAITING, WaitingTicket, waiting_tickets},
};
