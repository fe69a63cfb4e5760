//! The consultants that an inquiry notifies (`NOTIFY_TO`, `NOTIFY_ROUTES`, `NOTIFY_URGENT_TO`).

use std::collections::{BTreeMap, HashMap};

use sea_orm::{ActiveEnum, Iterable};

use crate::{
    contact::{ContactReason, Program},
    email_address::EmailAddress,
    env::{Env, SettingError},
    settings::{ESCALATE_TO, NOTIFY_ROUTES, NOTIFY_TO, NOTIFY_URGENT_TO, Setting},
};

/// Default recipients, those for a reason or program, and those also notified of urgent inquiries.
#[derive(Clone, derive_more::Debug)]
#[debug("{} default recipients, {} routes", default.len(), routes.len())]
pub struct NotifyRoutes {
    default: Recipients,
    routes: HashMap<String, Recipients>,
    urgent: Recipients,
    escalation: Recipients,
}

/// Addresses as written, by their lower-case form: recipients are deduplicated case-insensitively.
type Recipients = BTreeMap<String, String>;

impl NotifyRoutes {
    /// Errors name positions and quote nothing: a misplaced value may be an address.
    pub fn from_env(env: &Env) -> Result<Self, SettingError> {
        let default = recipients(env.required(&NOTIFY_TO)?).map_err(|problem| NOTIFY_TO.refuse(problem))?;
        let mut routes = HashMap::new();
        let entries = env.optional(&NOTIFY_ROUTES).unwrap_or_default().split(';').map(str::trim);
        for (entry, number) in entries.zip(1..).filter(|(entry, _)| !entry.is_empty()) {
            let refuse = |problem: String| NOTIFY_ROUTES.refuse(format!("entry {number}: {problem}"));
            let (topic, list) = entry.split_once('=').ok_or_else(|| refuse("it has no '='".into()))?;
            let topic = topic.trim();
            if !is_topic(topic) {
                return Err(refuse("the name before '=' is neither a contact reason nor a program".into()));
            }
            let recipients = recipients(list).map_err(refuse)?;
            if routes.insert(topic.to_owned(), recipients).is_some() {
                return Err(refuse(format!("{topic} has an entry already")));
            }
        }
        let others = |setting: &Setting| {
            let list = env.optional(setting).map(recipients).transpose();
            list.map(Option::unwrap_or_default).map_err(|problem| setting.refuse(problem))
        };
        Ok(Self { default, routes, urgent: others(&NOTIFY_URGENT_TO)?, escalation: others(&ESCALATE_TO)? })
    }

    /// Who hears of an inquiry whose promised time is over (`ESCALATE_TO`); nobody: its consultants do.
    pub fn escalation(&self) -> Vec<String> {
        self.escalation.values().cloned().collect()
    }

    /// `None` where this process has no `NOTIFY_TO`.
    pub fn optional_from_env(env: &Env) -> Result<Option<Self>, SettingError> {
        env.optional(&NOTIFY_TO).map(|_| Self::from_env(env)).transpose()
    }

    /// The recipients of the reason and of the program, or the default recipients if there are none; of an urgent reason
    /// others besides. Each once.
    pub fn recipients(&self, reason: ContactReason, program: Option<Program>) -> Vec<String> {
        let topics = [Some(reason.to_value()), program.map(|program| program.to_value())];
        let mut all: BTreeMap<_, _> =
            topics.iter().flatten().filter_map(|topic| self.routes.get(topic)).flatten().collect();
        if all.is_empty() {
            all.extend(&self.default);
        }
        if reason.is_urgent() {
            all.extend(&self.urgent);
        }
        all.into_values().cloned().collect()
    }
}

impl NotifyRoutes {
    /// Every address to which a mail about an inquiry may go.
    pub fn notified_and_escalation(&self) -> Vec<String> {
        [self.all(), self.escalation()].concat()
    }

    /// Every address that some inquiry notifies, each once.
    pub fn all(&self) -> Vec<String> {
        let lists = [&self.default, &self.urgent].into_iter().chain(self.routes.values());
        let all: std::collections::BTreeSet<_> = lists.flat_map(BTreeMap::values).cloned().collect();
        all.into_iter().collect()
    }
}

fn is_topic(topic: &str) -> bool {
    ContactReason::iter().any(|reason| reason.to_value() == topic)
        || Program::iter().any(|program| program.to_value() == topic)
}

