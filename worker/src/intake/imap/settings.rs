//! `IMAP_URL` and related settings.

use std::sync::Arc;

use entity::{
    env::{Env, SettingError},
    settings::{IMAP_CA_FILE, IMAP_FOLDER, IMAP_PROCESSED_FOLDER, IMAP_URL, Setting},
};
use mailer::{
    oauth::TokenSource,
    smtp::{Login, login},
    tls::{self, is_loopback},
};
use secrecy::ExposeSecret;
use url::Url;

/// One mailbox.
#[derive(Clone, derive_more::Debug)]
#[debug("IMAP at {host}:{port}")]
pub struct ImapSettings {
    pub host: String,
    pub port: u16,
    /// False: in clear, to this machine only.
    pub has_tls: bool,
    pub login: Login,
    /// Certificate authorities to trust besides the public ones, in PEM form.
    pub extra_roots: Option<Vec<u8>>,
    /// `IMAP_FOLDER`: where mails arrive.
    pub folder: String,
    /// `IMAP_PROCESSED_FOLDER`: where they are for seven days after they were stored.
    pub processed: String,
}

impl ImapSettings {
    pub fn from_env(env: &Env) -> Result<Self, SettingError> {
        let secret = env.required_secret(&IMAP_URL)?;
        let tokens = TokenSource::from_env(env)?.map(Arc::new);
        let mut settings = Self::parse(secret.expose_secret(), tokens)?;
        settings.extra_roots = tls::extra_roots(env, &IMAP_CA_FILE)?;
        settings.folder = folder(env, &IMAP_FOLDER)?;
        settings.processed = folder(env, &IMAP_PROCESSED_FOLDER)?;
        if settings.folder.eq_ignore_ascii_case(&settings.processed) {
            let problem = "it is the folder in which mails arrive; it is emptied after seven days";
            return Err(IMAP_PROCESSED_FOLDER.refuse(problem));
        }
        Ok(settings)
    }

    /// The errors never quote the URL, which holds a password.
    fn parse(text: &str, tokens: Option<Arc<TokenSource>>) -> Result<Self, SettingError> {
        let refused = |problem: &str| IMAP_URL.refuse(problem);
        let url = Url::parse(text).map_err(|_| refused("not a URL"))?;
        let host = url.host_str().ok_or_else(|| refused("it names no host"))?.trim_matches(['[', ']']).to_owned();
        let has_tls = match url.scheme() {
            "imaps" => true,
            "imap" if is_loopback(&url) => false,
            "imap" => return Err(refused("it would read mail and send the login in clear over the network")),
            _ => return Err(refused("its scheme is not imaps")),
        };
        if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
            return Err(refused("it has a path or parameters; IMAP_FOLDER names the folder"));
        }
        let login = login(&url, tokens).map_err(refused)?.ok_or_else(|| refused("it has no user"))?;
        Ok(Self {
            host,
            port: url.port().unwrap_or(if has_tls { 993 } else { 143 }),
            has_tls,
            login,
            extra_roots: None,
            folder: String::new(),
            processed: String::new(),
        })
    }
}

/// Names beyond ASCII are in an encoding of IMAP's own.
fn folder(env: &Env, setting: &Setting) -> Result<String, SettingError> {
    let folder = env.required(setting)?;
    let is_plain =
        folder.bytes().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\' | b'&' | b'*' | b'%'));
    if is_plain && folder.len() <= 200 {
        Ok(folder.to_owned())
    } else {
        Err(setting.refuse("a name with such characters is not supported"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mailer::smtp::Proof;

    fn settings(pairs: [(&str, &str); 2]) -> Result<ImapSettings, SettingError> {
        ImapSettings::from_env(&Env::from_pairs(pairs))
    }

    #[test]
    fn reads_a_mailbox_with_a_password_or_a_token() {
        let by_password = settings([("IMAP_URL", "imaps://desk%40own.example:p%3Aw@mail.example"), ("X", "")]).unwrap();
        assert_eq!((by_password.host.as_str(), by_password.port, by_password.has_tls), ("mail.example", 993, true));
        assert_eq!((by_password.folder.as_str(), by_password.processed.as_str()), ("INBOX", "Processed"));
        assert!(!format!("{by_password:?}").contains("desk"));
        let env = Env::from_pairs([
            ("IMAP_URL", "imaps://desk%40own.example@outlook.office365.com"),
            ("OAUTH_TOKEN_URL", "https://login.example/token"),
            ("OAUTH_CLIENT_ID", "app"),
            ("OAUTH_CLIENT_SECRET", "hush"),
        ]);
        let login = ImapSettings::from_env(&env).unwrap().login;
        assert!(login.user == "desk@own.example" && matches!(login.proof, Proof::Token(_)));
    }

    #[test]
    fn names_the_variable_that_is_wrong_and_no_password() {
        for (name, value) in [
            ("IMAP_URL", ""),
            ("IMAP_URL", "imap://u:hush@mail.example"),
            ("IMAP_URL", "imaps://u@mail.example"),
            ("IMAP_URL", "imaps://mail.example"),
            ("IMAP_URL", "imaps://u:hush@mail.example/INBOX"),
            ("IMAP_URL", "pop3://u:hush@mail.example"),
            ("IMAP_CA_FILE", "/nonexistent"),
            ("IMAP_FOLDER", "Ein\"gang"),
            ("IMAP_PROCESSED_FOLDER", "inbox"),
        ] {
            let url = if name == "IMAP_URL" { value } else { "imaps://u:hush@mail.example" };
            let error = settings([("IMAP_URL", url), (name, value)]).unwrap_err();
            assert_eq!(error.name, name, "{value}");
            assert!(!error.to_string().contains("hush"), "{error}");
        }
    }
}
