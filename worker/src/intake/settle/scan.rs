//! Asks the virus scanner about the attachments of a mail.

use std::{sync::Arc, time::Duration};

use inbound::{attachments::contents, mail::Mail};
use tokio::{task::spawn_blocking, time::Instant};

use super::content::{Content, Found};
use crate::clamd::{Clamd, Scan};

/// For all attachments of a mail; well below the time in which a mail is settled.
const LIMIT: Duration = Duration::from_secs(8);

/// Holds what is infected and what the scanner could not check; the mail itself goes on.
pub(super) async fn scan(clamd: &Clamd, raw: &Arc<Vec<u8>>, content: &mut Content) {
    if !content.files.iter().any(|file| file.is_allowed) {
        return;
    }
    let parts: Vec<usize> = content.files.iter().filter(|file| file.is_allowed).map(|file| file.part).collect();
    let raw = Arc::clone(raw);
    let read = move || {
        let mail = Mail::read(&raw).ok();
        let bytes = |part: usize| mail.as_ref().and_then(|mail| contents(mail, part)).map(<[u8]>::to_vec);
        parts.into_iter().map(bytes).collect::<Vec<_>>()
    };
    let mut bytes = spawn_blocking(read).await.unwrap_or_default().into_iter();
    let end = Instant::now() + LIMIT;
    for file in content.files.iter_mut().filter(|file| file.is_allowed) {
        let scan = match bytes.next().flatten() {
            Some(bytes) => clamd.scan(&bytes, end).await,
            None => Scan::Unchecked,
        };
        let (found, outcome) = match scan {
            Scan::Clean => (None, "clean"),
            Scan::Infected => (Some(Found::Infected), "infected"),
            Scan::Unchecked => (Some(Found::Unchecked), "unchecked"),
        };
        metrics::counter!("intake_files_scanned_total", "outcome" => outcome).increment(1);
        file.is_allowed = found.is_none();
        file.found = found;
    }
}
