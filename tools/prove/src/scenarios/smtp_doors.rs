//! Servers that fail before any mail is named: while greeting, logging in, or securing the channel.

use std::time::Duration;

use anyhow::Result;

use super::smtp::post;
use crate::arena::{Arena, Part, Scene};
use crate::inquiry::Tokens;
use crate::plan::Plan;
use crate::referee::{Door, Referee};
use crate::report::Report;
use crate::sets::{self, SKIP_THE_WAIT};
use testkit::client::Client;

/// Tried again by the schedule.
const TRANSIENT: [Door; 5] =
    [Door::Greet(421), Door::SilentGreeting, Door::SilentEhlo, Door::SilentMail, Door::Mail(451)];
/// Our own fault: sending pauses and no attempt is counted.
const OUR_FAULT: [Door; 2] = [Door::Greet(554), Door::Mail(550)];
/// A channel that is not safe.
const INSECURE: [Door; 3] = [Door::NoTls, Door::UntrustedCertificate, Door::WrongHost];

pub(super) fn run(arena: &mut Arena, scene: &mut Scene, plan: Plan, report: &mut Report) -> Result<()> {
    let transient: &[Door] = plan.size(&TRANSIENT[..1], &TRANSIENT);
    let mut wrong = 0;
    for door in transient {
        wrong += through(arena, scene, &arena.referee.clone().at(*door), |row| row.attempts > 0)?;
    }
    for door in OUR_FAULT {
        wrong += through(arena, scene, &arena.referee.clone().at(door), |row| row.attempts == 0)?;
    }
    report.none("closed doors with an outcome other than tabled", wrong);

    arena.stop(&[Part::Worker])?;
    let authority = arena.stack.folder().join("authority.pem");
    std::fs::write(&authority, &arena.tls.authority)?;
    scene.set("SMTP_URL", &format!("smtp://localhost:{}{}", arena.more.smtp, arena.channel()));
    scene.set("SMTP_CA_FILE", &authority.to_string_lossy());
    arena.start(scene, &[Part::Worker])?;
    let mut wrong = 0;
    for door in INSECURE {
        wrong += through(arena, scene, &arena.secure_referee.clone().at(door), |row| row.attempts > 0)?;
    }
    report.none("unsafe channels with an outcome other than tabled", wrong);
    let book = arena.secure_referee.book();
    report.none("mails over an insecure channel", book.insecure_mails);
    report.tell("mails over TLS after all", book.accepted().len());
    drop(book);
    arena.stop(&[Part::Api, Part::Worker])
}

struct Row {
    attempts: i64,
}

/// Sends one inquiry against a closed door, looks at its rows, opens the door and sees it delivered.
/// Returns how many rows were not as they should be.
fn through(arena: &mut Arena, scene: &Scene, referee: &Referee, is_right: impl Fn(&Row) -> bool) -> Result<usize> {
    let site = arena.site(Part::Api);
    let tokens = Tokens::new(site, scene.setting("ALTCHA_HMAC_KEY"));
    let before = referee.book().accepted().len();
    let mut observer = scene.observer.clone();
    observer.run("UPDATE outbox SET created_at = created_at - interval '1 minute'")?;
    post(&mut Client::new(site), site, &tokens, "plain@visitors.example", "partnership")?;
    let fresh = "FROM outbox WHERE kind = 'notification' AND created_at > now() - interval '50 seconds'";
    let unseen = format!("SELECT 1 - count(*) {fresh} AND state = 'retry'");
    let mut wrong = usize::from(!observer.becomes_zero(&unseen, Duration::from_secs(20))?);
    for row in observer.rows(&format!("SELECT attempts {fresh}"))? {
        wrong += usize::from(!is_right(&Row { attempts: row.number(0) }));
    }
    wrong += usize::from(referee.book().accepted().len() != before);
    referee.set_door(Door::Open);
    // A pause of the sender lives in the process.
    arena.cycle(Part::Worker)?;
    arena.await_ready(Part::Worker)?;
    wrong += usize::from(!sets::settle(&mut observer, SKIP_THE_WAIT, Duration::from_secs(30))?);
    Ok(wrong + usize::from(referee.book().accepted().len() == before))
}
