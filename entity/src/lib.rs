//! The persistence contract that api and worker share: entities, newtypes, job payloads,
//! database settings and the clock. Knows nothing of HTTP, mail or the job runner.

pub mod clock;
pub mod contact;
pub mod content;
pub mod database;
pub mod email_address;
pub mod env;
pub mod inquiry;
pub mod job;
pub mod ledger;
pub mod legal_hold;
pub mod outbox;
pub mod request;
pub mod routing;
pub mod submission;
pub mod ticket_reference;

pub use clock::Clock;
pub use email_address::EmailAddress;
pub use ticket_reference::TicketReference;

/// How long an inquiry is kept after the last contact, in years (specification, section 9).
///
/// The database derives `inquiry.expires_at` from it; a test in `migration` proves that both agree.
pub const RETENTION_YEARS: u32 = 2;

/// Within how many days a person's request is answered, and after how many the compliance mailbox is reminded.
pub const ANSWER_DAYS: u32 = 30;
pub const REMINDER_DAYS: u32 = 20;
