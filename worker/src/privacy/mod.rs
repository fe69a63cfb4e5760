//! Privacy: the register of data subject requests, the data export (GDPR art. 15), and erasure (art. 17).

mod agreed_texts;
mod erase;
mod export;
mod find;
mod reminder;
mod requests;

pub use self::{
    agreed_texts::{Release, agreed_text, releases},
    erase::{Erased, erase_person},
    export::{DataExport, NOTHING_STORED, export_person, read_export},
    find::{FOUND_LIMIT, FoundInquiry, find_inquiries},
    reminder::remind,
    requests::{OpenRequest, RegisteredRequest, close_request, list_open_requests, register_request},
};