/// Parses a comma-separated list of addresses. The error describes the problem.
fn recipients(list: &str) -> Result<Recipients, String> {
    let mut recipients = Recipients::new();
    for (address, number) in list.split(',').map(str::trim).zip(1..).filter(|(address, _)| !address.is_empty()) {
        let address =
            EmailAddress::parse(address).map_err(|_| format!("address {number} of its list is not a mail address"))?;
        recipients.entry(address.as_str().to_ascii_lowercase()).or_insert_with(|| address.as_str().to_owned());
    }
    if recipients.is_empty() { Err("it names no address".to_owned()) } else { Ok(recipients) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(to: &str, routes: &str) -> Result<NotifyRoutes, SettingError> {
        NotifyRoutes::from_env(&Env::from_pairs([("NOTIFY_TO", to), ("NOTIFY_ROUTES", routes)]))
    }

    #[test]
    fn names_each_consultant_of_reason_and_program_once() {
        let routes = "devsecops=dev@example.com, soc@example.com; edr-implementation=soc@example.com";
        let routes = read("all@example.com", routes).unwrap();
        let both = routes.recipients(ContactReason::Devsecops, Some(Program::EdrImplementation));
        assert_eq!(both, ["dev@example.com", "soc@example.com"]);
        assert_eq!(routes.recipients(ContactReason::Other, Some(Program::EdrImplementation)), ["soc@example.com"]);
        assert_eq!(routes.recipients(ContactReason::Other, None), ["all@example.com"]);
    }

    #[test]
    fn tells_others_besides_of_an_urgent_reason() {
        let read = |routes| {
            let urgent = "phone@example.com,All@example.com";
            let pairs = [("NOTIFY_TO", "all@example.com"), ("NOTIFY_ROUTES", routes), ("NOTIFY_URGENT_TO", urgent)];
            NotifyRoutes::from_env(&Env::from_pairs(pairs)).unwrap()
        };
        let to = |routes: &NotifyRoutes, reason| routes.recipients(reason, None);
        assert_eq!(to(&read(""), ContactReason::IncidentResponse), ["All@example.com", "phone@example.com"]);
        assert_eq!(to(&read(""), ContactReason::Other), ["all@example.com"]);
        let routed = read("incident-response=soc@example.com");
        assert_eq!(to(&routed, ContactReason::IncidentResponse).len(), 3);
    }

    #[test]
    fn deduplicates_recipients_case_insensitively() {
        let routes = "devsecops=Soc@Example.com,soc@example.com;edr-implementation=SOC@EXAMPLE.COM,soc@bücher.example, \
                      SOC@xn--bcher-kva.example";
        let routes = read("All@example.com,all@EXAMPLE.com", routes).unwrap();
        assert_eq!(routes.recipients(ContactReason::Other, None), ["All@example.com"]);
        assert_eq!(routes.recipients(ContactReason::Devsecops, None), ["Soc@example.com"]);
        let both = routes.recipients(ContactReason::Devsecops, Some(Program::EdrImplementation));
        assert_eq!(both.len(), 2, "{both:?}");
        assert!(both.iter().any(|address| address.eq_ignore_ascii_case("soc@example.com")), "{both:?}");
    }

    #[test]
    fn names_the_position_of_a_bad_entry_and_quotes_nothing() {
        for (to, text, complaint) in [
            ("canary", "", "NOTIFY_TO: address 1 of its list is not a mail address"),
            ("a@example.com,,canary@", "", "NOTIFY_TO: address 3 of its list is not"),
            (",", "", "NOTIFY_TO: it names no address"),
            ("a@example.com", "canary@example.com", "NOTIFY_ROUTES: entry 1: it has no '='"),
            ("a@example.com", ";;canary@example.com=devsecops", "NOTIFY_ROUTES: entry 3: the name before '='"),
            ("a@example.com", "devsecops=a@example.com,canary", "NOTIFY_ROUTES: entry 1: address 2 of its list is not"),
            ("a@example.com", "devsecops=", "NOTIFY_ROUTES: entry 1: it names no address"),
            (
                "a@example.com",
                "devsecops=canary@example.com;devsecops=canary@example.com",
                "NOTIFY_ROUTES: entry 2: devsecops has an entry already",
            ),
        ] {
            let error = read(to, text).unwrap_err().to_string();
            assert!(error.starts_with(complaint), "{text}: {error}");
            assert!(!error.contains("canary"), "{error}");
        }
    }

    #[test]
    fn debug_output_holds_no_address() {
        let routes = read("canary@example.com", "devsecops=canary@example.com").unwrap();
        assert!(!format!("{routes:?}").contains("canary"));
    }
}
