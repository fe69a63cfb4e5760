//! A mail through the relay to a fresh signed address and back: whether the reply address and the Message-ID survive, which
//! results the receiving host writes, and how long it takes.

use std::{fmt, time::Duration};

use compliance::mail::check_mail;
use inbound::{
    authentication::{Results, Trust, covers},
    headers::Headers,
};
use mailer::{Mailer, db::statement, describe_cause};
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::way::Way;
use crate::level::Level;

const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// A mail that takes longer will hardly come.
const LATE_SECONDS: f64 = 15.0 * 60.0;
const DAY_SECONDS: f64 = 23.5 * 3600.0;
/// Daily, with room for a worker that was stopped.
const OLD_SECONDS: f64 = 50.0 * 3600.0;

/// The last test.
#[derive(Clone, Debug, FromQueryResult)]
pub struct SelfTest {
    pub seconds_ago: f64,
    /// From sending to storing.
    pub took_seconds: Option<f64>,
    pub way: Option<String>,
    pub host: Option<String>,
    pub results: Option<String>,
    pub is_microsoft: bool,
    pub keeps_message_id: Option<bool>,
}

const LAST: &str = "\
    SELECT extract(epoch FROM now() - sent_at)::float8 AS seconds_ago, \
        extract(epoch FROM came_back_at - sent_at)::float8 AS took_seconds, way, host, results, is_microsoft, \
        keeps_message_id \
    FROM intake_check WHERE $1::uuid IS NULL OR id = $1 ORDER BY sent_at DESC LIMIT 1";

/// Sends a test mail. Returns its id.
pub async fn send_test(db: &DatabaseConnection, mailer: &Mailer) -> anyhow::Result<Uuid> {
    let id = Uuid::now_v7();
    db.execute_raw(statement("INSERT INTO intake_check (id) VALUES ($1)", [id.into()])).await?;
    let name = name_of(id);
    mailer.send_test(id, check_mail(entity::Clock::system().now(), &name)?).await?;
    Ok(id)
}

/// Of the test mail, at the beginning of its Message-ID.
fn name_of(test: Uuid) -> String {
    format!("check.{}", test.simple())
}

/// Once a day, where mail in is on. A relay that is away has its own alert.
pub async fn test_daily(db: &DatabaseConnection, mailer: &Mailer) -> anyhow::Result<()> {
    if !mailer.has_intake() || last_test(db).await?.is_some_and(|test| test.seconds_ago < DAY_SECONDS) {
        return Ok(());
    }
    if let Err(error) = send_test(db, mailer).await {
        tracing::warn!(cause = describe_cause(&error), "the test mail of mail in was not sent");
    }
    Ok(())
}

/// Waits until the mail has come back. `None`: it has not.
pub async fn await_test(db: &DatabaseConnection, id: Uuid, limit: Duration) -> Result<Option<SelfTest>, DbErr> {
    let end = Instant::now() + limit;
    loop {
        let test = SelfTest::find_by_statement(statement(LAST, [id.into()])).one(db).await?;
        if test.as_ref().is_some_and(|test| test.took_seconds.is_some()) {
            return Ok(test);
        }
        if Instant::now() >= end {
            return Ok(None);
        }
        sleep(POLL_INTERVAL).await;
    }
}

/// `None`: there was none.
pub async fn last_test(db: &DatabaseConnection) -> Result<Option<SelfTest>, DbErr> {
    SelfTest::find_by_statement(statement(LAST, [None::<Uuid>.into()])).one(db).await
}

/// `$1` id, `$2` way, `$3` when it was stored, `$4` host, `$5` results, `$6` whether Exchange Online has marked it, `$7` whether
/// it has its Message-ID.
const CAME_BACK: &str = "\
    UPDATE intake_check SET came_back_at = (SELECT accepted_at FROM intake WHERE id = $3), way = $2, host = $4, \
        results = $5, is_microsoft = $6, keeps_message_id = $7 WHERE id = $1 AND came_back_at IS NULL";

/// The mail `intake` is that of a test: writes down what the receiving host has made of it.
pub(super) async fn note_return(
    db: &impl ConnectionTrait,
    test: Uuid,
    way: Way,
    intake: Uuid,
    raw: &[u8],
) -> Result<(), DbErr> {
    let seen = Seen::of(raw, test);
    let values = [
        test.into(),
        way.to_value().into(),
        intake.into(),
        seen.host.into(),
        seen.results.into(),
        seen.is_microsoft.into(),
        seen.keeps_message_id.into(),
    ];
    db.execute_raw(statement(CAME_BACK, values)).await.map(drop)
}

