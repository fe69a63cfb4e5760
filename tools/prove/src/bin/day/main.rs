//! `cargo xtask day`: two inquiries and three consultants on a separate stack, by the form and the Reply of its mail inbox, with
//! time moved forward. A step that does not bring its mails ends the day. `docs/day.txt` lists all mails as mailboxes do.

use std::fmt::Write;
use std::fs;
use std::net::Ipv4Addr;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use uuid::Uuid;

use devstack::own_stack::OwnStack;
use devstack::settings::{consultants, value};
use devstack::{command_line, http, repo, run_folder, signals, toolchain, web};
use testkit::client::Client;
use testkit::database_probe::DatabaseProbe;
use testkit::inquiry::Inquiry;
use testkit::movable_clock::movable_clock;
use testkit::token::TokenMaker;

const LIST: &str = "docs/day.txt";
/// Schedules run each minute.
const LIMIT: Duration = Duration::from_mins(2);
/// Of a step: local time and what happens; perhaps a form with its visitor and reason, or a reply to the newest own mail with
/// these words; and who gets which words in sender, subject or preview.
const STEPS: &str = include_str!("steps.txt");
const CONSULTANTS: [&str; 3] = ["lead", "second", "third"];

/// Such as `2026-11-30 09:00`.
const TIME: usize = 16;
const UNSENT: &str = "SELECT (SELECT count(*) FROM outbox WHERE finished_at IS NULL) \
                      + (SELECT count(*) FROM intake WHERE state <> 'settled')";

fn main() -> ExitCode {
    command_line::run(run)
}

fn run() -> Result<()> {
    toolchain::check_node()?;
    web::build(web::DEFAULT_PUBLIC_URL)?;
    web::install_dev_services()?;
    let folder = run_folder::create("day")?;
    let mut own = OwnStack::prepare_with(&folder.join("stack"), |admin| {
        DatabaseProbe::new(admin, "template1")?.run(&movable_clock())?;
        set_clock(&mut DatabaseProbe::new(admin, "template1")?, &STEPS[..TIME])
    })?;
    own.stack.start_inbox(own.ports, &own.settings)?;
    own.stack.start_worker(&own.programs, &own.settings, own.ports)?;
    own.start_api()?;
    let setting = |name| value(&own.settings, name).unwrap_or_default();
    let admin = setting("ADMIN_DATABASE_URL");
    let database = setting("DATABASE_URL").rsplit('/').next().unwrap_or_default();
    let mut day = Day {
        probe: DatabaseProbe::new(admin, database)?,
        tokens: TokenMaker::new((Ipv4Addr::LOCALHOST, own.ports.site).into(), setting("ALTCHA_HMAC_KEY")),
        site: own.ports.site,
        inbox: setting("INBOX_URL").to_owned(),
        consultants: consultants(),
        references: Vec::new(),
        mails: Vec::new(),
        list: String::new(),
    };
    for step in STEPS.split("\n\n") {
        signals::check()?;
        let mut lines = step.lines();
        let (at, what) = lines.next().and_then(|line| line.split_at_checked(TIME)).context("a step without a time")?;
        eprintln!("{at}{what}");
        if let Err(error) = day.live_through(at, what.trim(), lines) {
            println!("{}", day.list);
            return Err(error.context(format!("{at}{what}; logs: {}", repo::shown(&folder))));
        }
    }
    println!("{}", day.list);
    day.keep_pictured()?;
    own.stack.remove()?;
    fs::remove_dir_all(&folder)?;
    keep(&day.list)
}

/// To this local time.
fn set_clock(probe: &mut DatabaseProbe, at: &str) -> Result<()> {
    probe.run(&format!(
        "UPDATE clock.ahead SET by = (timestamp '{at}' AT TIME ZONE 'Europe/Zurich') - server_clock_timestamp()"
    ))
}

/// The CI compares; a person renews the list.
fn keep(list: &str) -> Result<()> {
    let path = repo::root().join(LIST);
    if std::env::var_os("CI").is_none() {
        return Ok(fs::write(path, list)?);
    }
    ensure!(
        fs::read_to_string(path).is_ok_and(|kept| kept == list),
        "{LIST} is not what was sent: run `cargo xtask day`"
    );
    Ok(())
}

struct Day {
    probe: DatabaseProbe,
    tokens: TokenMaker,
    site: u16,
    inbox: String,
    consultants: Vec<String>,
    /// As they were given out; the list has others, the same each time.
    references: Vec<String>,
    /// As the inbox lists them, the oldest first.
    mails: Vec<Value>,
    list: String,
}

