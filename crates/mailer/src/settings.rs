//! Sender, reply and return addresses of the mails.

use std::sync::Arc;

use crate::{addresses::SignedAddresses, fingerprint::FingerprintKey};
use entity::{
    EmailAddress,
    answer_within::AnswerWithin,
    env::{Env, SettingError},
    settings::{MAIL_FROM, MAIL_REPLY_TO, MAIL_RETURN_PATH, Setting},
};
use lettre::{Address, message::Mailbox};
use uuid::Uuid;

use crate::brand::brand;

/// `MAIL_FROM`, `MAIL_REPLY_TO`, `MAIL_RETURN_PATH`, `PUBLIC_URL`, and the settings of [`AnswerWithin`].
#[derive(Clone, Debug)]
pub struct MailSettings {
    /// `From` of every mail, and the return path of notifications.
    pub from: Mailbox,
    /// `Reply-To` of auto-replies, if not `from`.
    pub reply_to: Option<Mailbox>,
    /// Return path of auto-replies; `None` is the null path (RFC 3834, section 3.3).
    pub return_path: Option<Address>,
    /// Without a trailing slash.
    pub public_url: String,
    /// With mail in: signed reply addresses, return paths and Message-IDs.
    pub signed: Option<Arc<SignedAddresses>>,
    /// Consultants answer through us: a receiving host whose word counts (`INTAKE_TRUST`) says who they are.
    pub takes_answers: bool,
    /// With mail in: makes the digests of addresses that complained.
    pub fingerprint_key: Option<Arc<FingerprintKey>>,
    /// By when a visitor is answered.
    pub answer: AnswerWithin,
}

impl MailSettings {
    pub fn from_env(env: &Env) -> Result<Self, SettingError> {
        let from = mailbox(&MAIL_FROM, env.required(&MAIL_FROM)?)?;
        let from = Mailbox::new(from.name.or_else(|| Some(brand().name.clone())), from.email);
        let return_path = env.optional(&MAIL_RETURN_PATH).filter(|path| *path != "<>");
        Ok(Self {
            from,
            reply_to: env.optional(&MAIL_REPLY_TO).map(|text| mailbox(&MAIL_REPLY_TO, text)).transpose()?,
            return_path: return_path
                .map(|text| mailbox(&MAIL_RETURN_PATH, text).map(|mailbox| mailbox.email))
                .transpose()?,
            public_url: env.public_url()?.as_str().trim_end_matches('/').to_owned(),
            signed: None,
            takes_answers: false,
            fingerprint_key: None,
            answer: AnswerWithin::from_env(env)?,
        })
    }

    /// The Message-ID of an outbox row: without host name or time, and the same in every attempt.
    pub fn message_id(&self, outbox_id: Uuid) -> String {
        format!("<outbox.{outbox_id}@{}>", self.from.email.domain())
    }

    /// With mail in, the Message-ID that proves in an answer that its writer has had this mail.
    pub fn signed_message_id(&self, outbox_id: Uuid) -> Option<String> {
        self.signed.as_ref().map(|signed| format!("<{}>", signed.message_id(outbox_id)))
    }

    /// With mail in, what arrives at a mail's return path is about this mail (VERP).
    fn signed_return_path(&self, outbox_id: Uuid) -> Option<Address> {
        self.signed.as_ref().and_then(|signed| signed.return_path(outbox_id).parse().ok())
    }

    /// Of auto-replies; `None` is the null path.
    pub fn auto_reply_return_path(&self, outbox_id: Uuid) -> Option<Address> {
        self.signed_return_path(outbox_id).or_else(|| self.return_path.clone())
    }

    /// Of mails to consultants.
    pub fn notification_return_path(&self, outbox_id: Uuid) -> Address {
        self.signed_return_path(outbox_id).unwrap_or_else(|| self.from.email.clone())
    }

