//! Privacy: the register of data subject requests, the data export (GDPR art. 15), and erasure (art. 17).

mod certificate;
mod correct;
mod erase;
mod export;
mod find;
mod reminder;
mod requests;
mod restrict;

pub use self::{
    certificate::{Certificate, read_certificate},
    correct::{Correction, correct, correctable, read_correction},
    erase::{Erased, Held, ask_for_erasure, confirm_erasure, erase_person, list_held},
    export::{DataExport, NOTHING_STORED, export_person, read_export},
    find::{FOUND_LIMIT, FoundInquiry, find_inquiries},
    reminder::remind,
    requests::{OpenRequest, RegisteredRequest, close_request, extend_request, list_open_requests, register_request},
    restrict::{Restricted, restrict_processing},
};