impl Day {
    fn live_through<'a>(&mut self, at: &str, what: &str, lines: impl Iterator<Item = &'a str>) -> Result<()> {
        set_clock(&mut self.probe, at)?;
        let (seen, mut gets) = (self.mails.len(), Vec::new());
        for line in lines {
            let mut words = line.splitn(3, ' ').map(str::trim);
            let mut next = || words.next().with_context(|| format!("an incomplete line: {line}"));
            match (next()?, next()?, next()?) {
                ("form", visitor, reason) => self.inquire(visitor, reason)?,
                ("reply", who, said) => {
                    let (to, text) =
                        said.split_once(" | ").with_context(|| format!("a reply without a text: {line}"))?;
                    self.reply(who, to, &text.replace("\\n", "\n"))?;
                }
                ("gets", who, words) => gets.push((who, words)),
                _ => bail!("an unknown line: {line}"),
            }
        }
        let mut missing = Vec::new();
        let has_come = signals::wait_until(LIMIT, || {
            std::thread::sleep(Duration::from_millis(300));
            let is_idle = self.probe.number(UNSENT)? == 0;
            self.mails = self.listed()?;
            let fresh = &self.mails[seen..];
            let is_missing = |(who, words): &&(&str, &str)| {
                !fresh.iter().any(|mail| mail["to"] == self.address(who) && line(mail).contains(words))
            };
            missing = gets.iter().filter(is_missing).collect();
            Ok(is_idle && missing.is_empty())
        })?;
        self.write(at, what, seen)?;
        if let (false, Some((who, words))) = (has_come, missing.first()) {
            bail!("{} got no mail with {words:?}", self.address(who));
        }
        ensure!(has_come, "mails are not sent");
        Ok(())
    }

    fn inquire(&mut self, visitor: &str, reason: &str) -> Result<()> {
        let site = (Ipv4Addr::LOCALHOST, self.site).into();
        // The same words on each day.
        let inquiry = Inquiry::sample(Uuid::new_v5(&Uuid::NAMESPACE_OID, visitor.as_bytes())).with("email", visitor);
        let inquiry = inquiry.with("contactReason", reason).with_token(&self.tokens.make()?);
        let reply = Client::new(site).send(&inquiry.request(site, "")).ok().context("the api does not answer")?;
        let reference = reply.json()["reference"].as_str().map(str::to_owned);
        self.references.push(reference.with_context(|| format!("the inquiry was answered {}", reply.status))?);
        Ok(())
    }

    fn reply(&self, who: &str, to: &str, text: &str) -> Result<()> {
        let is_meant = |mail: &&Value| mail["to"] == self.address(who) && line(mail).contains(to);
        let mail = self.mails.iter().rev().find(is_meant).with_context(|| format!("{who} has no mail with {to:?}"))?;
        let url = format!("{}/email/{}/reply", self.inbox, mail["id"].as_str().unwrap_or_default());
        let answer = http::agent(LIMIT).post(url).send_json(json!({ "text": text, "files": [] }))?;
        ensure!(answer.status() == 200, "the reply was not taken");
        Ok(())
    }

    fn listed(&self) -> Result<Vec<Value>> {
        Ok(http::agent(LIMIT).get(format!("{}/listed", self.inbox)).call()?.body_mut().read_json()?)
    }

    fn address<'a>(&'a self, who: &'a str) -> &'a str {
        let place = CONSULTANTS.iter().position(|name| *name == who);
        place.and_then(|place| self.consultants.get(place)).map_or(who, String::as_str)
    }

    /// What has come, by recipient.
    fn write(&mut self, at: &str, what: &str, seen: usize) -> Result<()> {
        writeln!(self.list, "{at}  {what}")?;
        let of = |mail: &Value| {
            let cut = |name: &str, most: usize| text(mail, name).chars().take(most).collect::<String>();
            format!(
                "    {:26} {:30} {:58} {}",
                cut("to", 26),
                cut("sender", 30),
                cut("subject", 58),
                cut("preview", 90)
            )
        };
        let mut lines: Vec<_> = self.mails[seen..].iter().map(of).collect();
        lines.sort();
        let mut lines = lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n");
        for (reference, number) in self.references.iter().zip(1..) {
            lines = lines.replace(reference, &format!("FW-0000-000{number}"));
        }
        writeln!(self.list, "{lines}\n")?;
        Ok(())
    }

    /// The two mails that the picture of the README shows.
    fn keep_pictured(&self) -> Result<()> {
        let folder = repo::target().join("xtask/day");
        fs::create_dir_all(&folder)?;
        for (name, to) in [("notification", "lead"), ("confirmation", "krelvonta@visitor.example")] {
            let mail = self.mails.iter().find(|mail| mail["to"] == self.address(to)).context("no such mail")?;
            let url = format!("{}/email/{}/html", self.inbox, text(mail, "id"));
            let html = http::agent(LIMIT).get(url).call()?.body_mut().read_to_string()?;
            fs::write(folder.join(format!("{name}.html")), html)?;
        }
        Ok(())
    }
}

fn text<'a>(mail: &'a Value, name: &str) -> &'a str {
    mail[name].as_str().unwrap_or_default()
}

fn line(mail: &Value) -> String {
    ["sender", "subject", "preview"].map(|name| text(mail, name)).join("  ")
}
