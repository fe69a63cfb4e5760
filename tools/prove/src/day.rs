//! `cargo xtask day`: three consultants and two visitors on a separate stack, by the form and the inbox, with time moved forward.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use devstack::own_stack::OwnStack;
use devstack::settings::{self, consultants, value};
use devstack::{http, repo, run_folder, signals, toolchain, web};
use serde_json::{Value, json};
use testkit::client::Client;
use testkit::database_probe::DatabaseProbe;
use testkit::inquiry::Inquiry;
use testkit::movable_clock::movable_clock;
use testkit::token::TokenMaker;
use uuid::Uuid;

/// Of a step: day and local time, and what happens. Then the form with its visitor and reason, or a reply to the newest own mail with
/// some words; and who gets a mail with which words.
const STEPS: &str = include_str!("day.txt");
const VISITORS: [(&str, &str); 2] = [("visitor", "krelvonta@visitor.example"), ("other", "grobnitz@other.example")];
/// Schedules run each minute.
const LIMIT: Duration = Duration::from_mins(3);
const UNSENT: &str = "SELECT (SELECT count(*) FROM outbox WHERE finished_at IS NULL) \
                      + (SELECT count(*) FROM intake WHERE state <> 'settled')";

struct Day {
    own: OwnStack,
    probe: DatabaseProbe,
    /// All of the inbox, the oldest first.
    mails: Vec<Value>,
}

/// Leaves the mails in `xtask/day` of the target folder.
pub(super) fn run() -> Result<()> {
    toolchain::check_node()?;
    web::build(web::DEFAULT_PUBLIC_URL)?;
    web::install_dev_services()?;
    let (folder, kept) = (run_folder::create("day")?, repo::target().join("xtask/day"));
    let _ = fs::remove_dir_all(&kept);
    fs::create_dir_all(&kept)?;
    let own = OwnStack::prepare(&folder.join("stack"), |admin| {
        let mut probe = DatabaseProbe::new(admin, "template1")?;
        probe.run(&movable_clock())?;
        probe.run(&clock(&STEPS[..7]))
    })?;
    let database = value(&own.settings, "DATABASE_URL").and_then(|url| url.rsplit('/').next()).unwrap_or_default();
    let probe = DatabaseProbe::new(value(&own.settings, "ADMIN_DATABASE_URL").unwrap_or_default(), database)?;
    let mut day = Day { own, probe, mails: Vec::new() };
    let OwnStack { stack, settings, ports, programs, .. } = &mut day.own;
    settings::set(settings, "OFFICE_HOURS", "Mo-Fr 08:00-18:00");
    stack.start_inbox(*ports, settings)?;
    stack.start_worker(programs, settings, *ports)?;
    day.own.start_api()?;
    for (step, number) in STEPS.split("\n\n").zip(1..) {
        let (what, lines) = step.split_once('\n').context("a step without a line")?;
        println!("{what}");
        let seen = day.mails.len();
        let played = day.play(&what[..7], lines.lines());
        for mail in &day.mails[seen..] {
            let (to, text) = (name(&mail["to"][0]), |part: &str| mail[part].as_str().unwrap_or_default().to_owned());
            println!("    {to:10} {}: {}", text_of(&mail["from"][0]["name"]), text("subject"));
            let mut same = (1..).map(|copy| kept.join(format!("{number}-{to}-{copy}.html")));
            let file = same.find(|file| !file.exists()).unwrap_or_default();
            fs::write(&file, text("html"))?;
            fs::write(file.with_extension("txt"), text("text"))?;
        }
        played.with_context(|| format!("{what}; logs: {}", repo::shown(&folder)))?;
    }
    day.own.stack.remove()?;
    Ok(fs::remove_dir_all(&folder)?)
}

