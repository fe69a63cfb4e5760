//! One LMTP session, from the greeting to QUIT.

use std::sync::Arc;

use sea_orm::DatabaseConnection;
use smtp_proto::Request;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::Notify,
};
use tokio_util::sync::CancellationToken;

use super::dialogue::{Data, Dialogue, Ended};
use crate::intake::{
    accept::{Envelope, MAX_MAIL_BYTES, Way, accept},
    recipient::is_ours,
    settings::IntakeSettings,
};

/// A mail of ours has one recipient; more are somebody who tries addresses.
const MAX_RECIPIENTS: usize = 20;
/// Refused recipients in a session.
const MAX_REFUSED: usize = 50;

const NO_SUCH: &str = "550 5.1.1 no such recipient";
const LATER: &str = "451 4.3.0 try again later";
const STOPPING: &str = "421 4.3.2 stopping, try again later";

/// What the sessions of a listener share.
#[derive(Debug)]
pub(super) struct ListenerState {
    pub(super) db: DatabaseConnection,
    pub(super) settings: IntakeSettings,
    /// Notified after each mail.
    pub(super) accepted: Arc<Notify>,
    pub(super) stopping: CancellationToken,
}

pub(super) struct Session<'a, S> {
    dialogue: Dialogue<S>,
    shared: &'a ListenerState,
    is_greeted: bool,
    from: Option<String>,
    recipients: Vec<String>,
    refused: usize,
}

impl<'a, S: AsyncRead + AsyncWrite + Unpin> Session<'a, S> {
    pub(super) fn new(stream: S, shared: &'a ListenerState) -> Self {
        let dialogue = Dialogue::new(stream);
        Self { dialogue, shared, is_greeted: false, from: None, recipients: Vec::new(), refused: 0 }
    }

    pub(super) async fn run(mut self) {
        self.dialogue.reply("220 LMTP ready");
        if let Err(ended) = self.serve().await {
            match ended {
                Ended::LongLine => self.dialogue.reply("500 5.5.6 line too long"),
                Ended::BareLineEnd => self.dialogue.reply("500 5.5.2 lines end in CRLF"),
                Ended::Endless => self.dialogue.reply("552 5.3.4 mail too large"),
                Ended::Silent => self.dialogue.reply("421 4.4.2 timeout"),
                Ended::Gone => {}
            }
            tracing::debug!(reason = %ended, "LMTP session ended");
        }
        let _ = self.dialogue.send().await;
    }

    async fn serve(&mut self) -> Result<(), Ended> {
        loop {
            let line = tokio::select! {
                line = self.dialogue.line() => line?,
                () = self.shared.stopping.cancelled() => {
                    self.dialogue.reply(STOPPING);
                    return Ok(());
                }
            };
            match Request::parse(&mut line.iter()) {
                Ok(Request::Quit) => {
                    self.dialogue.reply("221 2.0.0 bye");
                    return Ok(());
                }
                Ok(request) => self.answer(request).await?,
                Err(_) => self.refuse("500 5.5.2 command not understood"),
            }
            if self.refused > MAX_REFUSED {
                self.dialogue.reply("421 4.7.0 too many errors");
                return Ok(());
            }
        }
    }

    async fn answer(&mut self, request: Request<std::borrow::Cow<'_, str>>) -> Result<(), Ended> {
        match request {
            Request::Lhlo { .. } => {
                self.reset();
                self.is_greeted = true;
                self.dialogue.reply("250-LMTP");
                self.dialogue.reply("250-8BITMIME");
                self.dialogue.reply("250-PIPELINING");
                self.dialogue.reply("250-ENHANCEDSTATUSCODES");
                self.dialogue.reply(&format!("250 SIZE {MAX_MAIL_BYTES}"));
            }
            Request::Helo { .. } | Request::Ehlo { .. } => self.refuse("500 5.5.1 this is LMTP: LHLO"),
            Request::Mail { from } if self.is_greeted && self.from.is_none() => {
                if from.size > MAX_MAIL_BYTES {
                    self.refuse("552 5.3.4 mail too large");
                } else {
                    self.from = Some(from.address.into_owned());
                    self.dialogue.reply("250 2.1.0 ok");
                }
            }
            Request::Rcpt { to } if self.from.is_some() => self.recipient(to.address.into_owned()).await,
            Request::Data if !self.recipients.is_empty() => {
                self.dialogue.reply("354 go ahead");
                self.data().await?;
            }
            Request::Rset => {
                self.reset();
                self.dialogue.reply("250 2.0.0 ok");
            }
            Request::Noop { .. } => self.dialogue.reply("250 2.0.0 ok"),
            Request::Mail { .. } | Request::Rcpt { .. } | Request::Data => self.refuse("503 5.5.1 not now"),
            _ => self.refuse("502 5.5.1 not implemented"),
        }
        Ok(())
    }

    async fn recipient(&mut self, address: String) {
        if self.recipients.len() == MAX_RECIPIENTS {
            self.dialogue.reply("452 4.5.3 too many recipients");
            return;
        }
        let ListenerState { db, settings, .. } = self.shared;
        let known = if settings.is_public(&address) { Ok(true) } else { is_ours(db, settings, &address).await };
        match known {
            Ok(true) => {
                self.recipients.push(address);
                self.dialogue.reply("250 2.1.5 ok");
            }
            Ok(false) => self.refuse(NO_SUCH),
            Err(_) => {
                count_refusal("451");
                self.dialogue.reply(LATER);
            }
        }
    }

    /// One reply a recipient, each after its commit (RFC 2033, section 4.2).
    async fn data(&mut self) -> Result<(), Ended> {
        let data = self.dialogue.data().await?;
        let from = self.from.take();
        for to in std::mem::take(&mut self.recipients) {
            match &data {
                Data::Mail(mail) => {
                    let envelope = Envelope { from: from.clone(), to: Some(to) };
                    self.accept(&envelope, mail).await;
                }
                Data::TooLarge => self.refuse("552 5.3.4 mail too large"),
                Data::BareLineEnd => self.refuse("554 5.5.2 lines end in CRLF"),
            }
        }
        self.reset();
        Ok(())
    }

    async fn accept(&mut self, envelope: &Envelope, mail: &[u8]) {
        let ListenerState { db, settings, accepted, .. } = self.shared;
        if accept(db, &settings.digest_key, Way::Lmtp, envelope, mail).await.is_ok() {
            accepted.notify_one();
            self.dialogue.reply("250 2.0.0 stored");
        } else {
            count_refusal("451");
            self.dialogue.reply(LATER);
        }
    }

    fn refuse(&mut self, reply: &str) {
        self.refused += 1;
        count_refusal(&reply[..3]);
        self.dialogue.reply(reply);
    }

    fn reset(&mut self) {
        self.from = None;
        self.recipients.clear();
    }
}

fn count_refusal(code: &str) {
    metrics::counter!("intake_refusals_total", "way" => "lmtp", "code" => code.to_owned()).increment(1);
}
