//! Mails to the compliance mailbox (`COMPLIANCE_TO`).

use std::{future::pending, sync::Arc};

use anyhow::Context;
use entity::{
    EmailAddress,
    env::{Env, SettingError},
    settings::COMPLIANCE_TO,
};
use lettre::Address;
use uuid::Uuid;

use crate::{
    Draft, MailSettings, Rendered,
    smtp::{Client, Code, Connection, DeliveryGuard, Revoked, SendOutcome},
};

/// Sends to the compliance mailbox.
#[derive(Clone, Debug)]
pub struct Mailer {
    client: Arc<Client>,
    settings: MailSettings,
    to: Address,
}

/// The mail server has not accepted the mail.
#[derive(Debug, thiserror::Error)]
pub enum NotSent {
    #[error("the mail to COMPLIANCE_TO was not sent ({0})")]
    ToOfficers(Code),
    #[error("a mail to a consultant was not sent ({0})")]
    ToConsultant(Code),
    #[error("the relay refuses what a mail to a consultant says ({0})")]
    Text(Code),
    #[error(
        "SMTP_URL: the relay did not take the test mail ({0}). Its envelope sender is an address of REPLY_ADDRESS, as that of \
         each mail: let the login send from these addresses, or use another relay"
    )]
    Test(Code),
}

impl NotSent {
    /// Whether a mail to a consultant can go without anybody's words.
    pub fn is_of_the_text(error: &anyhow::Error) -> bool {
        matches!(error.downcast_ref::<Self>(), Some(Self::Text(_)))
    }
}

/// No-op guard: compliance mail needs no commit before DATA.
struct Always;

impl DeliveryGuard for Always {
    async fn before_body(&self) -> Result<(), Code> {
        Ok(())
    }

    async fn revoked(&self) -> Revoked {
        pending().await
    }
}

impl Mailer {
    /// Reads `COMPLIANCE_TO`.
    pub fn recipient(env: &Env) -> Result<Address, SettingError> {
        let text = env.required(&COMPLIANCE_TO)?;
        let refused = || COMPLIANCE_TO.refuse("it is not one mail address");
        let address = EmailAddress::parse(text).map_err(|_| refused())?;
        address.as_str().parse().map_err(|_| refused())
    }

    pub fn new(client: Client, settings: MailSettings, to: Address) -> Self {
        Self { client: Arc::new(client), settings, to }
    }

    /// Returns when the server has answered 250. The Message-ID contains `name`: it shows that two mails are the same.
    pub async fn send(&self, name: &str, mail: Rendered) -> anyhow::Result<()> {
        self.send_from(Some(self.settings.from.email.clone()), name, mail).await
    }

    /// To a consultant. `id`: of the digest, which a bounce names.
    pub async fn send_digest(&self, consultant: &str, id: Uuid, mail: Rendered) -> anyhow::Result<()> {
        let signed = self.settings.signed.as_ref().map(|signed| signed.message_id(id));
        let name = signed.as_deref().and_then(|id| id.split('@').next().map(str::to_owned));
        let name = name.unwrap_or_else(|| format!("digest.{}", id.simple()));
        let return_path = Some(self.settings.notification_return_path(id));
        let outcome = self.dialogue(consultant.parse()?, return_path, &name, mail).await?;
        taken(&outcome, if outcome.is_of_the_text() { NotSent::Text } else { NotSent::ToConsultant })
    }

    pub fn settings(&self) -> &MailSettings {
        &self.settings
    }

    /// Whether mail in is on.
    pub fn has_intake(&self) -> bool {
        self.settings.signed.is_some()
    }

    /// The mail of `worker intake check`, to a signed address and from it: each mail of ours has such a return path, and a
    /// relay may refuse to send from it.
    pub async fn send_test(&self, id: Uuid, mail: Rendered) -> anyhow::Result<()> {
        let signed = self.settings.signed.as_ref().context("INTAKE: mail in is off")?;
        let to: Address = signed.return_path(id).parse()?;
        taken(&self.dialogue(to.clone(), Some(to), &format!("check.{}", id.simple()), mail).await?, NotSent::Test)
    }

    /// With another envelope sender; `None` is the null path.
    pub async fn send_from(&self, return_path: Option<Address>, name: &str, mail: Rendered) -> anyhow::Result<()> {
        taken(&self.dialogue(self.to.clone(), return_path, name, mail).await?, NotSent::ToOfficers)
    }

    async fn dialogue(
        &self,
        to: Address,
        return_path: Option<Address>,
        name: &str,
        mail: Rendered,
    ) -> anyhow::Result<SendOutcome> {
        let draft = Draft { return_path, ..Draft::new(mail, name, to, &self.settings) };
        let mail = draft.build(&self.settings)?;
        Ok(Connection::new(Arc::clone(&self.client)).send(&mail, &Always).await)
    }
}

fn taken(outcome: &SendOutcome, not_sent: fn(Code) -> NotSent) -> anyhow::Result<()> {
    if *outcome == SendOutcome::Sent { Ok(()) } else { Err(not_sent(outcome.code()).into()) }
}
