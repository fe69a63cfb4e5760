//! The tables as `SeaORM` entities, one file per table.

pub mod data_subject_request;
pub mod inquiry;
pub mod inquiry_content;
pub mod legal_hold;
pub mod outbox;
