//! Playwright in Chromium, against a separate stack: api, worker, Postgres and inbox. The way from the form to the
//! mails is gone once more with Turnstile, whose two ends are stand-ins: its script in the browser, siteverify here.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::runner::{self, Summary};
use devstack::chromium;
use devstack::own_stack::OwnStack;
use devstack::ports::Ports;
use devstack::{repo, settings, toolchain, web};

pub(super) fn run(folder: &Path) -> Result<Summary> {
    toolchain::check_node()?;
    web::build(web::DEFAULT_PUBLIC_URL)?;
    web::install_dev_services()?;
    let browser = chromium::find_or_install()?;
    let mut own = OwnStack::prepare(folder, |_| Ok(()))?;
    eprintln!("starting the whole stack at {}", own.site);
    own.stack.start_inbox(own.ports, &own.settings)?;
    own.stack.start_worker(&own.programs, &own.settings, own.ports)?;
    own.start_api()?;

    let mut summary = runner::run(&mut playwright(&own, &browser))?;
    if !finds_site_and_test_mail(&own)? {
        summary.passed = false;
        summary.lines.push("worker check does not find the site, or no test mail came back".to_owned());
    }
    if !has_papers_in_german(&own, folder)? {
        summary.passed = false;
        summary.lines.push("the export or the certificate of the German conversation is not in German".to_owned());
    }
    // It reads its mails again, as after a restart of `up`.
    own.stack.stop_service("inbox")?;
    own.stack.start_inbox(own.ports, &own.settings)?;
    let siteverify = Ports::find_free()?.inbox;
    testkit::siteverify::start(siteverify)?;
    own.change_to_turnstile(siteverify)?;
    let mut journey = playwright(&own, &browser);
    let journey = runner::run(journey.args(["--", "contact-journey"]).env("BOT_CHECK", "turnstile"))?;
    summary.passed &= journey.passed;
    summary.lines.extend(journey.lines.into_iter().map(|line| format!("{line}, with Turnstile")));
    own.stack.remove()?;
    Ok(summary)
}

/// What a monitor runs asks this very api, as the form does, and has seen the self-test's mail come back.
fn finds_site_and_test_mail(own: &OwnStack) -> Result<bool> {
    let mut check = Command::new(own.programs.path("worker")?);
    let output = check.arg("check").envs(own.settings.iter().map(|(name, value)| (name, value))).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let is_ok = |words: &str| text.lines().any(|line| line.starts_with("OK ") && line.contains(words));
    let found = is_ok(" site: ") && is_ok("the reply address and the Message-ID survive");
    if !found {
        eprintln!("{text}");
    }
    Ok(found)
}

/// Of the visitor of `conversation.spec.ts` who wrote in German, as an officer exports and erases him.
fn has_papers_in_german(own: &OwnStack, folder: &Path) -> Result<bool> {
    const VISITOR: &str = "talk-de@visitor.example";
    let compliance = |arguments: &[&str]| -> Result<String> {
        let mut command = Command::new(own.programs.path("compliance")?);
        command.args(arguments).envs(own.settings.iter().map(|(name, value)| (name, value)));
        let output = command.output()?;
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let papers = folder.join("papers");
    let papers = papers.to_str().context("the folder's name is no text")?;
    let exported = compliance(&["person", "export", VISITOR, "--out", papers])?;
    let page = std::fs::read_to_string(Path::new(papers).join("person.html")).unwrap_or_default();
    let erased = compliance(&["person", "erase", VISITOR, "--yes", "--out", papers])?;
    let is_said = exported.contains("The page is in German") && erased.contains("It is in German");
    let holds = ["<html lang=\"de\">", "Could you start in January?", "Yes, on the 11th."];
    Ok(is_said && holds.iter().all(|words| page.contains(words)))
}

fn playwright(own: &OwnStack, browser: &Path) -> Command {
    let mut playwright = web::npm(&repo::root().join("web"));
    playwright
        .args(["run", "--silent", "test:e2e"])
        .env("SITE_URL", &own.site)
        .env("INBOX_URL", settings::value(&own.settings, "INBOX_URL").unwrap_or_default())
        .env("CHROMIUM_PATH", browser);
    playwright
}
