//! `INTAKE`, `INTAKE_LMTP_LISTEN`, `INTAKE_NEW`, `INTAKE_TRUST`, `REPLY_ADDRESS` and `REPLY_HMAC_KEYS`; the settings of IMAP
//! are beside it.

use std::{fmt, net::SocketAddr, path::PathBuf, sync::Arc};

use entity::{
    EmailAddress,
    contact::ContactReason,
    email_address::key_of,
    env::{Env, SettingError},
    notify_routes::NotifyRoutes,
    settings::{
        CLAMD, DATABASE_DISK, FOLLOW, INTAKE, INTAKE_LMTP_LISTEN, INTAKE_NEW, INTAKE_QUOTA, INTAKE_RESERVE,
        INTAKE_TRUST, MAIL_REPLY_TO, REPLY_ADDRESS, REPLY_HMAC_KEYS,
    },
    spam_limit::SpamLimit,
};
use inbound::authentication::Trust;
use lettre::{Address, message::Mailbox};
pub use mailer::fingerprint::FingerprintKey;
use mailer::{
    MailSettings,
    addresses::{Base, KeyRing, SignedAddresses},
};
use sea_orm::ActiveEnum;
use secrecy::ExposeSecret;

use super::{imap::settings::ImapSettings, way::Way};
use crate::{clamd::Clamd, disk::Disk};

/// Where the LMTP listener takes connections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LmtpAddress {
    Loopback(SocketAddr),
    Socket(PathBuf),
}

