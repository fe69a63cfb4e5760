//! The tables as `SeaORM` entities, one file per table.

pub mod inquiry;
pub mod inquiry_content;
pub mod outbox;
