//! Whether the receiving host has verified the sender (RFC 8601). We verify nothing ourselves: SPF needs the client's
//! address, which neither LMTP nor IMAP gives.

use std::str::FromStr;

use crate::headers::Headers;

/// Whose word counts: `INTAKE_TRUST`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trust {
    /// The topmost `Authentication-Results` of one of these hosts; an entry with a leading dot is a suffix.
    AuthServ(Vec<String>),
    /// Exchange Online, whose results name no host.
    Microsoft365,
    /// Nobody's.
    None,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is neither authserv:HOST[,HOST…], nor microsoft365, nor none")]
pub struct InvalidTrust;

impl FromStr for Trust {
    type Err = InvalidTrust;

    fn from_str(text: &str) -> Result<Self, InvalidTrust> {
        match text.trim() {
            "none" => Ok(Self::None),
            "microsoft365" => Ok(Self::Microsoft365),
            other => {
                let hosts = other.strip_prefix("authserv:").ok_or(InvalidTrust)?;
                let hosts: Vec<String> = hosts.split(',').map(|host| host.trim().to_ascii_lowercase()).collect();
                let is_host = |host: &String| {
                    // A suffix has two labels: below a top-level domain is everybody.
                    let is_narrow = host.strip_prefix('.').is_none_or(|suffix| suffix.contains('.'));
                    host.len() > 1
                        && is_narrow
                        && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'))
                };
                if hosts.iter().all(is_host) { Ok(Self::AuthServ(hosts)) } else { Err(InvalidTrust) }
            }
        }
    }
}

/// What the receiving host says of the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum_macros::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Proof {
    /// DMARC passed for the domain of the one `From`.
    Pass,
    /// Sent within the same Microsoft 365 tenant.
    Internal,
    /// DMARC failed.
    Fail,
    /// Nothing that counts.
    None,
}

impl Proof {
    pub fn is_authenticated(self) -> bool {
        matches!(self, Self::Pass | Self::Internal)
    }

    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// `from` is the address of the one `From`. A mail with an unclear header is never authenticated.
pub fn proof(headers: &Headers<'_>, from: &str, trust: &Trust) -> Proof {
    let Some((_, domain)) = from.rsplit_once('@') else { return Proof::None };
    if headers.first_unclear().is_some() {
        return Proof::None;
    }
    let results = Results::topmost(headers);
    match trust {
        Trust::None => Proof::None,
        Trust::AuthServ(hosts) => results
            .filter(|results| results.host.as_deref().is_some_and(|host| hosts.iter().any(|known| covers(known, host))))
            .map_or(Proof::None, |results| results.dmarc(domain)),
        Trust::Microsoft365 => {
            // Exchange strips this field from mail of other tenants; two of them are forged.
            let mut values = headers.all("X-MS-Exchange-Organization-AuthAs");
            match (values.next().unwrap_or_default().as_str(), values.next()) {
                ("Internal", None) => Proof::Internal,
                ("Anonymous", None) => results
                    .filter(|results| results.host.is_none())
                    .map_or(Proof::None, |results| results.dmarc(domain)),
                _ => Proof::None,
            }
        }
    }
}

/// Whether a host is one that `INTAKE_TRUST` names.
pub fn covers(known: &str, host: &str) -> bool {
    if known.starts_with('.') { host.ends_with(known) } else { host == known }
}

/// One `Authentication-Results` field.
#[derive(Debug, Default)]
pub struct Results {
    /// `None`: it begins with a result, as Exchange writes it.
    pub host: Option<String>,
    /// Each with its properties, in lower case: `dmarc=pass`, `header.from=visitor.example`.
    pub results: Vec<Vec<String>>,
}

impl Results {
    pub fn topmost(headers: &Headers<'_>) -> Option<Self> {
        headers.first("Authentication-Results").map(|value| Self::of(&value))
    }

