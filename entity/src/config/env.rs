//! Settings from the environment: one way to read them, errors that name the variable and the remedy.

use std::{collections::HashMap, ffi::OsString, fs, path::PathBuf, str::FromStr};

use secrecy::SecretString;
use url::Url;

pub use super::settings::SettingError;
use super::settings::{PUBLIC_URL, Setting};

/// The environment of the process; a map in tests. It has secrets.
#[derive(derive_more::Debug, Clone)]
#[debug("environment")]
pub struct Env {
    vars: HashMap<String, String>,
    /// The directory without a `.env`, for the error about a setting that is missing.
    without_file: Option<PathBuf>,
}

impl Env {
    /// The process environment, after a `.env` file in the working directory if there is one.
    ///
    /// Variables that are set already win over the file, whether it has `NAME` or `NAME_FILE`.
    pub fn load() -> Result<Self, SettingError> {
        let process = Self::from_os(std::env::vars_os());
        let without_file = match dotenvy::dotenv() {
            Ok(_) => None,
            Err(error) if error.not_found() => std::env::current_dir().ok(),
            // The parser's own message quotes the line, which may hold a secret.
            Err(_) => {
                return Err(SettingError::new(
                    ".env",
                    "the file cannot be read or has a line that is not NAME=value",
                    "Correct it or remove it",
                ));
            }
        };
        Ok(Self { without_file, ..Self::from_os(std::env::vars_os()).without_overridden(&process) })
    }

    /// Without what the file adds to a setting of the process in its other form.
    fn without_overridden(mut self, process: &Self) -> Self {
        self.vars.retain(|name, _| process.vars.contains_key(name) || process.set(&other_form(name)).is_none());
        self
    }

    /// What is not UTF-8 is no setting of ours, and no reason to stop.
    fn from_os(vars: impl Iterator<Item = (OsString, OsString)>) -> Self {
        let vars = vars.filter_map(|(k, v)| Some((k.into_string().ok()?, v.into_string().ok()?))).collect();
        Self { vars, without_file: None }
    }

    pub fn from_pairs<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let vars = pairs.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Self { vars, without_file: None }
    }

    /// A program that another one starts, such as a mail server, often runs in a directory that nobody expects.
    fn not_set(&self) -> String {
        self.without_file.as_ref().map_or_else(
            || "not set".to_owned(),
            |directory| format!("not set, and no .env is in {} or above", directory.display()),
        )
    }

    /// What is set; an empty value counts as not given.
    fn set(&self, name: &str) -> Option<&str> {
        self.vars.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    pub fn is_set(&self, setting: &Setting) -> bool {
        self.set(setting.name).is_some()
    }

    /// The value, or the default if there is one.
    pub fn optional(&self, setting: &Setting) -> Option<&str> {
        self.set(setting.name).or(Some(setting.default).filter(|default| !default.is_empty()))
    }

    /// The value, or the default; an error if there is neither.
    pub fn required(&self, setting: &Setting) -> Result<&str, SettingError> {
        self.optional(setting).ok_or_else(|| setting.refuse(self.not_set()))
    }

    pub fn parsed<T: FromStr>(&self, setting: &Setting) -> Result<T, SettingError> {
        let value = self.required(setting)?;
        value.parse().map_err(|_| setting.refuse(format!("{value:?} is not valid")))
    }

    /// `on` or `off`.
    pub fn switch(&self, setting: &Setting) -> Result<bool, SettingError> {
        match self.required(setting)? {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(setting.refuse("it is neither on nor off")),
        }
    }

    /// The address of the site: scheme, host and port.
    pub fn public_url(&self) -> Result<Url, SettingError> {
        let url = Url::parse(self.required(&PUBLIC_URL)?).map_err(|_| PUBLIC_URL.refuse("not a URL"))?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(PUBLIC_URL.refuse("neither http nor https"));
        }
        let is_bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        if !is_bare || !url.username().is_empty() || url.password().is_some() {
            return Err(PUBLIC_URL.refuse("more than a scheme, a host and a port"));
        }
        Ok(url)
    }

    /// A secret, from `NAME` or from the file that `NAME_FILE` names. An empty file counts as not given, as an empty value
    /// does: Compose needs a file for every secret that it may mount.
    pub fn secret(&self, setting: &Setting) -> Result<Option<SecretString>, SettingError> {
        debug_assert!(setting.is_secret, "{} may not come from a file", setting.name);
        let (name, file_name) = (setting.name, file_name(setting));
        match (self.set(name), self.set(&file_name)) {
            (Some(_), Some(_)) => {
                Err(SettingError::new(name, format!("both {name} and {file_name} are set"), "Keep one of them"))
            }
            (Some(value), None) => Ok(Some(value.to_owned().into())),
            (None, Some(path)) => match fs::read_to_string(path) {
                Ok(text) => Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty()).map(Into::into)),
                Err(error) => Err(SettingError::new(
                    &file_name,
                    format!("cannot read {path}: {error}"),
                    "Name a file that this process may read",
                )),
            },
            (None, None) => Ok(None),
        }
    }

    pub fn required_secret(&self, setting: &Setting) -> Result<SecretString, SettingError> {
        let file_name = file_name(setting);
        self.secret(setting)?.ok_or_else(|| match self.set(&file_name) {
            Some(path) => SettingError::new(&file_name, format!("{path} is empty"), "Write the secret into it"),
            None => setting.refuse(self.not_set()),
        })
    }
}

