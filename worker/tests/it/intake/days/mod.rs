//! Random days of four consultants, against a model of docs/mail-in.md, on weekends, holidays and both changes of time.
//! `DAYS=1000` plays more, `DAY_SEED` names the first five of them.

mod calendar;
mod model;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use chrono::{DateTime, Datelike as _, Days, NaiveDate, TimeDelta, TimeZone, Timelike as _, Utc};
use entity::{answer_within::AnswerWithin, env::Env};
use futures::StreamExt as _;
use mailer::{addresses::Party, db::statement};
use outbox::Delivery;
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};
use sea_orm::{ConnectionTrait as _, FromQueryResult};
use uuid::Uuid;
use worker::{
    digest::{Reviewers, send_digests},
    intake::{Fate, IntakeSettings},
    promise::{Promise, keep_promises},
    ticket::{State, Way, waiting_tickets},
    upkeep::keep_tables,
};

use self::model::{ALL, ANNA, BEN, HEAD, Model, OWN, Verb, Who};
use super::{answers::attributed, dmarc, mail, owners::house, settle_by, signed, take};
use crate::support::{World, number};

const DAYS_OF_EACH: u64 = 5;
const MOST_TICKETS: usize = 5;
const PARTNERS: [&str; 2] = ["zwibbelhorn@partner.example", "quoxburger@other.example"];
const THANKS: [&str; 4] = ["Thanks", "Vielen Dank", "Merci", "Grazie mille"];
/// Changes of time, holidays, and the turn of a year.
const STARTS: [(i32, u32, u32); 8] = [
    (2027, 3, 25),
    (2027, 10, 28),
    (2026, 12, 23),
    (2026, 12, 30),
    (2027, 4, 29),
    (2027, 5, 4),
    (2027, 5, 13),
    (2027, 7, 30),
];

struct Case<Z> {
    world: World,
    settings: IntakeSettings,
    promise: Promise,
    delivery: Arc<Delivery>,
    rng: StdRng,
    model: Model<Z>,
    /// Id and reference.
    tickets: Vec<(Uuid, String)>,
    now: DateTime<Utc>,
    purged: DateTime<Utc>,
    trace: Vec<String>,
}

/// A ticket as it is stored.
#[derive(FromQueryResult)]
struct Stored {
    id: Uuid,
    state: State,
    owner: Option<String>,
    first_way: Option<Way>,
    half_at: Option<DateTime<Utc>>,
    due_at: Option<DateTime<Utc>>,
    waits_until: Option<DateTime<Utc>>,
}

const STORED: &str = "\
    SELECT inquiry.id, coalesce(ticket.state, 'open') AS state, recipient AS owner, first_answer_way AS first_way, half_at, due_at, \
        waits_until \
    FROM inquiry LEFT JOIN ticket ON ticket.inquiry_id = inquiry.id LEFT JOIN outbox ON outbox.id = owner";

#[derive(FromQueryResult)]
struct Sent {
    inquiry_id: Uuid,
    line: String,
    count: i64,
}

/// Whom a mail only names, gets none.
const SENT: &str = "\
    SELECT outbox.inquiry_id, concat_ws(' ', kind, coalesce(recipient, nullif(address_key, email_key), ''), \
        nullif(state, 'sent')) AS line, count(*) AS count \
    FROM outbox JOIN compliance.inquiry_content AS content ON content.inquiry_id = outbox.inquiry_id \
        LEFT JOIN participant ON participant.id = outbox.participant \
    WHERE last_code IS DISTINCT FROM 'named' GROUP BY 1, 2";

