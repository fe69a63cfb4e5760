//! The persistence contract that api and worker share: tables, value types, job payloads, database settings
//! and the clock. It depends on neither HTTP, mail nor the job runner.

pub mod batcher;
pub mod clock;
mod config;
pub mod jobs;
pub mod process;
pub mod store_inquiries;
mod tables;
mod values;

pub use clock::Clock;
pub use config::{answer_within, database, env, notify_routes, settings, spam_limit};
pub use tables::{inquiry, inquiry_content, outbox};
pub use values::{
    contact, data_subject_request,
    digest::Digest,
    email_address,
    email_address::EmailAddress,
    language::Language,
    spam::{SpamCheck, SpamScore, SpamSign},
    ticket_reference,
    ticket_reference::TicketReference,
};

/// How long an inquiry is kept after the last contact, in years (specification, section 9).
///
/// The database derives `inquiry.expires_at` from it; a test in `migration` proves that both agree.
pub const RETENTION_YEARS: u32 = 2;

/// Days until a data subject request must be answered; days before that day at which the compliance mailbox is reminded.
pub const ANSWER_DAYS: u32 = 30;
pub const REMINDER_DAYS: u32 = 10;

/// `{:?}` of these types prints their name alone: their values are personal or secret.
#[macro_export]
macro_rules! opaque_debug {
    ($($name:ident),+) => {
        $(impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($name))
            }
        })+
    };
}
