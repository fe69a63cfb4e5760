//! The outbox: claims rows, renders and sends their mails, and records the outcomes.

mod archive;
pub mod attachments;
mod auto_reply_limit;
mod background;
mod backoff;
mod circuit_breaker;
mod common_ends;
mod context;
mod due;
mod due_ticket;
mod envelope_senders;
mod held;
mod leak_guard;
mod lease;
pub mod mail;
mod notifications;
mod operator;
mod outbox_store;
mod participants;
mod reaper;
mod refusals;
mod returned_mail;
mod send;
mod sender;
mod settlement;
mod stored_message;
mod subject;
mod ticket_texts;

pub use self::{
    auto_reply_limit::{LimitDecision, check_limit},
    background::{AwayConsultant, Background, EarlierInquiry},
    backoff::{delay_after, give_up_after},
    circuit_breaker::CircuitBreaker,
    common_ends::{has_no_words, is_signature},
    context::Delivery,
    due::OLDEST_DUE,
    due_ticket::{DueTicket, Turn},
    envelope_senders::{EnvelopeSenders, Kinds},
    held::{Held, stored},
    leak_guard::{LeakGuard, templates_to_consultants},
    lease::{Claim, LeaseSettings, Leases, keep_leases},
    notifications::{consultants_of, queue_notifications},
    operator::{
        OperatorError, OutboxLine, OutboxList, Retried, RetriedMails, give_up_mail, list_mails, retry_failed,
        retry_mail,
    },
    outbox_store::{SETTLE_AND_CLAIM, known},
    participants::{Participant, Recipient},
    reaper::{LATE_ROWS, Reaped, reap, reap_regularly},
    send::text_of_mail,
    sender::{claim_next, send_due},
    settlement::Settlement,
    subject::in_front,
    ticket_texts::{Compared, TicketTexts, Verdict, Writer},
};
