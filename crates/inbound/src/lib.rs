//! Inbound mail, from raw bytes to parsed mails: pure functions without clock, database and network.
//!
//! What a decision about trust depends on is read from the bytes here; a MIME parser reads the content only, because
//! parsers and the servers that verify DMARC disagree about malformed headers.

pub mod absence;
pub mod attachments;
pub mod authentication;
pub mod bounce;
pub mod by_phone;
mod characters;
mod charset;
pub mod commands;
pub mod conversation;
pub mod encrypted;
pub mod formatting;
pub mod forwarded;
pub mod headers;
pub mod html;
mod invitation;
mod lines;
mod links;
pub mod machine;
pub mod mail;
pub mod parsed_mail;
mod parts;
mod quote_hints;
mod repair;
mod smime;
pub mod standing;
mod tags;
pub mod thanks;
pub mod threading;
