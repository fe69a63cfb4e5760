//! An inquiry by phone, as a consultant writes it down: below `#new` name, company, number or address, each on a line and in any
//! order that tells them apart, perhaps with a label; an empty line; then what was said.
//!
//! | Label | Also |
//! |---|---|
//! | `Name` | `Nom`, `Nome` |
//! | `Company` | `Firma`, `Unternehmen`, `Entreprise`, `Société`, `Azienda`, `Ditta` |
//! | `Phone` | `Tel`, `Telefon`, `Téléphone`, `Telefono` |
//! | `Email` | `E-Mail`, `Mail`, `Courriel` |
//! | `Confirmation` | `Bestätigung`, `Conferma`: `yes`, `ja`, `oui`, `sì` for an auto-reply |

use entity::EmailAddress;

use crate::{
    commands::{is_mark, visible},
    forwarded::{Call, Forwarded, Unclear},
};

/// `text`: of the mail, without the verb. Without an address, its sender is the stand-in of the number.
pub fn by_phone(text: &str) -> Result<Forwarded, Unclear> {
    let text = text.trim();
    let mut lines = text.lines().take_while(|line| !is_mark(line)).map(visible);
    let (mut name, mut call, mut address) = (String::new(), Call::default(), None);
    let head: Vec<&str> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
    for line in head {
        let (label, value) = line.split_once(':').map_or((None, line), |(label, value)| (Some(label), value.trim()));
        let field = match label {
            Some(label) => labelled(&label.trim().to_lowercase()).ok_or(Unclear::UnclearLine)?,
            None if value.contains('@') => "email",
            None if EmailAddress::of_phone(value).is_some() => "phone",
            None if name.is_empty() => "name",
            None => "company",
        };
        match field {
            _ if value.is_empty() => {}
            "email" if address.is_none() => address = Some(EmailAddress::parse(value).map_err(|_| Unclear::NoContact)?),
            "phone" if call.phone.is_none() => {
                EmailAddress::of_phone(value).ok_or(Unclear::NoContact)?;
                call.phone = Some(value.to_owned());
            }
            "name" if name.is_empty() => value.clone_into(&mut name),
            "company" if call.company.is_empty() => value.clone_into(&mut call.company),
            "confirmation" => {
                call.wants_reply = matches!(value.to_lowercase().as_str(), "yes" | "ja" | "oui" | "sì" | "si");
            }
            _ => return Err(Unclear::UnclearLine),
        }
    }
    let said = lines.collect::<Vec<_>>().join("\n").trim().to_owned();
    let address = address.or_else(|| call.phone.as_deref().and_then(EmailAddress::of_phone));
    match address {
        _ if name.is_empty() => Err(Unclear::NoName),
        None => Err(Unclear::NoContact),
        _ if said.is_empty() => Err(Unclear::NoText),
        Some(address) => Ok(Forwarded {
            address: address.as_str().to_owned(),
            name,
            subject: String::new(),
            text: said,
            call: Some(call),
        }),
    }
}

fn labelled(label: &str) -> Option<&'static str> {
    Some(match label {
        "name" | "nom" | "nome" => "name",
        "company" | "firma" | "unternehmen" | "entreprise" | "société" | "azienda" | "ditta" => "company",
        "phone" | "tel" | "tél" | "telefon" | "téléphone" | "telefono" => "phone",
        "email" | "e-mail" | "mail" | "courriel" => "email",
        "confirmation" | "bestätigung" | "conferma" => "confirmation",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_company_and_number_are_known_with_and_without_labels() {
        for text in [
            "Jo Doe\nExample AG\n+41 44 123 45 67\n\nAsks for an audit.\n\nBy Friday.\n-- \nAnna",
            "+41 44 123 45 67\n\u{200b}Jo Doe \nExample AG\n\nAsks for an audit.\n\nBy Friday.",
            "Firma: Example AG\nTelefon: +41 44 123 45 67\nName: Jo Doe\nBestätigung: nein\n\nAsks for an audit.\n\nBy Friday.",
            "Nom: Jo Doe\nSociété: Example AG\nTéléphone: +41 44 123 45 67\nCourriel:\n\nAsks for an audit.\n\nBy Friday.",
            "Nome: Jo Doe\nAzienda: Example AG\nTelefono: +41 44 123 45 67\n\nAsks for an audit.\n\nBy Friday.",
        ] {
            let Forwarded { address, name, subject, text: said, call } = by_phone(text).unwrap();
            assert_eq!((name.as_str(), said.as_str()), ("Jo Doe", "Asks for an audit.\n\nBy Friday."), "{text}");
            assert_eq!((address.as_str(), subject.as_str()), ("41441234567@phone.invalid", ""), "{text}");
            let phone = Some("+41 44 123 45 67".to_owned());
            assert_eq!(call, Some(Call { company: "Example AG".to_owned(), phone, wants_reply: false }), "{text}");
        }
        let both = by_phone("Jo Doe\njo@example.com\n044 123 45 67\nConferma: sì\n\nA call.").unwrap();
        let call = both.call.unwrap();
        assert_eq!((both.address.as_str(), call.phone.as_deref()), ("jo@example.com", Some("044 123 45 67")));
        assert!(call.wants_reply && call.company.is_empty());
    }

    #[test]
    fn what_is_missing_or_unclear_is_named() {
        for (text, unclear) in [
            ("+41 44 123 45 67\n\nA call.", Unclear::NoName),
            ("Jo Doe\n\nA call.", Unclear::NoContact),
            ("Jo Doe\nEmail: jo@\n\nA call.", Unclear::NoContact),
            ("Jo Doe\nPhone: 12\n\nA call.", Unclear::NoContact),
            ("Jo Doe\n044 123 45 67", Unclear::NoText),
            ("Jo Doe\n044 123 45 67\n\n-- \nAnna", Unclear::NoText),
            ("Jo Doe\nExample AG\nZurich\n044 123 45 67\n\nA call.", Unclear::UnclearLine),
            ("Från: Jo Doe <jo@example.com>\nTill: anna\n\nA mail.", Unclear::UnclearLine),
        ] {
            assert_eq!(by_phone(text).unwrap_err(), unclear, "{text}");
        }
    }
}
