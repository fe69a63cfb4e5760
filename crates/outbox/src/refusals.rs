//! Decides whom a permanent refusal is about, when the reply alone does not say: us, or one recipient.

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use mailer::smtp::{Code, Refusal, SendOutcome};
use parking_lot::Mutex;
use tokio::time::Instant;
use uuid::Uuid;

/// Refusals of different recipients count together for this long: longer than the longest pause.
const TOGETHER: Duration = Duration::from_mins(30);
/// How long the first refusal of a mail is remembered. A mail that is refused later than that begins anew.
const REMEMBERED: Duration = Duration::from_hours(24);

/// The refusals of one envelope sender, as this process has seen them.
#[derive(Debug, Default)]
pub(super) struct Refusals {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// When the latest attempt began that ended with the server's acceptance.
    sent_from: Option<Instant>,
    /// When each mail was first refused.
    first: HashMap<Uuid, Instant>,
    /// Since that attempt began.
    unclear: Vec<UnclearRefusal>,
}

#[derive(Debug)]
struct UnclearRefusal {
    at: Instant,
    mail: Uuid,
    /// Mails of one inquiry count once: perhaps its text is refused.
    inquiry: Uuid,
    /// A hash of the address.
    recipient: u64,
    code: Code,
}

/// So many inquiries whose mails are refused alike show that the sender is refused, also where all have the same recipient.
const INQUIRIES_ALIKE: usize = 3;

/// A mail that the server refuses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refused {
    pub(super) mail: Uuid,
    /// The mail itself, if nothing of its inquiry was in it.
    pub(super) inquiry: Uuid,
    /// A hash of the address.
    pub(super) recipient: u64,
    /// Of a visitor.
    pub(super) is_strangers: bool,
}

impl Refusals {
    /// The server accepted a mail, so it did not refuse the sender when the attempt began. What it refuses from then on
    /// can be new: the reply to the end of data takes minutes.
    pub(super) fn sent(&self, began: Instant) {
        let mut state = self.state.lock();
        state.sent_from = state.sent_from.max(Some(began));
        state.unclear.retain(|refusal| refusal.at > began);
    }

    /// What a refusal means for the mail. Of strangers any number may be refused alike: anybody can invent addresses.
    pub(super) fn decide(&self, refused: Refused, code: Code, refusal: Refusal) -> SendOutcome {
        let Refused { mail, inquiry, recipient, is_strangers } = refused;
        match refusal {
            Refusal::Recipient | Refusal::Message => return SendOutcome::Failed(code),
            Refusal::Sender | Refusal::Quota => return SendOutcome::SenderRefused(code),
            Refusal::LikelySender | Refusal::Unclear => {}
        }
        let now = Instant::now();
        let mut state = self.state.lock();
        state.first.retain(|_, first| now.duration_since(*first) < REMEMBERED);
        let first = *state.first.entry(mail).or_insert(now);
        if state.sent_from.is_some_and(|began| began > first) {
            // Other mails of this sender are accepted.
            state.first.remove(&mail);
            return SendOutcome::Failed(code);
        }
        // While others are accepted, the reply of a recipient's server can look like a refusal of the sender.
        let is_accepted = state.sent_from.is_some_and(|began| now.duration_since(began) < TOGETHER);
        let is_alike =
            state.are_others_refused_alike(UnclearRefusal { at: now, mail, inquiry, recipient, code: code.clone() });
        let names_sender = refusal == Refusal::LikelySender && !is_accepted;
        // One stranger's server can say anything.
        let pauses = if is_strangers { is_alike && names_sender } else { is_alike || names_sender };
        if pauses { SendOutcome::SenderRefused(code) } else { SendOutcome::Retry(code) }
    }
}

impl State {
    /// Whether mails of another inquiry to another recipient, or of several inquiries, were refused alike, with none sent in between.
    fn are_others_refused_alike(&mut self, new: UnclearRefusal) -> bool {
        self.unclear.retain(|old| new.at.duration_since(old.at) < TOGETHER && old.mail != new.mail);
        let is_alike = |old: &&UnclearRefusal| old.code == new.code && old.inquiry != new.inquiry;
        let is_other_recipient = self.unclear.iter().filter(is_alike).any(|old| old.recipient != new.recipient);
        let others: HashSet<Uuid> = self.unclear.iter().filter(is_alike).map(|old| old.inquiry).collect();
        self.unclear.push(new);
        is_other_recipient || others.len() + 1 >= INQUIRIES_ALIKE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code() -> Code {
        Code::new("smtp_550")
    }

    fn decide(refusals: &Refusals, mail: u128, recipient: u64, refusal: Refusal) -> &'static str {
        decide_of(refusals, (mail, mail), recipient, refusal)
    }