impl<Z: TimeZone> Case<Z> {
    async fn new(seed: u64, zone: Z, promise: Promise) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let (year, month, day) = *STARTS.choose(&mut rng).unwrap();
        let day = NaiveDate::from_ymd_opt(year, month, day).unwrap();
        let random = NaiveDate::from_ymd_opt(2027, 1, 4).unwrap() + Days::new(rng.random_range(0..700));
        let day = if rng.random_range(0..4) == 0 { random } else { day - Days::new(rng.random_range(0..3)) };
        let now = calendar::at(&zone, day, 7) + TimeDelta::seconds(rng.random_range(0..3000));
        let (world, settings) = (World::with_movable_clock().await, house());
        let delivery = world.delivery_with_intake(&settings);
        let mut case = Self {
            world,
            settings,
            promise,
            delivery,
            rng,
            model: Model::new(zone),
            tickets: Vec::new(),
            now,
            purged: now,
            trace: Vec::new(),
        };
        case.set_clock().await;
        case.keep_tables().await;
        case.minute().await;
        case
    }

    async fn set_clock(&self) {
        let now = self.now.to_rfc3339();
        self.world
            .execute(&format!("UPDATE clock.ahead SET by = '{now}'::timestamptz - server_clock_timestamp()"))
            .await;
    }

    async fn keep_tables(&mut self) {
        self.purged = self.now;
        self.world.db.execute_unprepared("SELECT purge_expired(gen_random_uuid(), 1000)").await.unwrap();
        keep_tables(&self.world.db).await.unwrap();
    }

    async fn pass(&mut self, time: TimeDelta) {
        self.now += time;
        while self.model.is_near_a_boundary(self.now) {
            self.now += TimeDelta::minutes(7);
        }
        self.set_clock().await;
        // A purge refuses to run more than a day after the last one, and the longest step has 13 hours and a half.
        if self.now - self.purged > TimeDelta::hours(10) {
            self.keep_tables().await;
        }
        self.minute().await;
    }

    /// The schedules run, and what is due is sent.
    async fn minute(&mut self) {
        keep_promises(&self.world.db, Some(&self.promise)).await.unwrap();
        let seen = self.world.server.recorder().records.len();
        let mailer = self.world.mailer_with(self.delivery.mail.clone());
        let nobody = Reviewers::new(None, None, &[]);
        let alerts = &self.delivery.alerts;
        send_digests(&self.world.db, &mailer, Some(&self.promise), &nobody, alerts).await.unwrap();
        let expected = self.model.minute(self.now);
        let digests = self.digests(seen);
        self.same(&expected, &digests, "the morning mails");
        self.world.drain(&self.delivery).await;
        self.compare().await;
    }

    /// Whom the last ones went to, and which tickets they list.
    fn digests(&self, seen: usize) -> BTreeMap<Who, BTreeSet<usize>> {
        let recorder = self.world.server.recorder();
        let new = recorder.records[seen..].iter().filter(|mail| mail.is_accepted());
        let listed = |data: &str| {
            let data = data.replace("=\r\n", "");
            let has = |(_, (_, reference)): &(usize, &(Uuid, String))| data.contains(reference.as_str());
            self.tickets.iter().enumerate().filter(has).map(|(number, _)| number).collect()
        };
        new.map(|mail| (ALL.into_iter().find(|who| *who == mail.to).unwrap(), listed(&mail.data))).collect()
    }

    fn same<T: PartialEq + std::fmt::Debug>(&self, model: &T, product: &T, what: &str) {
        let Self { trace, now, .. } = self;
        assert!(model == product, "{what} at {now}\n  model   {model:?}\n  product {product:?}\n{}", trace.join("\n"));
    }

    async fn compare(&self) {
        let (db, now) = (&self.world.db, self.now);
        let stored = Stored::find_by_statement(statement(STORED, [])).all(db).await.unwrap();
        for (number, (id, reference)) in self.tickets.iter().enumerate() {
            let stored = stored.iter().find(|stored| stored.id == *id).unwrap();
            let ticket = &self.model.tickets[number];
            let model = (ticket.state, ticket.owner, ticket.first_way);
            self.same(&model, &(stored.state, stored.owner.as_deref(), stored.first_way), reference);
            let [half, due] = ticket.promised.map(Some);
            for (what, model, product) in [
                ("half", half, stored.half_at),
                ("due", due, stored.due_at),
                ("wait", ticket.waits_until, stored.waits_until),
            ] {
                let is_near =
                    |(one, other): (DateTime<Utc>, DateTime<Utc>)| (one - other).abs() < TimeDelta::minutes(2);
                // What is over has no time until it is opened again.
                let is_same = model == product || model.zip(product).is_some_and(is_near);
                if !is_same && (what == "wait" || !ticket.is_over()) {
                    self.same(&model, &product, &format!("{what} of {reference}"));
                }
            }
        }
        let sent = Sent::find_by_statement(statement(SENT, [])).all(&self.world.admin).await.unwrap();
        for (number, (id, reference)) in self.tickets.iter().enumerate() {
            let of = sent.iter().filter(|sent| sent.inquiry_id == *id);
            let product = of.map(|sent| (sent.line.clone(), u32::try_from(sent.count).unwrap())).collect();
            self.same(&self.model.tickets[number].mails, &product, reference);
        }
        let mut listed = BTreeSet::new();
        for who in ALL {
            let waiting = waiting_tickets(db, who).await.unwrap();
            let number = |one: &str| self.tickets.iter().position(|(_, reference)| reference == one).unwrap();
            let product: BTreeMap<_, _> = waiting
                .iter()
                .map(|one| (number(one.reference.as_str()), (one.owner.as_deref(), one.is_answered, one.was_put_off)))
                .collect();
            let of = |number: usize| {
                let ticket = &self.model.tickets[number];
                (number, (ticket.owner, ticket.is_answered, ticket.waits_until.is_some()))
            };
            let model = self.model.list(who, now).into_iter().map(of).collect();
            self.same(&model, &product, &format!("the list of {who}"));
            listed.extend(product.into_keys());
        }
        for (number, _) in self.model.tickets.iter().enumerate().filter(|(_, ticket)| ticket.is_open_question) {
            let (id, reference) = &self.tickets[number];
            let stored = stored.iter().find(|stored| stored.id == *id).unwrap();
            let is_put_off = stored.waits_until.is_some_and(|until| until > now && until < now + TimeDelta::days(100));
            assert!(is_put_off || listed.contains(&number), "{reference} is in no list\n{}", self.trace.join("\n"));
        }
    }

    async fn inquiry(&mut self) {
        let is_urgent = self.rng.random_range(0..3) == 0;
        let address = format!("v{}@visitor.example", self.tickets.len());
        let id = self.world.inquiry(&address, &[ANNA, BEN]).await;
        if is_urgent {
            let urgent = format!("UPDATE inquiry SET contact_reason = 'incident-response' WHERE id = '{id}'");
            self.world.execute(&urgent).await;
        }
        let reference = self.world.value(&format!("SELECT reference FROM inquiry WHERE id = '{id}'")).await;
        self.note(&format!("inquiry {} {is_urgent} {reference}", self.tickets.len()));
        self.tickets.push((id, reference));
        self.model.add(self.now, is_urgent);
    }

    fn note(&mut self, step: &str) {
        self.trace.push(format!("{} {step}", self.now.with_timezone(&self.model.zone).naive_local()));
    }

    /// Nobody says the same twice.
    fn words(&mut self) -> String {
        let mut word = || {
            let syllables = ["wim", "ple", "thor", "zug", "bra", "nok", "fel", "dri", "mos", "kav", "lun", "tir"];
            (0..3).map(|_| *syllables.choose(&mut self.rng).unwrap()).collect::<String>()
        };
        format!("{} {} {} {} {}.", word(), word(), word(), word(), word())
    }

    async fn send(&mut self, number: usize, to: &str, from: &str, headers: &str, text: &str) -> Option<Fate> {
        let (id, domain) = (Uuid::new_v4().to_string(), from.split_once('@').unwrap().1);
        let raw = mail(from, &id, headers)
            .replace(&format!("{id}@visitor.example"), &format!("{id}@{domain}"))
            .replace("Re: We have received your inquiry", &format!("Re: [{}]", self.tickets[number].1))
            .replace("Wimplethorpe answers.", &text.replace('\n', "\r\n"));
        take(&self.world, to, &raw).await;
        let fate = settle_by(&self.world, &self.settings).await;
        self.world.drain(&self.delivery).await;
        fate
    }

    async fn visitor_side(&mut self, number: usize) {
        let reference = self.tickets[number].1.parse().unwrap();
        let to = signed().reply(&reference, &Party::Visitor);
        let visitor = format!("v{number}@visitor.example");
        match self.rng.random_range(0..10) {
            0 | 1 => {
                let thanks = *THANKS.choose(&mut self.rng).unwrap();
                let text = format!("{thanks}{}", "!".repeat(self.trace.len() % 28));
                self.note(&format!("thanks {number}"));
                assert_eq!(self.send(number, &to, &visitor, "", &text).await, Some(Fate::Reply));
                self.model.turn(number, self.now, true, true);
            }
            2 => {
                self.note(&format!("stranger {number}"));
                let text = self.words();
                let fate = self.send(number, &to, "cfo@visitor.example", "", &text).await;
                assert_eq!(fate, Some(Fate::Reply));
                self.model.turn(number, self.now, false, false);
            }
            3 | 4 => self.participant(number).await,
            _ => {
                let copied: Vec<_> = PARTNERS.into_iter().filter(|_| self.rng.random_range(0..4) == 0).collect();
                let is_proven = self.rng.random_range(0..3) > 0;
                self.note(&format!("visitor {number} {copied:?} {is_proven}"));
                let proof = dmarc(if is_proven { "pass" } else { "none" });
                let cc = if copied.is_empty() { String::new() } else { format!("Cc: {}\r\n", copied.join(", ")) };
                let text = self.words();
                let fate = self.send(number, &to, &visitor, &format!("{proof}{cc}"), &text).await;
                assert_eq!(fate, Some(Fate::Reply), "{}", self.trace.join("\n"));
                self.model.copies(number, &copied, is_proven);
                self.model.turn(number, self.now, true, false);
            }
        }
    }

    /// Who is known on the visitor's side writes to the own address.
    async fn participant(&mut self, number: usize) {
        let partner = *PARTNERS.choose(&mut self.rng).unwrap();
        let sql = format!(
            "SELECT (SELECT id FROM participant WHERE inquiry_id = '{}' AND address = '{partner}')",
            self.tickets[number].0
        );
        let Some(id) = self.world.value::<Option<Uuid>>(&sql).await else { return };
        self.note(&format!("participant {number} {partner}"));
        let ticket = &self.model.tickets[number];
        let is_contact = ticket.is_copied(partner) || ticket.other_address == Some(partner);
        let text = self.words();
        let fate = self.send(number, &signed().participant(id), partner, "", &text).await;
        assert_eq!(fate, Some(Fate::Reply), "{}", self.trace.join("\n"));
        self.model.turn(number, self.now, is_contact, false);
    }

    async fn consultant(&mut self, number: usize) {
        let told: Vec<Who> = self.model.tickets[number].told.iter().copied().collect();
        let who = *told.choose(&mut self.rng).unwrap();
        if self.rng.random_range(0..25) == 0 {
            return self.program_answers(number, who).await;
        }
        let (is_answer, has_verb) = [(true, false), (true, true), (false, true)][self.rng.random_range(0..3)];
        let verb = has_verb.then(|| self.verb(number, is_answer));
        self.note(&format!("{who} {number} {is_answer} {verb:?}"));
        let text = if is_answer { self.words() } else { String::new() };
        let line = verb.as_ref().map(|(_, line)| line.as_str()).unwrap_or_default();
        let note = if matches!(verb, Some((Verb::Note, _))) { self.words() } else { String::new() };
        let said = format!("{text}\n\n{line}\n{note}");
        let quote = self.quote(number, who);
        self.write(number, who, &format!("{}{quote}", said.trim())).await;
        let read: String = self.world.value("SELECT new_text FROM message ORDER BY received_at DESC LIMIT 1").await;
        if !matches!(verb, Some((Verb::History | Verb::Send, _))) {
            // A note to colleagues marks what was cut.
            let own = read.split("\n\n[").next().unwrap_or_default();
            assert_eq!(own.trim(), said.trim(), "quoted: {quote}\n{}", self.trace.join("\n"));
        }
        if let Some((Verb::To(_), _)) = verb {
            self.confirm(number, who).await;
        }
        self.model.command(number, who, self.now, is_answer, verb.map(|(verb, _)| verb));
    }

    /// Half of the time, of the last mail of this ticket whose answer goes to the visitor.
    fn quote(&mut self, number: usize, who: Who) -> String {
        let to = signed().reply(&self.tickets[number].1.parse().unwrap(), &Party::Consultant(who.to_owned()));
        let mails = self.world.server.accepted();
        let last = mails.iter().rfind(|mail| mail.to == who && mail.header("Reply-To").as_ref() == Some(&to));
        last.filter(|_| self.rng.random()).map(|mail| format!("\n\n{}", attributed(mail))).unwrap_or_default()
    }

    async fn write(&mut self, number: usize, who: Who, text: &str) {
        let to = signed().reply(&self.tickets[number].1.parse().unwrap(), &Party::Consultant(who.to_owned()));
        let proof = dmarc("pass").replace("visitor.example", "own.example");
        let fate = self.send(number, &to, who, &proof, text.trim()).await;
        assert_eq!(fate, Some(Fate::Command), "{}", self.trace.join("\n"));
    }

    /// By a reply to the receipt.
    async fn confirm(&mut self, number: usize, who: Who) {
        let receipt = self.world.server.accepted().into_iter().rfind(|mail| mail.to == who).unwrap();
        let proof = dmarc("pass").replace("visitor.example", "own.example");
        let fate = self.send(number, &receipt.header("Reply-To").unwrap(), who, &proof, "#send").await;
        assert_eq!(fate, Some(Fate::Command));
    }

    async fn program_answers(&mut self, number: usize, who: Who) {
        let sql = format!(
            "SELECT (SELECT message_id FROM outbox WHERE inquiry_id = '{}' AND recipient = '{who}' AND state = 'sent' \
             ORDER BY finished_at DESC LIMIT 1)",
            self.tickets[number].0
        );
        let Some(answered) = self.world.value::<Option<String>>(&sql).await else { return };
        self.note(&format!("{who}'s program {number}"));
        let to = signed().reply(&self.tickets[number].1.parse().unwrap(), &Party::Consultant(who.to_owned()));
        let headers = format!("Auto-Submitted: auto-replied\r\nIn-Reply-To: {answered}\r\n");
        let proof = dmarc("pass").replace("visitor.example", "own.example");
        let fate = self.send(number, &to, who, &format!("{proof}{headers}"), "I am away.").await;
        assert_eq!(fate, Some(Fate::Machine), "{}", self.trace.join("\n"));
        self.model.program_answers(who);
    }

    /// With its line.
    fn verb(&mut self, number: usize, is_below: bool) -> (Verb, String) {
        let today = self.now.with_timezone(&self.model.zone).date_naive();
        let days = if self.rng.random_range(0..5) == 0 { 60 } else { self.rng.random_range(1..8) };
        let day = today + Days::new(days);
        let is_date: bool = self.rng.random();
        let until = if is_date { format!("{}.{}.", day.day(), day.month()) } else { format!("{days}d") };
        let target = *ALL.choose(&mut self.rng).unwrap();
        let name = target.split(['@', '.']).next().unwrap();
        let visitor = format!("v{number}@visitor.example");
        let address = *[PARTNERS[0], PARTNERS[1], OWN].choose(&mut self.rng).unwrap();
        let of_answers = [
            (Verb::Claim, "#claim".to_owned()),
            (Verb::Assign(target), format!("#assign {name}")),
            (Verb::Close, "#close".to_owned()),
            (Verb::Wait(day), format!("#wait {until}")),
            (Verb::Follow, "#follow".to_owned()),
            (Verb::Mute, "#mute".to_owned()),
            (Verb::Only, "#only".to_owned()),
        ];
        let others = [
            (Verb::Close, "#schliessen".to_owned()),
            (Verb::Reopen, "#reopen".to_owned()),
            (Verb::Spam, "#spam".to_owned()),
            (Verb::Release, "#release".to_owned()),
            (Verb::Away(if is_date { day + Days::new(1) } else { day }), format!("#away {until}")),
            (Verb::Back, "#back".to_owned()),
            (Verb::All, "#all".to_owned()),
            (Verb::Note, "#note".to_owned()),
            (Verb::Send, "#send".to_owned()),
            (Verb::To(address), format!("#to {}", if address == OWN { visitor.as_str() } else { address })),
            (Verb::History, "#history".to_owned()),
            (Verb::Status, "#status".to_owned()),
        ];
        let some = if is_below || self.rng.random_range(0..5) < 2 { &of_answers[..] } else { &others[..] };
        some.choose(&mut self.rng).unwrap().clone()
    }

    async fn step(&mut self) {
        let Some(last) = self.tickets.len().checked_sub(1) else { return self.inquiry().await };
        let number = self.rng.random_range(0..=last);
        match self.rng.random_range(0..10) {
            0 if last + 1 < MOST_TICKETS => self.inquiry().await,
            0..4 => self.visitor_side(number).await,
            _ => self.consultant(number).await,
        }
    }

    async fn play(mut self) -> usize {
        let end = self.now + TimeDelta::days(DAYS_OF_EACH.cast_signed());
        while self.now < end {
            let hour = self.now.with_timezone(&self.model.zone).hour();
            let time = match self.rng.random_range(0..10) {
                _ if hour >= 20 => TimeDelta::minutes(self.rng.random_range(600..800)),
                0..3 => TimeDelta::minutes(self.rng.random_range(1..5)),
                _ => TimeDelta::minutes(self.rng.random_range(12..200)),
            };
            self.pass(time).await;
            self.step().await;
            self.world.drain(&self.delivery).await;
            self.minute().await;
        }
        self.trace.len()
    }
}

#[tokio::test]
async fn on_random_days_tickets_are_as_a_model_says_and_no_question_is_outside_every_list() {
    let first = number("DAY_SEED");
    let days = number("DAYS").unwrap_or(DAYS_OF_EACH);
    let seeds = first.unwrap_or(0)..first.unwrap_or(0) + days.div_ceil(DAYS_OF_EACH);
    let begun = std::time::Instant::now();
    let play = async |seed| {
        let answer = AnswerWithin::from_env(&Env::from_pairs([])).unwrap();
        let (zone, consultants) = (answer.zone(), house().consultants);
        let promise = Promise { answer, escalate_to: vec![HEAD.to_owned()], consultants };
        eprintln!("DAY_SEED={seed}");
        Case::new(seed, zone, promise).await.play().await
    };
    let steps: Vec<_> = futures::stream::iter(seeds).map(play).buffer_unordered(4).collect().await;
    eprintln!("{days} days in {} s: {} steps", begun.elapsed().as_secs(), steps.iter().sum::<usize>());
}
