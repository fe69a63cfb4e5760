//! `NOTIFY_ROUTES`: every inquiry has a recipient, or the setting is refused at the start.

use entity::{
    EmailAddress,
    contact::{ContactReason, Program},
    env::Env,
    notify_routes::NotifyRoutes,
};
use sea_orm::Iterable;

use super::fuzz;

const SAMPLE: &str = "devsecops=dev@example.com, soc@example.com; edr-implementation=soc@example.com";

#[test]
fn notify_routes() {
    let tokens = ["=", ";", ",", "@", " ", "other=", "devsecops=", "a@b.example", "\0", "ß", ".example"];
    fuzz("notify_routes", &[SAMPLE.as_bytes(), b""], &tokens, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let env = Env::from_pairs([("NOTIFY_TO", "all@example.com"), ("NOTIFY_ROUTES", &text)]);
        let Ok(routes) = NotifyRoutes::from_env(&env) else { return };
        for reason in ContactReason::iter() {
            for program in Program::iter().map(Some).chain([None]) {
                let recipients = routes.recipients(reason, program);
                assert!(!recipients.is_empty());
                assert!(recipients.iter().all(|address| EmailAddress::parse(address).is_ok()), "{recipients:?}");
            }
        }
    });
}
