//! A logged-in session, and the commands that the poll needs.

use std::{collections::BTreeMap, time::Duration};

use base64::{Engine, engine::general_purpose::STANDARD};
use imap_proto::{AttributeValue, Capability, MailboxDatum, MessageSection, Response, ResponseCode, SectionPath};
use mailer::{
    oauth::{TokenError, xoauth2},
    smtp::{Channel, Proof, connect},
    tls::{self, TlsFault},
};
use rustls::pki_types::ServerName;
use secrecy::ExposeSecret;
use tokio::time::timeout;

use super::{
    settings::ImapSettings,
    wire::{Fault, Limits, Wire},
};

const TLS_PORT: &str = "Write the server's port for IMAP with TLS, 993 as a rule";
const CONNECT_LIMIT: Duration = Duration::from_secs(15);
/// An answer to a list of mails, and what else a server adds to it.
const BYTES_A_LINE: usize = 256;
/// The headers of a mail that is too large.
const MAX_HEADERS: usize = 1024 * 1024;
/// Numbers in one command.
const MAX_SET: usize = 500;

/// Why a mailbox cannot be read. No text of the server: it may quote an address. The names are for the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, strum_macros::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ImapError {
    #[error("IMAP_URL: the server cannot be reached. Check its name, its port and the network")]
    Unreached,
    #[error("IMAP_URL: {0}. {remedy}", remedy = .0.remedy(TLS_PORT, "IMAP_CA_FILE"))]
    Tls(TlsFault),
    #[error("IMAP_URL: what listens there does not speak IMAP. {TLS_PORT}")]
    NotImap,
    #[error(
        "IMAP_URL: the server refuses the login. Check user and password; Google Workspace and Infomaniak need an \
         application password, Microsoft 365 needs OAUTH_TOKEN_URL"
    )]
    Password,
    #[error(
        "IMAP_URL: the server refuses the access token. Check the user in the URL; grant consent to IMAP.AccessAsApp, register \
         the service principal in Exchange Online, and give it full access to this mailbox (docs/mail-in.md)"
    )]
    Token,
    #[error(transparent)]
    #[strum(transparent)]
    NoToken(TokenError),
    #[error(
        "IMAP_URL: the server offers neither MOVE nor UIDPLUS, so mails cannot be taken away safely. Use another way in"
    )]
    NoMove,
    #[error(
        "IMAP_FOLDER: there is no such folder. Create it, or write its full name as the server has it, such as INBOX"
    )]
    NoFolder,
    #[error("IMAP_PROCESSED_FOLDER: it cannot be used. Create it, or write its full name, such as INBOX.Processed")]
    NoProcessedFolder,
    #[error("IMAP_URL: the session ended: {0}. If that lasts, look into the server's log")]
    #[strum(serialize = "broken_off")]
    Fault(Fault),
}

impl From<Fault> for ImapError {
    fn from(fault: Fault) -> Self {
        if fault == Fault::NotImap { Self::NotImap } else { Self::Fault(fault) }
    }
}

pub(super) struct Session {
    wire: Wire<Box<dyn Channel>>,
    capabilities: Vec<String>,
}

/// The selected folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Selected {
    pub(super) uid_validity: u32,
    /// 0: the server does not say.
    pub(super) uid_next: u32,
    pub(super) mails: u32,
}

impl Session {
    pub(super) async fn open(settings: &ImapSettings) -> Result<Self, ImapError> {
        let tcp = timeout(CONNECT_LIMIT, connect(&settings.host, settings.port)).await;
        let tcp = tcp.ok().and_then(Result::ok).ok_or(ImapError::Unreached)?;
        let stream: Box<dyn Channel> = if settings.has_tls {
            let failed = ImapError::Tls(TlsFault::Handshake);
            let connector = tls::connector(settings.extra_roots.as_deref()).ok_or(failed)?;
            let name = ServerName::try_from(settings.host.clone()).map_err(|_| failed)?;
            let tls = timeout(CONNECT_LIMIT, connector.connect(name, tcp)).await.map_err(|_| failed)?;
            Box::new(tls.map_err(|error| ImapError::Tls(TlsFault::of(&error)))?)
        } else {
            Box::new(tcp)
        };
        let mut session = Self { wire: Wire::new(stream), capabilities: Vec::new() };
        session.wire.greeting().await.map_err(|fault| match fault {
            // Such as a port that waits for TLS.
            Fault::Silent => ImapError::Unreached,
            fault => fault.into(),
        })?;
        session.ask_capabilities().await?;
        session.log_in(settings).await?;
        session.ask_capabilities().await?;
        if !session.can("MOVE") && !session.can("UIDPLUS") {
            return Err(ImapError::NoMove);
        }
        Ok(session)
    }

