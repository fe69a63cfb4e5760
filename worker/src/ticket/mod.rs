//! The state of a ticket: who owns it, when it was first answered, and what was done with it.
//!
//! A person is named by the notification that went to that person, a row of `outbox`.

mod act;
mod state;

pub use self::{
    act::{Deed, Outcome, Verb, act, act_as},
    state::{State, TicketState, Way, notification_of, state_of},
};