/// Of RFC 8601 and Exchange Online, as the column takes them.
const RESULTS: [&str; 9] =
    ["pass", "fail", "none", "neutral", "softfail", "temperror", "permerror", "policy", "bestguesspass"];

#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    host: Option<String>,
    results: Option<String>,
    is_microsoft: bool,
    keeps_message_id: bool,
}

impl Seen {
    fn of(raw: &[u8], test: Uuid) -> Self {
        let Ok(headers) = Headers::of(raw) else { return Self::default() };
        let is_microsoft = headers.first("X-MS-Exchange-Organization-AuthAs").is_some();
        let Results { host, results } = Results::topmost(&headers).unwrap_or_default();
        let is_host = |text: &String| {
            (1..=255).contains(&text.len())
                && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
        };
        let is_known = |word: &&String| {
            word.split_once('=')
                .is_some_and(|(method, result)| ["spf", "dkim", "dmarc"].contains(&method) && RESULTS.contains(&result))
        };
        let results: Vec<_> =
            results.iter().filter_map(|words| words.first()).filter(is_known).take(9).cloned().collect();
        let host = host.filter(is_host);
        let results = (!results.is_empty()).then(|| results.join(" "));
        let id = headers.first("Message-ID").unwrap_or_default();
        Self { host, results, is_microsoft, keeps_message_id: id.contains(&name_of(test)) }
    }
}

impl SelfTest {
    /// What it means for the settings. `trust` is `INTAKE_TRUST`.
    pub fn judge(&self, trust: &Trust) -> (Level, String) {
        let Some(took) = self.took_seconds else {
            return if self.seconds_ago < LATE_SECONDS {
                (Level::Ok, format!("a test mail was sent {:.0} s ago and is not back yet", self.seconds_ago))
            } else {
                (Level::Critical, LOST.to_owned())
            };
        };
        if self.seconds_ago > OLD_SECONDS {
            let hours = self.seconds_ago / 3600.0;
            return (Level::Warning, format!("the last test was {hours:.0} h ago. Run `worker intake check`"));
        }
        let text = format!("{self} after {took:.0} s");
        match self.misfit(trust) {
            Some(problem) => (Level::Warning, format!("{text}. {problem}")),
            None => (Level::Ok, text),
        }
    }

    fn misfit(&self, trust: &Trust) -> Option<String> {
        match trust {
            Trust::AuthServ(hosts) => self.misfit_of_hosts(hosts),
            Trust::Microsoft365 => (!self.is_microsoft).then(|| {
                let remedy = self.host.as_ref().map_or_else(|| "none".to_owned(), |host| format!("authserv:{host}"));
                format!("INTAKE_TRUST does not fit: Exchange Online has not marked the mail. Set it to {remedy}")
            }),
            Trust::None => None,
        }
    }

    fn misfit_of_hosts(&self, hosts: &[String]) -> Option<String> {
        let (named, remedy) = match (self.host.as_deref(), self.is_microsoft) {
            (Some(host), false) if hosts.iter().any(|known| covers(known, host)) => {
                let has_dmarc = self.results.as_deref().unwrap_or_default().contains("dmarc=");
                return (!has_dmarc).then(|| NO_DMARC.to_owned());
            }
            // Filters skip what their own machine sends: such a test says nothing about mails from outside.
            (None, false) if self.results.is_none() && matches!(self.way.as_deref(), Some("lmtp" | "pipe")) => {
                return None;
            }
            (host, true) => (host, "Set it to microsoft365".to_owned()),
            (Some(host), false) => (Some(host), format!("Set it to authserv:{host}")),
            (None, false) => (None, "Set it to none, or let the host write Authentication-Results".to_owned()),
        };
        let named = named.map_or_else(|| "no host".to_owned(), |host| format!("the host {host}"));
        Some(format!("INTAKE_TRUST does not fit: the results name {named}. {remedy}"))
    }
}

const NO_DMARC: &str = "INTAKE_TRUST does not help: the results have no dmarc, so no sender is proven. Let the host check DMARC, \
                        and publish _dmarc for the domain of MAIL_FROM";

/// What to do when the test mail does not come back.
pub const LOST: &str = "the test mail did not come back. Does the mailbox take mail for REPLY_ADDRESS (plus addresses, \
                        or every name of its domain)? Follow it in the relay's log, and look into the junk folder";

