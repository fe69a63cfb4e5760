//! One poll: every mail of the folder is stored, then moved away; what somebody else took away is counted.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use futures::{StreamExt, TryStreamExt, stream};
use inbound::headers::Headers;
use mailer::{addresses::Signed, alert::AlertCode};
use sea_orm::DbErr;
use tokio::time::Instant;

use super::{
    Failures, Mailbox, Memory,
    account::{Account, Known},
    session::{ImapError, Session},
    wire::Fault,
};
use crate::intake::{
    accept::{InMailbox, MAX_MAIL_BYTES},
    settings::Reserve,
};

/// Mails of one FETCH, and their bytes unless a single one has more.
const BATCH_MAILS: usize = 100;
const BATCH_BYTES: usize = 4 * 1024 * 1024;
/// How long a mail over the quota stays in the folder before it is read again.
const OVER_QUOTA: Duration = Duration::from_hours(6);
/// Mails that are stored at a time: they share a commit.
const STORED: usize = 16;

/// Why a poll ends before it has seen every mail.
#[derive(Debug, thiserror::Error)]
pub(super) enum PollError {
    #[error(transparent)]
    Imap(#[from] ImapError),
    #[error("the database does not answer")]
    Database(#[from] DbErr),
    #[error("another worker reads this mailbox")]
    Taken,
    #[error("the disk is nearly full")]
    NoRoom,
}

impl Mailbox {
    /// Returns how many mails the folder still has.
    pub(super) async fn poll(
        &self,
        account: &Account<'_>,
        session: &mut Session,
        memory: &mut Memory,
    ) -> Result<usize, PollError> {
        let selected = session.select(&self.settings.folder).await.map_err(|fault| match fault {
            Fault::Refused => ImapError::NoFolder,
            fault => fault.into(),
        })?;
        let listed = session.list(selected.mails).await.map_err(ImapError::from)?;
        let last = listed.keys().next_back().copied().unwrap_or(0);
        let next = if selected.uid_next == 0 { last.saturating_add(1) } else { selected.uid_next };
        let known = account.select(selected.uid_validity, next).await?.ok_or(PollError::Taken)?;
        // Only UIDs that existed when the folder was selected are judged.
        let mut open: BTreeMap<u32, u32> = listed.clone();
        memory.over_quota.retain(|uid, since| listed.contains_key(uid) && since.elapsed() < OVER_QUOTA);
        let wanted = listed.iter().filter(|(uid, _)| !memory.over_quota.contains_key(uid));
        for batch in batches(&wanted.map(|(uid, size)| (*uid, *size)).collect(), &memory.failures) {
            for uid in self.store(account, session, memory, known, &batch).await? {
                open.remove(&uid);
            }
        }
        // A mail that the server lists and does not give: the next poll shows what became of it.
        let to = open.keys().next().map_or(i64::from(next), |uid| i64::from(*uid).min(i64::from(next)));
        let taken_away = account.count(known, to, &listed).await?.ok_or(PollError::Taken)?;
        if taken_away > 0 {
            let count = usize::try_from(taken_away).unwrap_or(usize::MAX);
            metrics::counter!("intake_taken_away_total", "way" => "imap").increment(count as u64);
            tracing::error!(count, "mails were taken out of the IMAP folder before they were read");
            self.alerts.raise_many(AlertCode::IntakeGap, count, &[], []);
        }
        Ok(open.len())
    }

    /// Stores and moves one batch. Returns the UIDs that are done.
    async fn store(
        &self,
        account: &Account<'_>,
        session: &mut Session,
        memory: &mut Memory,
        known: Known,
        batch: &Batch,
    ) -> Result<Vec<u32>, PollError> {
        if self.reserve.as_ref().is_some_and(Reserve::is_reached) {
            return Err(PollError::NoRoom);
        }
        let mails = if batch.is_too_large {
            let uid = batch.uids[0];
            session.fetch_headers(uid).await.map(|headers| headers.map(|raw| (uid, raw)).into_iter().collect())
        } else {
            session.fetch(&batch.uids, batch.bytes).await
        };
        let mails: Vec<(u32, Vec<u8>)> = mails.map_err(|fault| {
            for uid in &batch.uids {
                *memory.failures.entry(*uid).or_default() += 1;
            }
            ImapError::from(fault)
        })?;
        let journeys: BTreeSet<u32> =
            mails.iter().filter(|(_, raw)| self.is_journey(raw)).map(|(uid, _)| *uid).collect();
        let stored: Vec<(u32, bool)> = stream::iter(mails)
            .map(|(uid, raw)| async move {
                let size = if batch.is_too_large { batch.bytes } else { raw.len() };
                let source = account.source(known.uid_validity, uid);
                let mail = InMailbox { source: &source, is_read_again: known.is_read_again(uid), size };
                self.acceptor.accept_from_mailbox(mail, raw).await.map(|accepted| (uid, accepted.is_some()))
            })
            .buffer_unordered(STORED)
            .try_collect()
            .await?;
        let (done, left): (Vec<_>, Vec<_>) = stored.into_iter().partition(|(_, is_stored)| *is_stored);
        memory.over_quota.extend(left.into_iter().map(|(uid, _)| (uid, Instant::now())));
        let done: Vec<u32> = done.into_iter().map(|(uid, _)| uid).collect();
        let (over, kept): (Vec<u32>, Vec<u32>) = done.iter().partition(|uid| journeys.contains(uid));
        session.delete(&over).await.map_err(ImapError::from)?;
        session.move_to(&kept, &self.settings.processed).await?;
        for uid in &done {
            memory.failures.remove(uid);
        }
        Ok(done)
    }

    /// Of the worker: by its address, and by its subject, as when it is settled.
    fn is_journey(&self, raw: &[u8]) -> bool {
        let Ok(headers) = Headers::of(raw) else { return false };
        let to = headers.first("To").and_then(|to| self.addresses.verify(&to, []));
        let Some(Signed::Journey { journey }) = to else { return false };
        headers.first("Subject").is_some_and(|subject| subject.contains(&journey.to_string()))
    }
}

struct Batch {
    uids: Vec<u32>,
    bytes: usize,
    is_too_large: bool,
}

/// In the order of arrival. A mail with which a session broke comes alone and last, so that it holds up no other.
fn batches(listed: &BTreeMap<u32, u32>, failures: &Failures) -> Vec<Batch> {
    let mut batches: Vec<Batch> = Vec::new();
    let mut alone = Vec::new();
    let mut is_open = false;
    for (&uid, &size) in listed {
        let bytes = size as usize;
        if bytes > MAX_MAIL_BYTES || failures.contains_key(&uid) {
            alone.push(Batch { uids: vec![uid], bytes, is_too_large: bytes > MAX_MAIL_BYTES });
            continue;
        }
        match batches.last_mut().filter(|_| is_open) {
            Some(batch) if batch.uids.len() < BATCH_MAILS && batch.bytes + bytes <= BATCH_BYTES => {
                batch.uids.push(uid);
                batch.bytes += bytes;
            }
            _ => batches.push(Batch { uids: vec![uid], bytes, is_too_large: false }),
        }
        is_open = true;
    }
    alone.sort_by_key(|batch| failures.get(&batch.uids[0]).copied().unwrap_or_default());
    batches.extend(alone);
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_bounded_and_a_failing_mail_comes_alone_and_last() {
        let mut listed: BTreeMap<u32, u32> = (1..=250).map(|uid| (uid, 1000)).collect();
        listed.insert(3, 26 * 1024 * 1024 + 1);
        listed.insert(4, 3 * 1024 * 1024);
        listed.insert(5, 3 * 1024 * 1024);
        let failures = Failures::from([(1, 2), (2, 1)]);
        let batches = batches(&listed, &failures);
        assert_eq!(batches.iter().map(|batch| batch.uids.len()).sum::<usize>(), 250, "each once");
        let last: Vec<_> = batches.iter().rev().take(3).map(|batch| (batch.uids[0], batch.is_too_large)).collect();
        assert_eq!(last, [(1, false), (2, false), (3, true)]);
        let is_bounded =
            |batch: &Batch| batch.uids.len() <= 100 && (batch.bytes <= BATCH_BYTES || batch.uids.len() == 1);
        assert!(batches.iter().all(is_bounded));
    }
}
