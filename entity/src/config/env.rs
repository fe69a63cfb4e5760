//! Settings from the environment: one way to read them, errors that name the variable and the remedy.

use std::{collections::HashMap, ffi::OsString, fs, path::PathBuf, str::FromStr};

use secrecy::SecretString;

/// A setting that is missing or wrong. The text never holds a secret's value.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{name}: {problem}. {remedy}")]
pub struct SettingError {
    pub name: String,
    pub problem: String,
    pub remedy: String,
}

impl SettingError {
    pub fn new(name: &str, problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { name: name.to_owned(), problem: problem.into(), remedy: remedy.into() }
    }
}

/// The environment of the process; a map in tests.
#[derive(Debug, Clone)]
pub struct Env {
    vars: HashMap<String, String>,
    /// The directory without a `.env`, for the error about a setting that is missing.
    without_file: Option<PathBuf>,
}

impl Env {
    /// The process environment, after a `.env` file in the working directory if there is one.
    ///
    /// Variables that are set already win over the file.
    pub fn load() -> Result<Self, SettingError> {
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
        Ok(Self { without_file, ..Self::from_os(std::env::vars_os()) })
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

    /// A plain setting; an empty value counts as not given.
    pub fn optional(&self, name: &str) -> Option<&str> {
        self.vars.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    /// The name under which a renamed setting is set: the former name keeps working for one release.
    pub fn renamed<'a>(&self, name: &'a str, former: &'a str) -> Result<&'a str, SettingError> {
        match (self.optional(name), self.optional(former)) {
            (Some(_), Some(_)) => {
                Err(SettingError::new(name, format!("both {name} and {former} are set"), format!("Remove {former}")))
            }
            (None, Some(_)) => Ok(former),
            _ => Ok(name),
        }
    }

    pub fn required(&self, name: &str, remedy: &str) -> Result<&str, SettingError> {
        self.optional(name).ok_or_else(|| SettingError::new(name, self.not_set(), remedy))
    }

    /// A setting with a default, parsed.
    pub fn parsed<T: FromStr>(&self, name: &str, default: &str, remedy: &str) -> Result<T, SettingError> {
        let value = self.optional(name).unwrap_or(default);
        value.parse().map_err(|_| SettingError::new(name, format!("{value:?} is not valid"), remedy))
    }

    /// A secret, from `NAME` or from the file that `NAME_FILE` names. An empty file counts as not given, as an empty value
    /// does: Compose needs a file for every secret that it may mount.
    pub fn secret(&self, name: &str) -> Result<Option<SecretString>, SettingError> {
        let file_name = format!("{name}_FILE");
        match (self.optional(name), self.optional(&file_name)) {
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

    pub fn required_secret(&self, name: &str, remedy: &str) -> Result<SecretString, SettingError> {
        let file_name = format!("{name}_FILE");
        self.secret(name)?.ok_or_else(|| match self.optional(&file_name) {
            Some(path) => SettingError::new(&file_name, format!("{path} is empty"), "Write the secret into it"),
            None => SettingError::new(name, self.not_set(), remedy),
        })
    }
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::*;

    #[test]
    fn reads_a_secret_from_a_file_and_trims_it() {
        let path = std::env::temp_dir().join(format!("secret-{}", uuid::Uuid::new_v4()));
        fs::write(&path, "hush\n").unwrap();
        let env = Env::from_pairs([("KEY_FILE", path.to_str().unwrap())]);
        assert_eq!(env.secret("KEY").unwrap().unwrap().expose_secret(), "hush");
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn an_empty_secret_file_is_no_secret_and_an_error_where_one_is_required() {
        let path = std::env::temp_dir().join(format!("secret-{}", uuid::Uuid::new_v4()));
        fs::write(&path, "\n").unwrap();
        let env = Env::from_pairs([("KEY_FILE", path.to_str().unwrap())]);
        assert!(env.secret("KEY").unwrap().is_none());
        let error = env.required_secret("KEY", "Set it").unwrap_err();
        assert_eq!(error.to_string(), format!("KEY_FILE: {} is empty. Write the secret into it", path.display()));
        fs::remove_file(path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_foreign_variable_that_is_not_utf8_does_no_harm() {
        use std::os::unix::ffi::OsStringExt;
        let pairs = [("TERM".into(), OsString::from_vec(vec![0xff])), ("PORT".into(), "80".into())];
        let env = Env::from_os(pairs.into_iter());
        assert_eq!((env.optional("TERM"), env.optional("PORT")), (None, Some("80")));
    }

    #[test]
    fn names_the_variable_and_the_remedy() {
        let env = Env::from_pairs([("PORT", "many")]);
        let error = env.parsed::<u16>("PORT", "80", "Give a number up to 65535").unwrap_err();
        assert_eq!(error.to_string(), "PORT: \"many\" is not valid. Give a number up to 65535");
        let error = env.required("URL", "Set it").unwrap_err();
        assert_eq!(error.to_string(), "URL: not set. Set it");
    }

    #[test]
    fn a_renamed_setting_is_read_under_either_name_but_not_both() {
        let name = |env: Env| env.renamed("NEW", "OLD").map(str::to_owned);
        assert_eq!(name(Env::from_pairs([])).unwrap(), "NEW");
        assert_eq!(name(Env::from_pairs([("NEW", "1")])).unwrap(), "NEW");
        assert_eq!(name(Env::from_pairs([("OLD", "1")])).unwrap(), "OLD");
        let error = name(Env::from_pairs([("NEW", "1"), ("OLD", "2")])).unwrap_err();
        assert_eq!(error.to_string(), "NEW: both NEW and OLD are set. Remove OLD");
    }

    #[test]
    fn refuses_a_secret_given_twice() {
        let env = Env::from_pairs([("KEY", "a"), ("KEY_FILE", "/b")]);
        assert!(env.secret("KEY").is_err());
    }
}
