//! Types that a column or a field holds, parsed and checked.

pub mod contact;
pub mod data_subject_request;
pub(crate) mod digest;
pub mod email_address;
pub(crate) mod language;
pub(crate) mod spam;
pub mod ticket_reference;
