//! What reads bytes from outside, and what must hold of it whatever they are.

mod altcha_token;
mod body;
mod forwarded_for;
mod ledger_file;
mod notify_routes;
mod reference;
mod smtp_reply;