    async fn log_in(&mut self, settings: &ImapSettings) -> Result<(), ImapError> {
        let user = &settings.login.user;
        match &settings.login.proof {
            Proof::Password(password) => {
                let password = password.expose_secret();
                let result = if self.can("AUTH=PLAIN") {
                    self.wire.authenticate("PLAIN", &STANDARD.encode(format!("\0{user}\0{password}"))).await
                } else {
                    let command = format!("LOGIN {} {}", quoted(user), quoted(password));
                    self.wire.run(&command, Limits::COMMAND, |_| {}).await
                };
                result.map_err(|fault| if fault == Fault::Refused { ImapError::Password } else { fault.into() })
            }
            Proof::Token(tokens) => {
                let token = tokens.token().await.map_err(ImapError::NoToken)?;
                let result = self.wire.authenticate("XOAUTH2", &STANDARD.encode(xoauth2(user, &token))).await;
                if result == Err(Fault::Refused) {
                    tokens.forget().await;
                    return Err(ImapError::Token);
                }
                Ok(result?)
            }
        }
    }

    async fn ask_capabilities(&mut self) -> Result<(), Fault> {
        let mut capabilities = Vec::new();
        self.wire
            .run("CAPABILITY", Limits::COMMAND, |response| {
                if let Response::Capabilities(offered) = response {
                    capabilities = offered.iter().map(name).collect();
                }
            })
            .await?;
        self.capabilities = capabilities;
        Ok(())
    }

    pub(super) fn can(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|offered| offered == capability)
    }

    pub(super) async fn select(&mut self, folder: &str) -> Result<Selected, Fault> {
        let mut selected = Selected::default();
        self.wire
            .run(&format!("SELECT {}", quoted(folder)), Limits::COMMAND, |response| match response {
                Response::MailboxData(MailboxDatum::Exists(mails)) => selected.mails = mails,
                Response::Data { outcome, .. } => match outcome.code {
                    Some(ResponseCode::UidValidity(number)) => selected.uid_validity = number,
                    Some(ResponseCode::UidNext(number)) => selected.uid_next = number,
                    _ => {}
                },
                _ => {}
            })
            .await?;
        Ok(selected)
    }

    /// UID and size of each mail of the selected folder. An answer that is cut off is an error: a mail that is missing
    /// here counts as taken away.
    pub(super) async fn list(&mut self, mails: u32) -> Result<BTreeMap<u32, u32>, Fault> {
        let mut listed = BTreeMap::new();
        if mails == 0 {
            return Ok(listed);
        }
        let limits = Limits::bytes(mails as usize * BYTES_A_LINE);
        self.wire
            .run("UID FETCH 1:* (UID RFC822.SIZE)", limits, |response| {
                let Response::Fetch(_, attributes) = response else { return };
                let (mut uid, mut size) = (None, None);
                for attribute in attributes {
                    match attribute {
                        AttributeValue::Uid(number) => uid = Some(number),
                        AttributeValue::Rfc822Size(bytes) => size = Some(bytes),
                        _ => {}
                    }
                }
                // A notice about flags has no size.
                if let (Some(uid), Some(size)) = (uid, size) {
                    listed.insert(uid, size);
                }
            })
            .await?;
        Ok(listed)
    }

    /// The mails that the server gives; `\Seen` stays as it is. `bytes` is what they have by the list.
    pub(super) async fn fetch(&mut self, uids: &[u32], bytes: usize) -> Result<Vec<(u32, Vec<u8>)>, Fault> {
        // Exchange estimates sizes.
        let limits = Limits::bytes(bytes + bytes / 2 + uids.len() * BYTES_A_LINE);
        let mut mails = Vec::new();
        self.wire.run(&format!("UID FETCH {} (UID BODY.PEEK[])", set(uids)), limits, |r| mails.extend(mail(r))).await?;
        mails.retain(|(uid, raw)| uids.contains(uid) && !raw.is_empty());
        Ok(mails)
    }

    /// The headers of a mail that is too large, or the beginning of them.
    pub(super) async fn fetch_headers(&mut self, uid: u32) -> Result<Option<Vec<u8>>, Fault> {
        let mut headers = None;
        let command = format!("UID FETCH {uid} (UID BODY.PEEK[HEADER]<0.{MAX_HEADERS}>)");
        self.wire
            .run(&command, Limits::bytes(MAX_HEADERS + BYTES_A_LINE), |r| headers = mail(r).or(headers.take()))
            .await?;
        Ok(headers.filter(|(of, raw)| *of == uid && !raw.is_empty()).map(|(_, raw)| raw))
    }

    /// Moves mails of the selected folder, and creates the other one if it is missing.
    pub(super) async fn move_to(&mut self, uids: &[u32], folder: &str) -> Result<(), ImapError> {
        for uids in uids.chunks(MAX_SET) {
            if self.try_move(uids, folder).await == Err(Fault::Refused) {
                // It may exist: then the next answer says what is wrong.
                self.create(folder).await.or_else(|fault| if fault == Fault::Refused { Ok(()) } else { Err(fault) })?;
                self.try_move(uids, folder).await.map_err(no_processed_folder)?;
            }
        }
        Ok(())
    }

    async fn create(&mut self, folder: &str) -> Result<(), Fault> {
        self.wire.run(&format!("CREATE {}", quoted(folder)), Limits::COMMAND, |_| {}).await
    }

    async fn try_move(&mut self, uids: &[u32], folder: &str) -> Result<(), Fault> {
        let limits = Limits::bytes(uids.len() * BYTES_A_LINE);
        if self.can("MOVE") {
            return self.wire.run(&format!("UID MOVE {} {}", set(uids), quoted(folder)), limits, |_| {}).await;
        }
        self.wire.run(&format!("UID COPY {} {}", set(uids), quoted(folder)), limits, |_| {}).await?;
        self.delete(uids).await
    }

    /// EXPUNGE alone would also remove what other clients have marked.
    pub(super) async fn delete(&mut self, uids: &[u32]) -> Result<(), Fault> {
        for uids in uids.chunks(MAX_SET) {
            let limits = Limits::bytes(uids.len() * BYTES_A_LINE);
            let (uids, plus) = (set(uids), self.can("UIDPLUS"));
            self.wire.run(&format!("UID STORE {uids} +FLAGS.SILENT (\\Deleted)"), limits, |_| {}).await?;
            let expunge = if plus { format!("UID EXPUNGE {uids}") } else { "EXPUNGE".to_owned() };
            self.wire.run(&expunge, limits, |_| {}).await?;
        }
        Ok(())
    }

    /// Opens the folder of processed mails, and creates it if it is missing.
    pub(super) async fn open_processed(&mut self, folder: &str) -> Result<(), ImapError> {
        if self.select(folder).await == Err(Fault::Refused) {
            self.create(folder).await.map_err(no_processed_folder)?;
            self.select(folder).await.map_err(no_processed_folder)?;
        }
        Ok(())
    }

    /// Removes what has been in the folder of processed mails for a week. `day` as `23-Nov-2026`. Returns how many mails.
    pub(super) async fn empty(&mut self, folder: &str, day: &str) -> Result<usize, ImapError> {
        self.open_processed(folder).await?;
        let mut uids = Vec::new();
        // RFC 8514; without it, the day of arrival counts.
        let criterion = if self.can("SAVEDATE") { "SAVEDBEFORE" } else { "BEFORE" };
        self.wire
            .run(&format!("UID SEARCH {criterion} {day}"), Limits::bytes(MAX_HEADERS), |response| {
                if let Response::MailboxData(MailboxDatum::Search(found)) = response {
                    uids.extend(found);
                }
            })
            .await?;
        self.delete(&uids).await?;
        Ok(uids.len())
    }

    pub(super) async fn idle(&mut self, wait: Duration) -> Result<(), Fault> {
        self.wire.idle(wait).await
    }

    pub(super) async fn log_out(&mut self) {
        let limits = Limits { time: Duration::from_secs(2), ..Limits::COMMAND };
        // The connection is closed anyway.
        let _ = self.wire.run("LOGOUT", limits, |_| {}).await;
    }
}