/// To this day and local time: days after a Monday to come.
fn clock(at: &str) -> String {
    let (day, time) = at.trim().split_once(' ').unwrap_or_default();
    format!(
        "UPDATE clock.ahead SET by = (date_trunc('week', server_now() AT TIME ZONE 'Europe/Zurich') \
         + interval '{} days {time}') AT TIME ZONE 'Europe/Zurich' - server_clock_timestamp()",
        day.parse::<u32>().unwrap_or_default() + 13
    )
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn address(who: &str) -> String {
    let visitor = VISITORS.iter().find(|(name, _)| *name == who).map(|(_, address)| (*address).to_owned());
    let place = ["lead", "second", "third"].iter().position(|name| *name == who);
    visitor.or_else(|| consultants().get(place?).cloned()).unwrap_or_default()
}

fn name(to: &Value) -> &'static str {
    let names = ["lead", "second", "third", "visitor", "other"];
    names.into_iter().find(|who| to["address"] == address(who)).unwrap_or("office")
}

fn has(mail: &Value, who: &str, words: &str) -> bool {
    let said = [&mail["from"][0]["name"], &mail["subject"], &mail["text"]].map(text_of).join(" ");
    name(&mail["to"][0]) == who && said.split_whitespace().collect::<Vec<_>>().join(" ").contains(words)
}

impl Day {
    fn play<'a>(&mut self, at: &str, lines: impl Iterator<Item = &'a str>) -> Result<()> {
        self.probe.run(&clock(at))?;
        // Nobody is reminded by a clock that is a day ahead of the last purge.
        self.probe.run("SELECT purge_expired(gen_random_uuid(), 1)")?;
        let (seen, mut gets) = (self.mails.len(), Vec::new());
        for line in lines {
            match line.splitn(3, ' ').collect::<Vec<_>>()[..] {
                ["form", visitor, reason] => self.inquire(&address(visitor), reason)?,
                ["reply", who, said] => self.reply(who, said)?,
                ["gets", who, words] => gets.push((who, words)),
                _ => bail!("an unknown line: {line}"),
            }
        }
        let has_come = signals::wait_until(LIMIT, || {
            thread::sleep(Duration::from_millis(500));
            let is_idle = self.probe.number(UNSENT)? == 0;
            self.mails = http::agent(LIMIT)
                .get(self.inbox("/email"))
                .call()?
                .body_mut()
                .with_config()
                .limit(1 << 28)
                .read_json()?;
            gets.retain(|(who, words)| !self.mails[seen..].iter().any(|mail| has(mail, who, words)));
            Ok(is_idle && gets.is_empty())
        })?;
        ensure!(has_come, "not sent: {gets:?}");
        Ok(())
    }

    fn inbox(&self, path: &str) -> String {
        format!("{}{path}", value(&self.own.settings, "INBOX_URL").unwrap_or_default())
    }

    fn inquire(&self, visitor: &str, reason: &str) -> Result<()> {
        let site = SocketAddr::from((Ipv4Addr::LOCALHOST, self.own.ports.site));
        let token = TokenMaker::new(site, value(&self.own.settings, "ALTCHA_HMAC_KEY").unwrap_or_default()).make()?;
        let inquiry = Inquiry::sample(Uuid::new_v4()).with("email", visitor).with("contactReason", reason);
        let reply = Client::new(site).send(&inquiry.with_token(&token).request(site, ""));
        let status = reply.ok().context("the api does not answer")?.status;
        ensure!((200..300).contains(&status), "the inquiry was answered {status}");
        Ok(())
    }

    /// `said`: words of the mail that is answered, and the text.
    fn reply(&self, who: &str, said: &str) -> Result<()> {
        let (to, text) = said.split_once(" | ").context("a reply without a text")?;
        let mail = self.mails.iter().rev().find(|mail| has(mail, who, to)).context("no mail to answer")?;
        let url = self.inbox(&format!("/email/{}/reply", text_of(&mail["id"])));
        let reply = json!({ "text": text.replace("\\n", "\n"), "files": [] });
        let answer = http::agent(LIMIT).post(url).send_json(reply)?;
        ensure!(answer.status() == 200, "the reply was not taken");
        Ok(())
    }
}