impl fmt::Display for SelfTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let way = self.way.as_deref().unwrap_or("-");
        let host = match (self.is_microsoft, self.host.as_deref()) {
            (true, _) => "Exchange Online",
            (false, host) => host.unwrap_or("no host"),
        };
        let results = self.results.as_deref().unwrap_or("none");
        let survives = match self.keeps_message_id {
            Some(false) => "the reply address survives, the Message-ID does not (clients may split a conversation)",
            _ => "the reply address and the Message-ID survive",
        };
        write!(f, "{survives}; way {way}, results of {host}: {results};")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(raw: &str) -> SelfTest {
        let Seen { host, results, is_microsoft, keeps_message_id } = Seen::of(raw.as_bytes(), Uuid::nil());
        SelfTest {
            seconds_ago: 60.0,
            took_seconds: Some(2.0),
            way: Some("imap".to_owned()),
            host,
            results,
            is_microsoft,
            keeps_message_id: Some(keeps_message_id),
        }
    }

    const GOOGLE: &str = "Authentication-Results: mx.google.com;\r\n dkim=pass header.i=@own.example header.s=a;\r\n \
                          spf=pass (google.com: domain of x) smtp.mailfrom=x; dmarc=pass (p=NONE)\r\nFrom: a@b.c\r\n\r\n";
    const NO_DMARC_RESULT: &str = "Authentication-Results: mx.own.example; dkim=pass; spf=pass\r\nFrom: a@b.c\r\n\r\n";
    const MICROSOFT: &str = "Authentication-Results: spf=pass (sender IP is 192.0.2.1)\r\n smtp.mailfrom=x; dkim=none; \
                             dmarc=pass\r\nX-MS-Exchange-Organization-AuthAs: Anonymous\r\nFrom: a@b.c\r\n\r\n";

    #[test]
    fn says_which_results_the_host_writes() {
        let google = test(GOOGLE);
        assert_eq!(
            (google.host.as_deref(), google.results.as_deref()),
            (Some("mx.google.com"), Some("dkim=pass spf=pass dmarc=pass"))
        );
        let microsoft = test(MICROSOFT);
        assert!(microsoft.host.is_none() && microsoft.is_microsoft);
        assert_eq!(microsoft.results.as_deref(), Some("spf=pass dkim=none dmarc=pass"));
        assert_eq!(Seen::of(b"From: a@b.c\r\n\r\n", Uuid::nil()), Seen::default());
    }

    #[test]
    fn says_whether_the_message_id_survives() {
        let own = format!("Message-ID: <{}@own.example>\r\nFrom: a@b.c\r\n\r\n", name_of(Uuid::nil()));
        let rewritten = "Message-ID: <0102018f-relay@eu-central-1.relay.example>\r\nFrom: a@b.c\r\n\r\n";
        for (raw, said) in [
            (&*own, "the reply address and the Message-ID survive; way imap"),
            (rewritten, "the reply address survives, the Message-ID does not"),
        ] {
            let (level, text) = test(raw).judge(&Trust::None);
            assert!(level == Level::Ok && text.starts_with(said), "{text}");
        }
    }

    #[test]
    fn warns_when_the_setting_does_not_fit_and_says_which_one_does() {
        let judge = |raw: &str, trust: &str| test(raw).judge(&trust.parse().unwrap());
        for (raw, trust, remedy) in [
            (GOOGLE, "authserv:mx.google.com", None),
            (GOOGLE, "authserv:.google.com", None),
            (GOOGLE, "none", None),
            (MICROSOFT, "microsoft365", None),
            (GOOGLE, "authserv:mx.other.example", Some("Set it to authserv:mx.google.com")),
            (GOOGLE, "microsoft365", Some("Set it to authserv:mx.google.com")),
            (MICROSOFT, "authserv:mx.google.com", Some("Set it to microsoft365")),
            ("From: a@b.c\r\n\r\n", "authserv:mx.google.com", Some("Set it to none")),
            (NO_DMARC_RESULT, "authserv:mx.own.example", Some("publish _dmarc")),
        ] {
            let (verdict, text) = judge(raw, trust);
            assert_eq!(verdict == Level::Warning, remedy.is_some(), "{text}");
            assert!(remedy.is_none_or(|remedy| text.contains(remedy)), "{text}");
        }
        let unchecked = SelfTest { way: Some("lmtp".to_owned()), ..test("From: a@b.c\r\n\r\n") };
        let (verdict, text) = unchecked.judge(&"authserv:mx.own.example".parse().unwrap());
        assert_eq!(verdict, Level::Ok, "the MTA that relays our mail does not check it: {text}");
        let lost = SelfTest { took_seconds: None, seconds_ago: 3600.0, ..test(GOOGLE) };
        assert_eq!(lost.judge(&Trust::None).0, Level::Critical);
        let waits = SelfTest { seconds_ago: 10.0, ..lost };
        assert_eq!(waits.judge(&Trust::None).0, Level::Ok);
        assert_eq!(SelfTest { seconds_ago: 3e5, ..test(GOOGLE) }.judge(&Trust::None).0, Level::Warning);
    }
}
