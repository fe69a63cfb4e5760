//! Privacy: the register of data subject requests, the data export (GDPR art. 15), and erasure (art. 17).

mod certificate;
mod correct;
mod erase;
mod export;
mod find;
#[cfg(test)]
mod languages_tests;
mod letter;
mod reminder;
mod remove;
mod requests;
mod restrict;
mod words;

pub(crate) use self::export::RequestCopy;
pub use self::{
    certificate::{Certificate, read_certificate},
    correct::{Correction, correct, correctable, list_uncorrected, read_correction},
    erase::{Erased, Held, InOthers, ask_for_erasure, confirm_erasure, erase_person, list_held, list_in_others},
    export::{DataExport, NOTHING_STORED, export_person, read_export},
    find::{FOUND_LIMIT, FoundInquiry, find_inquiries},
    letter::{Letter, Occasion, read_letter},
    reminder::remind,
    remove::{StoredMail, find_mail, list_mails, remove_mail},
    requests::{
        Answer, ListedRequest, RegisteredRequest, answer_request, extend_request, find_open, list_requests,
        register_request, untrue_answer, wait_for_hold,
    },
    restrict::{Restricted, RestrictedInquiry, Told, list_restricted, restrict_processing},
    words::read_language,
};
