//! Opening a connection that is ready for MAIL.

use std::time::Duration;

use anyhow::Context;
use base64::{Engine, engine::general_purpose::STANDARD};
use lettre::{
    Address,
    transport::smtp::commands::{Mail, Rcpt},
};
use rustls::pki_types::ServerName;
use secrecy::ExposeSecret;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use super::{
    connect::connect,
    outcome::Fault,
    phase::Phase,
    session::{Channel, Session},
    settings::{Login, Proof, Security, SmtpSettings},
    step::{Broken, command, within},
};
use crate::{
    oauth::{TokenSource, xoauth2},
    tls::{self, TlsFault},
};

/// Opens connections to the relay.
#[derive(derive_more::Debug)]
#[debug("{settings:?}")]
pub struct Client {
    pub(super) settings: SmtpSettings,
    /// Our name in EHLO.
    domain: String,
    /// Unless mail is sent in clear.
    tls: Option<(TlsConnector, ServerName<'static>)>,
}

impl Client {
    /// `domain` is our name in EHLO.
    pub fn new(settings: SmtpSettings, domain: &str) -> anyhow::Result<Self> {
        let tls = match settings.security {
            Security::Plain => None,
            Security::StartTls | Security::Implicit => {
                let connector = tls::connector(settings.extra_roots.as_deref())
                    .context("SMTP_CA_FILE: it holds no certificate, or one that cannot be used")?;
                Some((connector, ServerName::try_from(settings.host.clone())?))
            }
        };
        Ok(Self { settings, domain: domain.to_owned(), tls })
    }

    /// Connects, secures the channel and logs in.
    pub(super) async fn open(&self) -> Result<Session, Broken> {
        let limits = self.settings.timeouts;
        let tcp = within(limits.connect, Phase::Connect, connect(&self.settings.host, self.settings.port)).await?;
        let channel: Box<dyn Channel> = match self.settings.security {
            Security::Implicit => within(limits.command, Phase::Tls, self.secure(Box::new(tcp))).await?,
            Security::Plain | Security::StartTls => Box::new(tcp),
        };
        let mut session = Session::new(channel);
        within(limits.command, Phase::Greeting, session.greet(&self.domain)).await?;
        if self.settings.security == Security::StartTls {
            session = Session::new(within(limits.command, Phase::Tls, self.start_tls(session)).await?);
            within(limits.command, Phase::Greeting, session.hello(&self.domain)).await?;
        }
        within(limits.command, Phase::Auth, self.log_in(&mut session)).await?;
        Ok(session)
    }

    /// Logs in and names this sender, and this recipient, without sending a mail: many servers refuse a client or a sender at RCPT.
    pub async fn greet(&self, from: Address, to: Option<Address>) -> Result<(), (Phase, Fault)> {
        let limits = self.settings.timeouts;
        let mut session = self.open().await?;
        let mut taken = command(&mut session, limits, Phase::Mail, Mail::new(Some(from), vec![])).await;
        if let (Ok(()), Some(to)) = (taken, to) {
            taken = command(&mut session, limits, Phase::Rcpt, Rcpt::new(to, vec![])).await;
        }
        quit(session, limits.connect).await;
        taken
    }

    async fn start_tls(&self, mut session: Session) -> Result<Box<dyn Channel>, Fault> {
        if !session.offers_starttls() {
            return Err(Fault::Insecure(TlsFault::NotOffered));
        }
        session.command("STARTTLS\r\n").await?;
        self.secure(session.into_channel()?).await
    }

    async fn secure(&self, channel: Box<dyn Channel>) -> Result<Box<dyn Channel>, Fault> {
        let (connector, name) = self.tls.as_ref().ok_or(Fault::Insecure(TlsFault::Handshake))?;
        let tls = connector.connect(name.clone(), channel).await;
        let tls = tls.map_err(|error| Fault::Insecure(TlsFault::of(&error)))?;
        Ok(Box::new(tls))
    }

    async fn log_in(&self, session: &mut Session) -> Result<(), Fault> {
        let Some(Login { user, proof }) = &self.settings.login else { return Ok(()) };
        let password = match proof {
            Proof::Password(password) => password.expose_secret(),
            Proof::Token(tokens) => return log_in_with_token(session, user, tokens).await,
        };
        if session.offers_login("PLAIN") {
            let secret = STANDARD.encode(format!("\0{user}\0{password}"));
            session.command_for(&format!("AUTH PLAIN {secret}\r\n"), 235).await?;
        } else if session.offers_login("LOGIN") {
            session.command_for("AUTH LOGIN\r\n", 334).await?;
            session.command_for(&format!("{}\r\n", STANDARD.encode(user)), 334).await?;
            session.command_for(&format!("{}\r\n", STANDARD.encode(password)), 235).await?;
        } else {
            return Err(Fault::NoMechanism);
        }
        Ok(())
    }
}

async fn log_in_with_token(session: &mut Session, user: &str, tokens: &TokenSource) -> Result<(), Fault> {
    if !session.offers_login("XOAUTH2") {
        return Err(Fault::NoMechanism);
    }
    let token = tokens.token().await.map_err(Fault::Token)?;
    let secret = STANDARD.encode(xoauth2(user, &token));
    let mut result = session.command(&format!("AUTH XOAUTH2 {secret}\r\n")).await;
    if result.as_ref().is_ok_and(|reply| reply.code == 334) {
        // The refusal's details; the reply to an empty answer is the refusal.
        result = session.command("\r\n").await;
    }
    match result {
        Ok(reply) if reply.code == 235 => Ok(()),
        Ok(_) => Err(Fault::Unexpected),
        Err(fault) => {
            tokens.forget().await;
            Err(fault)
        }
    }
}

/// Says goodbye. The result is known; a failed QUIT does not change it.
pub(super) async fn quit(mut session: Session, limit: Duration) {
    let _ = timeout(limit, session.command("QUIT\r\n")).await;
}