    fn decide_of(refusals: &Refusals, (mail, inquiry): (u128, u128), recipient: u64, refusal: Refusal) -> &'static str {
        let (mail, inquiry) = (Uuid::from_u128(mail), Uuid::from_u128(inquiry));
        match refusals.decide(Refused { mail, inquiry, recipient, is_strangers: false }, code(), refusal) {
            SendOutcome::Failed(_) => "failed",
            SendOutcome::Retry(_) => "retry",
            SendOutcome::SenderRefused(_) => "pause",
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_second_recipient_refused_alike_shows_that_the_sender_is_refused() {
        let refusals = Refusals::default();
        assert_eq!(decide(&refusals, 1, 1, Refusal::Unclear), "retry");
        assert_eq!(decide(&refusals, 2, 1, Refusal::Unclear), "retry", "the same recipient");
        assert_eq!(decide(&refusals, 2, 1, Refusal::Unclear), "retry", "the same mail");
        assert_eq!(decide(&refusals, 3, 2, Refusal::Unclear), "pause");
        tokio::time::advance(Duration::from_mins(15)).await;
        assert_eq!(decide(&refusals, 1, 1, Refusal::Unclear), "pause", "after the longest pause");
        tokio::time::advance(TOGETHER).await;
        assert_eq!(decide(&refusals, 4, 3, Refusal::Unclear), "retry", "the others were refused long ago");
    }

    #[tokio::test(start_paused = true)]
    async fn a_mail_that_is_refused_while_others_are_sent_fails() {
        for refusal in [Refusal::Unclear, Refusal::LikelySender] {
            let refusals = Refusals::default();
            decide(&refusals, 1, 1, refusal);
            tokio::time::advance(Duration::from_secs(1)).await;
            refusals.sent(Instant::now());
            tokio::time::advance(Duration::from_secs(15)).await;
            assert_eq!(decide(&refusals, 1, 1, refusal), "failed");
            assert_ne!(decide(&refusals, 2, 2, refusal), "failed", "its first refusal is later than the sent mail");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_mail_sent_in_between_shows_that_the_sender_is_not_refused() {
        let refusals = Refusals::default();
        assert_eq!(decide(&refusals, 1, 1, Refusal::Unclear), "retry");
        tokio::time::advance(Duration::from_secs(1)).await;
        refusals.sent(Instant::now());
        assert_eq!(decide(&refusals, 2, 2, Refusal::Unclear), "retry");
        assert_eq!(
            decide(&refusals, 3, 2, Refusal::LikelySender),
            "retry",
            "perhaps the reply of the recipient's server"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn an_attempt_that_began_before_the_refusals_says_nothing_about_them() {
        let refusals = Refusals::default();
        let began = Instant::now();
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(decide(&refusals, 1, 1, Refusal::LikelySender), "pause");
        tokio::time::advance(Duration::from_secs(1)).await;
        refusals.sent(began);
        assert_eq!(decide(&refusals, 1, 1, Refusal::LikelySender), "retry");
        assert_eq!(decide(&refusals, 2, 2, Refusal::LikelySender), "pause");
    }

    #[tokio::test(start_paused = true)]
    async fn one_inquiry_that_is_refused_to_all_consultants_pauses_nothing() {
        let refusals = Refusals::default();
        for mail in 1..6 {
            let outcome = decide_of(&refusals, (mail, 1), u64::try_from(mail).unwrap(), Refusal::Unclear);
            assert_eq!(outcome, "retry", "{mail}");
        }
        assert_eq!(decide_of(&refusals, (6, 2), 1, Refusal::Unclear), "pause", "another inquiry");
    }

    #[tokio::test(start_paused = true)]
    async fn strangers_who_are_refused_alike_pause_nothing() {
        let refusals = Refusals::default();
        let decide = |mail, refusal, is_strangers| {
            let mail = Uuid::from_u128(mail);
            let refused = Refused { mail, inquiry: mail, recipient: 0, is_strangers };
            matches!(refusals.decide(refused, code(), refusal), SendOutcome::SenderRefused(_))
        };
        assert!((1..6).all(|mail| !decide(mail, Refusal::Unclear, true)));
        assert!(decide(6, Refusal::Unclear, false), "of our own consultants");
        assert!(decide(7, Refusal::Sender, true), "of MAIL, before the server knows the stranger");
    }

    #[tokio::test(start_paused = true)]
    async fn a_reply_that_names_the_sender_pauses_if_two_strangers_got_it() {
        let refusals = Refusals::default();
        let decide = |number: u64| {
            let mail = Uuid::from_u128(number.into());
            let refused = Refused { mail, inquiry: mail, recipient: number, is_strangers: true };
            matches!(refusals.decide(refused, code(), Refusal::LikelySender), SendOutcome::SenderRefused(_))
        };
        assert_eq!([1, 2].map(decide), [false, true]);
    }

    #[test]
    fn a_third_mail_to_one_recipient_shows_that_the_sender_is_refused() {
        let refusals = Refusals::default();
        assert_eq!(decide(&refusals, 1, 1, Refusal::Unclear), "retry");
        assert_eq!(decide(&refusals, 2, 1, Refusal::Unclear), "retry");
        assert_eq!(decide(&refusals, 3, 1, Refusal::Unclear), "pause");
    }

    #[tokio::test(start_paused = true)]
    async fn an_exhausted_quota_pauses_and_fails_no_mail() {
        let refusals = Refusals::default();
        for _ in 0..5 {
            assert_eq!(decide(&refusals, 1, 1, Refusal::Quota), "pause");
            tokio::time::advance(Duration::from_mins(1)).await;
            // A slot of the quota became free.
            refusals.sent(Instant::now());
        }
    }

    #[test]
    fn a_clear_reply_decides_alone() {
        let refusals = Refusals::default();
        assert_eq!(decide(&refusals, 1, 1, Refusal::Sender), "pause");
        refusals.sent(Instant::now());
        assert_eq!(decide(&refusals, 1, 1, Refusal::Sender), "pause");
        assert_eq!(decide(&refusals, 2, 2, Refusal::Recipient), "failed");
        assert_eq!(decide(&refusals, 3, 3, Refusal::Message), "failed");
    }
}
