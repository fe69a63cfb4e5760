//! Mails to the compliance mailbox (`COMPLIANCE_TO`).

use std::{future::pending, sync::Arc};

use entity::{
    EmailAddress,
    env::{Env, SettingError},
};
use lettre::Address;

use crate::{
    mail::{ComplianceParts, MailSettings, compliance_mail},
    smtp::{Client, Code, Connection, DeliveryGuard, Revoked, SendOutcome},
};

const TO_REMEDY: &str = "Set it to the mailbox of the person responsible for data protection";

/// Sends to the compliance mailbox.
#[derive(Clone, Debug)]
pub struct Mailer {
    client: Arc<Client>,
    settings: MailSettings,
    to: Address,
}

/// The mail server has not taken the mail; it will be tried again.
#[derive(Debug, thiserror::Error)]
#[error("the mail to COMPLIANCE_TO was not sent ({0})")]
pub struct NotSent(Code);

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
        let text = env.required("COMPLIANCE_TO", TO_REMEDY)?;
        let refused = || SettingError::new("COMPLIANCE_TO", "not one mail address", TO_REMEDY);
        let address = EmailAddress::parse(text).map_err(|_| refused())?;
        address.as_str().parse().map_err(|_| refused())
    }

    pub fn new(client: Client, settings: MailSettings, to: Address) -> Self {
        Self { client: Arc::new(client), settings, to }
    }

    /// Returns when the server has answered 250. `name` makes the Message-ID: the same mail sent twice is
    /// recognised by it.
    pub async fn send(&self, name: &str, parts: ComplianceParts) -> anyhow::Result<()> {
        let mail = compliance_mail(parts, name, &self.to, &self.settings)?;
        match Connection::new(Arc::clone(&self.client)).send(&mail, &Always).await {
            SendOutcome::Sent => Ok(()),
            outcome => Err(NotSent(outcome.code()).into()),
        }
    }
}
