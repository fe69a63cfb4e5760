//! Tickets: their state, verbs and answers by mail.

mod commands;
mod digest;
mod measured;
mod promise;
mod state;
