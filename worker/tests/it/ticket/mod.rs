//! Tickets: their state, verbs and answers by mail.

mod commands;
mod promise;
mod state;
