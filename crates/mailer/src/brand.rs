//! The brand facts in the mails. The web package generates the file from its content module.

use std::{collections::HashMap, sync::LazyLock};

use entity::Language;
use serde::Deserialize;

/// The facts of `templates/brand.json` that a mail needs.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Brand {
    pub name: String,
    pub legal_name: String,
    /// The public address.
    pub email: String,
    /// For data subject requests, as the privacy policy says.
    pub privacy_email: String,
    pub location: String,
    in_language: HashMap<Language, Facts>,
}

/// What has other words in each language.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    pub city: String,
    pub location: String,
    /// Path of the privacy policy below `PUBLIC_URL`.
    pub privacy_path: String,
    /// To call in an incident, and when it is answered.
    pub phone: String,
    pub phone_hours: String,
    /// Of the form's fields by their names, and of their options by their values, as the visitor read them.
    pub labels: HashMap<String, String>,
}

impl Brand {
    pub fn facts(&self, language: Language) -> &Facts {
        &self.in_language[&language]
    }

    /// Its addresses are samples, at which nobody receives mail (RFC 2606).
    pub fn is_sample(&self) -> bool {
        [&self.email, &self.privacy_email].into_iter().any(|address| address.ends_with(".example"))
    }
}

static BRAND: LazyLock<Brand> = LazyLock::new(|| {
    let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../templates/brand.json"));
    serde_json::from_str(json).expect("templates/brand.json is compiled in, and a test reads it")
});

pub fn brand() -> &'static Brand {
    &BRAND
}

/// Who is responsible for the data.
pub fn legal_name() -> &'static str {
    &brand().legal_name
}

#[cfg(test)]
mod tests {
    use entity::contact::{FIELDS, Kind};
    use sea_orm::Iterable as _;

    use super::*;

    #[test]
    fn every_fact_is_there() {
        let brand = brand();
        assert!(brand.email.contains('@') && brand.privacy_email.contains('@'));
        assert!(!brand.name.is_empty() && !brand.legal_name.is_empty());
        for language in Language::iter() {
            let Facts { city, location, privacy_path, phone, phone_hours, labels } = brand.facts(language);
            for field in FIELDS {
                assert!(labels.contains_key(field.name), "{language:?}: {}", field.name);
                let Kind::Choice(options) = field.kind else { continue };
                assert!(options.iter().all(|(option, _)| labels.contains_key(*option)), "{language:?}: {}", field.name);
            }
            assert!(privacy_path.starts_with('/'));
            for fact in [city, location, phone, phone_hours] {
                assert!(!fact.is_empty(), "{language:?}");
            }
        }
    }
}