fn no_processed_folder(fault: Fault) -> ImapError {
    if fault == Fault::Refused { ImapError::NoProcessedFolder } else { ImapError::Fault(fault) }
}

fn name(capability: &Capability<'_>) -> String {
    match capability {
        Capability::Imap4rev1 => "IMAP4REV1".to_owned(),
        Capability::Auth(mechanism) => format!("AUTH={}", mechanism.to_ascii_uppercase()),
        Capability::Atom(atom) => atom.to_ascii_uppercase(),
    }
}

fn mail(response: Response<'_>) -> Option<(u32, Vec<u8>)> {
    let Response::Fetch(_, attributes) = response else { return None };
    let (mut uid, mut raw) = (None, None);
    for attribute in attributes {
        match attribute {
            AttributeValue::Uid(number) => uid = Some(number),
            AttributeValue::BodySection {
                section: None | Some(SectionPath::Full(MessageSection::Header)),
                index: None | Some(0),
                data: Some(data),
            } => raw = Some(data.into_owned()),
            _ => {}
        }
    }
    Some((uid?, raw?))
}

/// `7,8,12`.
fn set(uids: &[u32]) -> String {
    uids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stored, and read by another version.
    #[test]
    fn the_names_stay() {
        for (error, name) in [
            (ImapError::Unreached, "unreached"),
            (ImapError::Tls(TlsFault::Name), "tls"),
            (ImapError::NotImap, "not_imap"),
            (ImapError::Password, "password"),
            (ImapError::Token, "token"),
            (ImapError::NoToken(TokenError::Client), "oauth_client"),
            (ImapError::NoMove, "no_move"),
            (ImapError::NoFolder, "no_folder"),
            (ImapError::NoProcessedFolder, "no_processed_folder"),
            (ImapError::Fault(Fault::NotImap), "broken_off"),
        ] {
            assert_eq!(<&str>::from(error), name);
        }
    }
}