/// As the setting is written.
impl fmt::Display for LmtpAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loopback(address) => address.fmt(f),
            Self::Socket(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

/// What marks our own mails.
#[derive(Clone)]
pub struct Own {
    /// `MAIL_FROM`.
    pub from: String,
    pub message_id_domain: String,
}

entity::opaque_debug!(Own);

/// Mail in is on.
#[derive(Clone, Debug)]
pub struct IntakeSettings {
    pub addresses: Arc<SignedAddresses>,
    pub fingerprint_key: Arc<FingerprintKey>,
    pub lmtp: Option<LmtpAddress>,
    pub imap: Option<ImapSettings>,
    pub has_pipe: bool,
    /// Whose word about a sender counts.
    pub trust: Trust,
    pub own: Own,
    /// The addresses that a visitor's reply may be relayed to; `None`: those that were notified.
    pub consultants: Option<Vec<String>>,
    /// Those of them who only hear of what is late (`ESCALATE_TO`).
    pub escalation: Vec<String>,
    /// Whoever owns a ticket (`FOLLOW`).
    pub all_follow: bool,
    /// Whom a released inquiry notifies.
    pub routes: Option<NotifyRoutes>,
    /// `CLAMD`: checks attachments.
    pub clamd: Option<Clamd>,
    pub reserve: Option<Reserve>,
    /// Bytes of a day.
    pub quota: u64,
    /// Mails to the public address open tickets.
    pub new: Option<NewTickets>,
    /// What our mails say, which a reply quotes.
    pub mail: Arc<MailSettings>,
}

/// `INTAKE_RESERVE`: what mails leave of the database's disk to the form.
#[derive(Clone, Debug)]
pub struct Reserve {
    disk: PathBuf,
    share: f64,
}

impl Reserve {
    fn from_env(env: &Env) -> Result<Option<Self>, SettingError> {
        let percent: u8 = env.parsed(&INTAKE_RESERVE)?;
        if percent > 9 {
            return Err(INTAKE_RESERVE.refuse(format!("{percent} is out of range")));
        }
        let disk = env.optional(&DATABASE_DISK).map(PathBuf::from);
        Ok(disk.map(|disk| Self { disk, share: f64::from(percent) / 100.0 }))
    }

    /// Nothing more may be stored.
    pub(super) fn is_reached(&self) -> bool {
        Disk::of(&self.disk).is_some_and(|disk| disk.free() < self.share)
    }
}

/// `INTAKE_NEW`: which addresses are public, and whom a new ticket notifies.
#[derive(Clone)]
pub struct NewTickets {
    /// In lower case.
    addresses: Vec<String>,
    routes: NotifyRoutes,
    spam_limit: SpamLimit,
}

entity::opaque_debug!(NewTickets);

impl NewTickets {
    fn from_env(env: &Env, from: &Address, addresses: &SignedAddresses) -> Result<Option<Self>, SettingError> {
        if !env.switch(&INTAKE_NEW)? {
            return Ok(None);
        }
        let reply_to = env.optional(&MAIL_REPLY_TO).and_then(|text| text.parse::<Mailbox>().ok());
        let public = [Some(from.to_string()), reply_to.map(|reply_to| reply_to.email.to_string()), addresses.mailbox()];
        let addresses = public.into_iter().flatten().map(|address| address.to_ascii_lowercase()).collect();
        Ok(Some(Self { addresses, routes: NotifyRoutes::from_env(env)?, spam_limit: SpamLimit::from_env(env)? }))
    }

    /// From so many points on a mail is suspected to be spam.
    pub fn spam_limit(&self) -> Option<i16> {
        self.spam_limit.points(ContactReason::Other)
    }

    /// A mail names no reason for contact.
    pub fn notify(&self) -> Vec<String> {
        self.routes.recipients(ContactReason::Other, None)
    }
}

impl IntakeSettings {
    pub fn is_public(&self, address: &str) -> bool {
        let address = address.trim().trim_start_matches('<').trim_end_matches('>').to_ascii_lowercase();
        self.new.as_ref().is_some_and(|new| new.addresses.contains(&address))
    }

    /// Whether the key is that of an address that receives notifications of new tickets.
    pub fn is_consultant(&self, key: &str) -> bool {
        let told = self.new.as_ref().map(|new| new.routes.all()).unwrap_or_default();
        told.iter().any(|address| EmailAddress::parse(address).is_ok_and(|address| address.key() == key))
    }

    /// The consultant of this address as the settings name the person now.
    pub fn registered(&self, address: &str) -> Option<String> {
        let named = self.routes.as_ref().map(NotifyRoutes::notified_and_escalation).unwrap_or_default();
        named.into_iter().find(|one| key_of(one) == key_of(address))
    }

    /// The settings name this consultant no longer.
    pub fn has_left(&self, address: &str) -> bool {
        self.routes.is_some() && self.registered(address).is_none()
    }

    /// Who inherits a ticket that nobody has any more.
    pub fn heirs(&self) -> Option<Vec<String>> {
        self.consultants.clone().map(|all| without(all, &self.escalation))
    }

    pub fn has_room(&self) -> bool {
        !self.reserve.as_ref().is_some_and(Reserve::is_reached)
    }

    /// Whether the address is one of ours, also a signed one: no person's.
    pub fn is_ours(&self, address: &str) -> bool {
        let reply_to = self.mail.reply_to.as_ref().map(|reply_to| reply_to.email.to_string());
        self.addresses.occurs_in(&address.to_lowercase())
            || [Some(self.own.from.clone()), reply_to, self.addresses.mailbox()]
                .iter()
                .flatten()
                .any(|own| key_of(own) == key_of(address))
    }

    /// Whether mail to the address leaves the house: it is neither ours nor a consultant's.
    pub fn is_outside(&self, address: &str) -> bool {
        let is_consultants = |key: &str| self.is_consultant(key) || self.registered(key).is_some();
        !self.is_ours(address) && EmailAddress::parse(address).is_ok_and(|address| !is_consultants(&address.key()))
    }

    /// `None` if mail in is off.
    pub fn from_env(env: &Env, mail: &MailSettings) -> Result<Option<Self>, SettingError> {
        let from = &mail.from.email;
        let ways = env.required(&INTAKE)?;
        if ways == "off" {
            return Ok(None);
        }
        let way = |text: &str| {
            Way::try_from_value(&text.to_owned()).map_err(|_| INTAKE.refuse(format!("{text:?} is not a way in")))
        };
        let ways = ways.split(',').map(|text| way(text.trim())).collect::<Result<Vec<_>, _>>()?;
        let bases = env.required(&REPLY_ADDRESS)?.split(',').map(str::parse::<Base>);
        let mut former =
            bases.collect::<Result<Vec<_>, _>>().map_err(|error| REPLY_ADDRESS.refuse(error.to_string()))?;
        let base = former.remove(0);
        let secret = env.required_secret(&REPLY_HMAC_KEYS)?;
        let keys: KeyRing =
            secret.expose_secret().parse().map_err(|error| REPLY_HMAC_KEYS.refuse(format!("{error}")))?;
        let addresses = Arc::new(SignedAddresses::new(keys, base, from.domain()).with_former(former));
        let fingerprint_key = Arc::new(FingerprintKey::of(secret.expose_secret()));
        let (signed, fingerprints) = (Some(Arc::clone(&addresses)), Some(Arc::clone(&fingerprint_key)));
        let mail = MailSettings { signed, takes_answers: true, fingerprint_key: fingerprints, ..mail.clone() };
        let routes = NotifyRoutes::optional_from_env(env)?;
        Ok(Some(Self {
            new: NewTickets::from_env(env, from, &addresses)?,
            mail: Arc::new(mail),
            addresses,
            fingerprint_key,
            lmtp: ways.contains(&Way::Lmtp).then(|| lmtp_address(env)).transpose()?,
            imap: ways.contains(&Way::Imap).then(|| ImapSettings::from_env(env)).transpose()?,
            has_pipe: ways.contains(&Way::Pipe),
            consultants: routes.as_ref().map(NotifyRoutes::notified_and_escalation),
            escalation: routes.as_ref().map(|routes| without(routes.escalation(), &routes.all())).unwrap_or_default(),
            all_follow: match env.required(&FOLLOW)? {
                "all" => true,
                "owner" => false,
                _ => return Err(FOLLOW.refuse("it is neither owner nor all")),
            },
            routes,
            clamd: env.optional(&CLAMD).map(|_| env.parsed(&CLAMD)).transpose()?,
            trust: env.parsed(&INTAKE_TRUST)?,
            reserve: Reserve::from_env(env)?,
            quota: quota_from_env(env)?,
            own: Own { from: from.to_string(), message_id_domain: from.domain().to_owned() },
        }))
    }
}

fn quota_from_env(env: &Env) -> Result<u64, SettingError> {
    let mib: u64 = env.parsed(&INTAKE_QUOTA)?;
    // The largest mail fits.
    if !(26..=100_000).contains(&mib) {
        return Err(INTAKE_QUOTA.refuse(format!("{mib} is out of range")));
    }
    Ok(mib * 1024 * 1024)
}

fn without(addresses: Vec<String>, others: &[String]) -> Vec<String> {
    addresses.into_iter().filter(|address| !others.contains(address)).collect()
}

/// Anybody who reaches the listener can hand over mail in any name, so it listens on this machine only.
fn lmtp_address(env: &Env) -> Result<LmtpAddress, SettingError> {
    let text = env.required(&INTAKE_LMTP_LISTEN)?;
    if let Some(path) = text.strip_prefix("unix:") {
        let path = PathBuf::from(path);
        if !path.is_absolute() {
            return Err(INTAKE_LMTP_LISTEN.refuse("the path of the socket is not absolute"));
        }
        return Ok(LmtpAddress::Socket(path));
    }
    let address: SocketAddr = env.parsed(&INTAKE_LMTP_LISTEN)?;
    if !address.ip().is_loopback() {
        return Err(INTAKE_LMTP_LISTEN.refuse("other machines could reach it, without encryption"));
    }
    Ok(LmtpAddress::Loopback(address))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "1:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

    fn settings(pairs: &[(&str, &str)]) -> Result<Option<IntakeSettings>, SettingError> {
        let mut all = vec![("INTAKE", "lmtp,pipe"), ("REPLY_ADDRESS", "@reply.own.example"), ("REPLY_HMAC_KEYS", KEY)];
        all.retain(|(name, _)| !pairs.iter().any(|(other, _)| other == name));
        all.extend_from_slice(pairs);
        let pairs: [(&str, &str); 6] = std::array::from_fn(|at| all.get(at).copied().unwrap_or(("UNUSED", "")));
        IntakeSettings::from_env(&Env::from_pairs(pairs), &mail())
    }

    fn mail() -> MailSettings {
        MailSettings::from_env(&Env::from_pairs([("MAIL_FROM", "desk@own.example")])).unwrap()
    }

    #[test]
    fn mail_in_is_off_without_settings() {
        assert!(IntakeSettings::from_env(&Env::from_pairs([]), &mail()).unwrap().is_none());
        assert!(settings(&[("INTAKE", "off")]).unwrap().is_none());
    }

    #[test]
    fn three_settings_are_enough() {
        let on = settings(&[]).unwrap().unwrap();
        assert_eq!(on.lmtp, Some(LmtpAddress::Loopback("127.0.0.1:2424".parse().unwrap())));
        assert_eq!(on.trust, Trust::None, "nobody's word counts unless a setting says so");
        assert!(on.has_pipe && settings(&[("INTAKE", "pipe")]).unwrap().unwrap().lmtp.is_none());
        let socket = settings(&[("INTAKE_LMTP_LISTEN", "unix:/run/intake.sock")]).unwrap().unwrap();
        assert_eq!(socket.lmtp, Some(LmtpAddress::Socket("/run/intake.sock".into())));
    }

    #[test]
    fn names_the_variable_that_is_wrong_and_no_key() {
        for (name, value) in [
            ("INTAKE", "pop3"),
            ("INTAKE_LMTP_LISTEN", "0.0.0.0:2424"),
            ("INTAKE_LMTP_LISTEN", "unix:intake.sock"),
            ("INTAKE_LMTP_LISTEN", "2424"),
            ("INTAKE_TRUST", "gmail"),
            ("INTAKE_TRUST", "authserv:"),
            ("INTAKE_RESERVE", "10"),
            ("INTAKE_QUOTA", "25"),
            ("REPLY_ADDRESS", ""),
            ("REPLY_ADDRESS", "desk@own.example"),
            ("REPLY_ADDRESS", "@reply.own.example,"),
            ("REPLY_ADDRESS", "a-name-of-18-chars+@own.example"),
            ("REPLY_HMAC_KEYS", ""),
            ("REPLY_HMAC_KEYS", "1:abcdef0123"),
        ] {
            let error = settings(&[(name, value)]).unwrap_err();
            assert_eq!(error.name, name, "{value}");
            assert!(!error.to_string().contains("abcdef0123"), "{error}");
        }
    }
}