fn file_name(setting: &Setting) -> String {
    other_form(setting.name)
}

/// `NAME_FILE` of `NAME`, and `NAME` of `NAME_FILE`.
fn other_form(name: &str) -> String {
    name.strip_suffix("_FILE").map_or_else(|| format!("{name}_FILE"), str::to_owned)
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::*;
    use crate::settings::{ADMIN_DATABASE_URL, ALTCHA_HMAC_KEY, API_LISTEN, HSTS_INCLUDE_SUBDOMAINS, NOTIFY_TO};

    #[test]
    fn reads_a_secret_from_a_file_and_trims_it() {
        let path = std::env::temp_dir().join(format!("secret-{}", uuid::Uuid::new_v4()));
        fs::write(&path, "hush\n").unwrap();
        let env = Env::from_pairs([("ALTCHA_HMAC_KEY_FILE", path.to_str().unwrap())]);
        assert_eq!(env.secret(&ALTCHA_HMAC_KEY).unwrap().unwrap().expose_secret(), "hush");
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn an_empty_secret_file_is_no_secret_and_an_error_where_one_is_required() {
        let path = std::env::temp_dir().join(format!("secret-{}", uuid::Uuid::new_v4()));
        fs::write(&path, "\n").unwrap();
        let env = Env::from_pairs([("ALTCHA_HMAC_KEY_FILE", path.to_str().unwrap())]);
        assert!(env.secret(&ALTCHA_HMAC_KEY).unwrap().is_none());
        let error = env.required_secret(&ALTCHA_HMAC_KEY).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("ALTCHA_HMAC_KEY_FILE: {} is empty. Write the secret into it", path.display())
        );
        fs::remove_file(path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_foreign_variable_that_is_not_utf8_does_no_harm() {
        use std::os::unix::ffi::OsStringExt;
        let pairs = [("TERM".into(), OsString::from_vec(vec![0xff])), ("API_LISTEN".into(), "80".into())];
        let env = Env::from_os(pairs.into_iter());
        assert_eq!(env.optional(&API_LISTEN), Some("80"));
    }

    #[test]
    fn names_the_variable_and_the_remedy() {
        let env = Env::from_pairs([("API_LISTEN", "many"), ("HSTS_INCLUDE_SUBDOMAINS", "yes")]);
        let error = env.parsed::<std::net::SocketAddr>(&API_LISTEN).unwrap_err();
        assert_eq!(error.to_string(), format!("API_LISTEN: \"many\" is not valid. {}", API_LISTEN.remedy));
        let error = env.required(&NOTIFY_TO).unwrap_err();
        assert_eq!(error.to_string(), format!("NOTIFY_TO: not set. {}", NOTIFY_TO.remedy));
        let error = env.switch(&HSTS_INCLUDE_SUBDOMAINS).unwrap_err();
        assert!(error.to_string().starts_with("HSTS_INCLUDE_SUBDOMAINS: it is neither on nor off. Write on"));
    }

    #[test]
    fn refuses_a_secret_given_twice() {
        let env = Env::from_pairs([("ALTCHA_HMAC_KEY", "a"), ("ALTCHA_HMAC_KEY_FILE", "/b")]);
        assert!(env.secret(&ALTCHA_HMAC_KEY).is_err());
    }

    #[test]
    fn a_form_of_the_process_wins_over_the_other_of_the_file() {
        let (plain, file) = (("ADMIN_DATABASE_URL", "postgres://a"), ("ADMIN_DATABASE_URL_FILE", "/a"));
        for (given, other) in [(plain, file), (file, plain)] {
            let env = Env::from_pairs([given, other]).without_overridden(&Env::from_pairs([given]));
            assert_eq!(env.vars, Env::from_pairs([given]).vars);
        }
        let of_file = Env::from_pairs([plain]).without_overridden(&Env::from_pairs([("ADMIN_DATABASE_URL_FILE", "")]));
        assert!(of_file.set("ADMIN_DATABASE_URL").is_some());
        let twice = Env::from_pairs([plain, file]).without_overridden(&Env::from_pairs([plain, file]));
        assert!(twice.secret(&ADMIN_DATABASE_URL).is_err());
    }
}
