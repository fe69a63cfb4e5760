//! Which consultants are told of an inquiry (`NOTIFY_TO`, `NOTIFY_ROUTES`).

use std::collections::{BTreeSet, HashMap};

use sea_orm::{ActiveEnum, Iterable};

use crate::{
    contact::{ContactReason, Program},
    email_address::EmailAddress,
    env::{Env, SettingError},
};

/// Default recipients, and those for a reason or program.
#[derive(Clone, Debug)]
pub struct NotifyRoutes {
    default: BTreeSet<String>,
    routes: HashMap<String, BTreeSet<String>>,
}

const ROUTES_REMEDY: &str = "Write REASON_OR_PROGRAM=ADDRESS[,ADDRESS…], entries separated by ';', \
                             for example incident-response=soc@example.com;devsecops=dev@example.com,soc@example.com";

impl NotifyRoutes {
    pub fn from_env(env: &Env) -> Result<Self, SettingError> {
        let remedy = "Set it to the consultants' addresses, separated by commas";
        let default = addresses("NOTIFY_TO", env.required("NOTIFY_TO", remedy)?, remedy)?;
        let mut routes = HashMap::new();
        let entries = env.optional("NOTIFY_ROUTES").unwrap_or_default();
        for entry in entries.split(';').map(str::trim).filter(|entry| !entry.is_empty()) {
            let (topic, list) = entry
                .split_once('=')
                .ok_or_else(|| SettingError::new("NOTIFY_ROUTES", format!("{entry:?} has no '='"), ROUTES_REMEDY))?;
            let topic = topic.trim().to_owned();
            if !is_topic(&topic) {
                let problem = format!("{topic:?} is neither a contact reason nor a program");
                return Err(SettingError::new("NOTIFY_ROUTES", problem, ROUTES_REMEDY));
            }
            let list = addresses("NOTIFY_ROUTES", list, ROUTES_REMEDY)?;
            if routes.insert(topic.clone(), list).is_some() {
                let problem = format!("{topic:?} stands twice");
                return Err(SettingError::new("NOTIFY_ROUTES", problem, "Keep one entry for it"));
            }
        }
        Ok(Self { default, routes })
    }

    /// Everyone named for the reason or the program, each once; else the default recipients.
    pub fn recipients(&self, reason: ContactReason, program: Option<Program>) -> Vec<String> {
        let topics = [Some(reason.to_value()), program.map(|program| program.to_value())];
        let named: BTreeSet<&String> =
            topics.iter().flatten().filter_map(|topic| self.routes.get(topic)).flatten().collect();
        if named.is_empty() { self.default.iter().cloned().collect() } else { named.into_iter().cloned().collect() }
    }
}

fn is_topic(topic: &str) -> bool {
    ContactReason::iter().any(|reason| reason.to_value() == topic)
        || Program::iter().any(|program| program.to_value() == topic)
}

fn addresses(name: &str, list: &str, remedy: &str) -> Result<BTreeSet<String>, SettingError> {
    let addresses: BTreeSet<String> = list
        .split(',')
        .map(str::trim)
        .filter(|address| !address.is_empty())
        .map(|address| EmailAddress::parse(address).map(|address| address.as_str().to_owned()))
        .collect::<Result<_, _>>()
        .map_err(|_| SettingError::new(name, "it holds something that is not a mail address", remedy))?;
    if addresses.is_empty() {
        return Err(SettingError::new(name, "it names no address", remedy));
    }
    Ok(addresses)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn routes(text: &str) -> Result<NotifyRoutes, SettingError> {
        NotifyRoutes::from_env(&Env::from_pairs([("NOTIFY_TO", "all@example.com"), ("NOTIFY_ROUTES", text)]))
    }

    #[test]
    fn names_each_consultant_of_reason_and_program_once() {
        let routes = routes("devsecops=dev@example.com, soc@example.com; edr-implementation=soc@example.com").unwrap();
        let both = routes.recipients(ContactReason::Devsecops, Some(Program::EdrImplementation));
        assert_eq!(both, ["dev@example.com", "soc@example.com"]);
        assert_eq!(routes.recipients(ContactReason::Other, Some(Program::EdrImplementation)), ["soc@example.com"]);
        assert_eq!(routes.recipients(ContactReason::Other, None), ["all@example.com"]);
    }

    #[test]
    fn refuses_what_cannot_route() {
        for (text, problem) in [
            ("devsecops", "has no '='"),
            ("sales=a@example.com", "neither a contact reason nor a program"),
            ("devsecops=nobody", "not a mail address"),
            ("devsecops=", "names no address"),
            ("devsecops=a@example.com;devsecops=b@example.com", "stands twice"),
        ] {
            let error = routes(text).unwrap_err();
            assert!(error.problem.contains(problem), "{text}: {error}");
        }
    }
}