    fn of(value: &str) -> Self {
        let clean = without_comments(value).to_ascii_lowercase();
        let mut parts = clean.split(';').map(|part| part.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let first = parts.next().unwrap_or_default();
        let begins_with_result = first.first().is_some_and(|word| word.contains('='));
        let host = (!begins_with_result).then(|| first.first().cloned()).flatten();
        let head = if begins_with_result { vec![first] } else { Vec::new() };
        Self { host, results: head.into_iter().chain(parts).collect() }
    }

    /// Of the one result of DMARC, which must be about this domain.
    fn dmarc(&self, domain: &str) -> Proof {
        let mut all =
            self.results.iter().filter(|result| result.first().is_some_and(|word| word.starts_with("dmarc=")));
        let (Some(result), None) = (all.next(), all.next()) else { return Proof::None };
        let is_about =
            result.iter().any(|word| word.strip_prefix("header.from=") == Some(&domain.to_ascii_lowercase()));
        match result[0].as_str() {
            "dmarc=pass" if is_about => Proof::Pass,
            "dmarc=fail" if is_about => Proof::Fail,
            _ => Proof::None,
        }
    }
}

/// Without comments, which nest, and without the text of quoted strings (RFC 5322, section 3.2): both can hold anything.
/// Of a quoted string its opening quote stays, so that the words around it do not become one.
fn without_comments(value: &str) -> String {
    let (mut clean, mut depth, mut is_quoted, mut is_escaped) = (String::new(), 0_u32, false, false);
    for c in value.chars() {
        if is_escaped {
            is_escaped = false;
            continue;
        }
        match c {
            '\\' if depth > 0 || is_quoted => is_escaped = true,
            '"' if depth == 0 => {
                is_quoted = !is_quoted;
                clean.extend(is_quoted.then_some(c));
            }
            '(' if !is_quoted => depth += 1,
            ')' if !is_quoted && depth > 0 => {
                depth -= 1;
                clean.push(' ');
            }
            _ if depth == 0 && !is_quoted => clean.push(c),
            _ => {}
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FROM: &str = "probe@visitor.example";

    fn of(fields: &str, trust: &str) -> Proof {
        let raw = format!("{fields}\r\nFrom: <{FROM}>\r\n\r\n");
        proof(&Headers::of(raw.as_bytes()).unwrap(), FROM, &trust.parse().unwrap())
    }

    #[test]
    fn the_topmost_result_of_a_trusted_host_counts() {
        let pass = "Authentication-Results: mx.google.com;\r\n dkim=pass header.i=@visitor.example;\r\n \
                    dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=visitor.example";
        for (fields, trust, expected) in [
            (pass.to_owned(), "authserv:mx.google.com", Proof::Pass),
            (pass.to_owned(), "authserv:other.example,.google.com", Proof::Pass),
            (pass.to_owned(), "authserv:google.com", Proof::None),
            (pass.to_owned(), "none", Proof::None),
            (pass.to_owned(), "microsoft365", Proof::None),
            (pass.replace("dmarc=pass", "dmarc=fail"), "authserv:mx.google.com", Proof::Fail),
            (pass.replace("dmarc=pass", "dmarc=bestguesspass"), "authserv:mx.google.com", Proof::None),
            (pass.replace("from=visitor", "from=other"), "authserv:mx.google.com", Proof::None),
            (format!("Authentication-Results: evil.example; dmarc=none\r\n{pass}"), "authserv:mx.google.com", Proof::None),
            (format!("{pass}; dmarc=fail header.from=visitor.example"), "authserv:mx.google.com", Proof::None),
            (format!("{pass}\r\nFrom: other@evil.example"), "authserv:mx.google.com", Proof::None),
            (format!("{pass}\r\nFr om: other@evil.example"), "authserv:mx.google.com", Proof::None),
            // What a sender writes into a comment or a quoted string.
            (
                "Authentication-Results: mx.google.com; spf=pass (x; dmarc=pass header.from=visitor.example)".to_owned(),
                "authserv:mx.google.com",
                Proof::None,
            ),
            (
                "Authentication-Results: mx.google.com; spf=pass smtp.mailfrom=\"; dmarc=pass header.from=visitor.example;\"@x"
                    .to_owned(),
                "authserv:mx.google.com",
                Proof::None,
            ),
            (pass.replace("dmarc=pass", "dmarc\"x; y\"=pass"), "authserv:mx.google.com", Proof::None),
            ("Authentication-Results: mx.google.com".to_owned(), "authserv:mx.google.com", Proof::None),
            (String::from("X: y"), "authserv:mx.google.com", Proof::None),
        ] {
            assert_eq!(of(&fields, trust), expected, "{fields} {trust}");
        }
    }

    #[test]
    fn exchange_online_names_no_host() {
        let results = "Authentication-Results: spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=visitor.example; \
                       dmarc=pass action=none header.from=visitor.example;compauth=pass reason=100";
        let field = "X-MS-Exchange-Organization-AuthAs";
        for (fields, expected) in [
            (format!("{field}: Internal"), Proof::Internal),
            (format!("{field}: Internal\r\n{field}: Internal"), Proof::None),
            (format!("{field}: Anonymous\r\n{field}: Internal"), Proof::None),
            (format!("{field}: Anonymous\r\n{results}"), Proof::Pass),
            (format!("{field}: Anonymous\r\nAuthentication-Results: mx.evil; {}", &results[24..]), Proof::None),
            (format!("{field}: Anonymous"), Proof::None),
            (results.to_owned(), Proof::None),
        ] {
            assert_eq!(of(&fields, "microsoft365"), expected, "{fields}");
        }
    }

    #[test]
    fn refuses_a_trust_that_is_none_of_the_three() {
        for text in ["", "authserv:", "authserv:a b", "authserv:mx,,my", "google", "authserv:."] {
            assert_eq!(text.parse::<Trust>(), Err(InvalidTrust), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_field_is_read(value in "(dmarc=|pass|fail|header.from=|visitor.example|;|\\(|\\)|\"|\\\\| |\\PC){0,40}") {
            let fields = format!("Authentication-Results: {value}");
            let _ = of(&fields, "authserv:mx.google.com");
            let _ = of(&format!("X-MS-Exchange-Organization-AuthAs: Anonymous\r\n{fields}"), "microsoft365");
        }
    }
}