    /// The common ancestor of a ticket's mails, by which clients group them. No such mail exists; RFC 5322, section 3.6.4,
    /// does not require it.
    pub fn ticket_id(&self, inquiry_id: Uuid) -> String {
        format!("<ticket.{inquiry_id}@{}>", self.from.email.domain())
    }
}

/// A mailbox with its domain in A-labels: with U-labels every mail would need SMTPUTF8.
fn mailbox(setting: &Setting, text: &str) -> Result<Mailbox, SettingError> {
    let refused = || setting.refuse("not a mail address");
    let mailbox: Mailbox = text.parse().map_err(|_| refused())?;
    let address = EmailAddress::parse(mailbox.email.as_ref()).map_err(|_| refused())?;
    let address = address.as_str().parse().map_err(|_| refused())?;
    match mailbox.name {
        Some(name) if name.chars().any(char::is_control) => Err(refused()),
        name => Ok(Mailbox::new(name, address)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings<const N: usize>(pairs: [(&str, &str); N]) -> Result<MailSettings, SettingError> {
        MailSettings::from_env(&Env::from_pairs(pairs))
    }

    #[test]
    fn one_setting_is_enough() {
        let settings = settings([("MAIL_FROM", "desk@own.example")]).unwrap();
        assert_eq!(settings.from.to_string(), "Firnwall <desk@own.example>");
        assert!(settings.reply_to.is_none() && settings.return_path.is_none());
        assert_eq!(settings.public_url, "http://127.0.0.1:8080");
    }

    #[test]
    fn reads_names_and_turns_domains_into_a_labels() {
        let settings = settings([
            ("MAIL_FROM", "Bücher <desk@bücher.example>"),
            ("MAIL_REPLY_TO", "answers@own.example"),
            ("MAIL_RETURN_PATH", "bounces@own.example"),
            ("PUBLIC_URL", "https://www.own.example/"),
        ])
        .unwrap();
        assert_eq!(settings.from.name.as_deref(), Some("Bücher"));
        assert_eq!(settings.from.email.domain(), "xn--bcher-kva.example");
        assert_eq!(settings.reply_to.unwrap().email.to_string(), "answers@own.example");
        assert_eq!(settings.return_path.unwrap().to_string(), "bounces@own.example");
        assert_eq!(settings.public_url, "https://www.own.example");
    }

    #[test]
    fn the_null_return_path_can_be_spelled_out() {
        let settings = settings([("MAIL_FROM", "desk@own.example"), ("MAIL_RETURN_PATH", "<>")]).unwrap();
        assert!(settings.return_path.is_none());
    }

    #[test]
    fn names_the_variable_and_the_remedy() {
        let from = ("MAIL_FROM", "desk@own.example");
        for (variable, error) in [
            ("MAIL_FROM", settings([("MAIL_REPLY_TO", "a@own.example")])),
            ("MAIL_FROM", settings([("MAIL_FROM", "desk")])),
            ("MAIL_FROM", settings([("MAIL_FROM", "a@own.example, b@own.example")])),
            ("MAIL_FROM", settings([("MAIL_FROM", "desk@[127.0.0.1]")])),
            ("MAIL_REPLY_TO", settings([from, ("MAIL_REPLY_TO", "nobody")])),
            ("MAIL_RETURN_PATH", settings([from, ("MAIL_RETURN_PATH", "null")])),
            ("PUBLIC_URL", settings([from, ("PUBLIC_URL", "www.own.example")])),
            ("PUBLIC_URL", settings([from, ("PUBLIC_URL", "ftp://own.example")])),
            ("PUBLIC_URL", settings([from, ("PUBLIC_URL", "https://own.example/site")])),
            ("PUBLIC_URL", settings([from, ("PUBLIC_URL", "https://user:word@own.example")])),
        ] {
            let error = error.unwrap_err();
            assert_eq!(error.name, variable);
            assert!(error.remedy.starts_with("Set it to "), "{error}");
        }
    }
}
