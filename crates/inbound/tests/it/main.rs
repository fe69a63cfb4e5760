//! Whole mails, from their bytes to what is read of them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod mime;
mod swiss;
