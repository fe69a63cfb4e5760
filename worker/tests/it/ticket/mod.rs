//! Tickets: their state, verbs and answers by mail.

mod state;
