//! What docs/mail-in.md says of tickets: who owns them, who is told, what is listed when.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Days, NaiveDate, TimeDelta, TimeZone, Utc};
use worker::ticket::{State, Way};

use super::calendar::{OPEN, at, is_working, next_opening, opening, promised};

pub(super) type Who = &'static str;

pub(super) const ANNA: Who = "anna@own.example";
pub(super) const BEN: Who = "ben@own.example";
pub(super) const CARL: Who = "carl.muster@own.example";
/// `ESCALATE_TO`
pub(super) const HEAD: Who = "head@own.example";
pub(super) const ALL: [Who; 4] = [ANNA, BEN, CARL, HEAD];
/// The visitor's own address, in the outbox.
pub(super) const OWN: &str = "";

const ALONE: TimeDelta = TimeDelta::minutes(10);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Verb {
    Claim,
    Assign(Who),
    Close,
    Reopen,
    Spam,
    Release,
    Wait(NaiveDate),
    Away(NaiveDate),
    Back,
    Follow,
    Mute,
    Only,
    All,
    Note,
    Send,
    To(&'static str),
    History,
    Status,
}

/// Whether answers go to somebody on the visitor's side.
#[derive(Default)]
struct Participant {
    is_copied: bool,
    is_left_out: bool,
    /// Answers have gone there instead, now or before.
    is_other_address: bool,
}

#[expect(clippy::struct_excessive_bools, reason = "each is one fact of a ticket")]
pub(super) struct Ticket {
    is_urgent: bool,
    pub(super) state: State,
    pub(super) owner: Option<Who>,
    /// Half of the promised time, and all of it.
    pub(super) promised: [DateTime<Utc>; 2],
    is_reminded: bool,
    escalated: Option<DateTime<Utc>>,
    pub(super) first_way: Option<Way>,
    /// Since the promised time began.
    pub(super) is_answered: bool,
    /// The visitor, since the last answer.
    has_written: bool,
    pub(super) waits_until: Option<DateTime<Utc>>,
    pub(super) told: BTreeSet<Who>,
    choices: BTreeMap<Who, bool>,
    participants: BTreeMap<&'static str, Participant>,
    is_only: bool,
    /// Answers go there instead.
    pub(super) other_address: Option<&'static str>,
    last_answers: BTreeMap<Who, DateTime<Utc>>,
    /// Whether each answer of a person waits.
    answers: BTreeMap<Who, Vec<bool>>,
    /// Somebody on the visitor's side has asked something since anybody did anything about it.
    pub(super) is_open_question: bool,
    pub(super) mails: BTreeMap<String, u32>,
}

pub(super) struct Model<Z> {
    pub(super) zone: Z,
    pub(super) tickets: Vec<Ticket>,
    away: BTreeMap<Who, DateTime<Utc>>,
    /// Whose program has answered.
    noted: BTreeSet<Who>,
    digest_on: Option<NaiveDate>,
}

impl Ticket {
    fn send(&mut self, kind: &str, to: &str) {
        *self.mails.entry(format!("{kind} {to}")).or_default() += 1;
    }

    fn send_each(&mut self, kind: &str, to: impl IntoIterator<Item = Who>) {
        to.into_iter().for_each(|who| self.send(kind, who));
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.state, State::Closed | State::Spam)
    }

    fn is_put_off(&self, now: DateTime<Utc>) -> bool {
        self.waits_until.is_some_and(|until| until > now)
    }

    pub(super) fn is_waiting(&self, now: DateTime<Utc>) -> bool {
        !self.is_over()
            && !self.is_put_off(now)
            && (self.waits_until.is_some() || !self.is_answered || self.has_written)
    }

    pub(super) fn is_copied(&self, participant: &str) -> bool {
        self.participants.get(participant).is_some_and(|one| one.is_copied && !one.is_left_out)
    }

    fn leave_out(&mut self, is_only: bool) {
        self.is_only = is_only;
        for one in self.participants.values_mut() {
            if is_only {
                one.is_left_out |= one.is_copied;
            } else if one.is_left_out || !one.is_copied && !one.is_other_address {
                (one.is_copied, one.is_left_out) = (true, false);
            }
        }
    }

    fn name(&mut self, copied: &[&'static str], is_proven: bool) {
        let is_only = self.is_only;
        for address in copied {
            let one = self.participants.entry(address).or_default();
            if is_proven && !one.is_copied {
                (one.is_copied, one.is_left_out) = (true, is_only);
            }
        }
    }

    /// The visitor gets one, and each participant.
    fn answer_to_all(&mut self) {
        let main = self.other_address.unwrap_or(OWN);
        let copied: Vec<_> =
            self.participants.keys().copied().filter(|one| *one != main && self.is_copied(one)).collect();
        self.send("answer", main);
        self.send_each("answer", copied);
        (self.is_answered, self.has_written, self.is_open_question) = (true, false, false);
        self.first_way = self.first_way.or(Some(Way::Mail));
    }
}

impl<Z: TimeZone> Model<Z> {
    pub(super) fn new(zone: Z) -> Self {
        Self { zone, tickets: Vec::new(), away: BTreeMap::new(), noted: BTreeSet::new(), digest_on: None }
    }

    pub(super) fn add(&mut self, now: DateTime<Utc>, is_urgent: bool) {
        let mut ticket = Ticket {
            is_urgent,
            state: State::Open,
            owner: None,
            promised: promised(&self.zone, now, is_urgent),
            is_reminded: false,
            escalated: None,
            first_way: None,
            is_answered: false,
            has_written: false,
            waits_until: None,
            told: BTreeSet::from([ANNA, BEN]),
            choices: BTreeMap::new(),
            participants: BTreeMap::new(),
            is_only: false,
            other_address: None,
            last_answers: BTreeMap::new(),
            answers: BTreeMap::new(),
            is_open_question: true,
            mails: BTreeMap::new(),
        };
        ticket.send_each("notification", [ANNA, BEN]);
        ticket.send("auto_reply", OWN);
        self.tickets.push(ticket);
    }

    /// Near these moments a comparison would depend on how fast the test is.
    pub(super) fn is_near_a_boundary(&self, now: DateTime<Utc>) -> bool {
        let near = |at: DateTime<Utc>| (at - now).abs() < TimeDelta::minutes(3);
        let day = now.with_timezone(&self.zone).date_naive();
        let of_tickets = self.tickets.iter().flat_map(|ticket| {
            let again = ticket.last_answers.values().map(|at| *at + ALONE);
            ticket.promised.into_iter().chain(ticket.waits_until).chain(again)
        });
        let midnights = [day, day + Days::new(1)].map(|day| at(&self.zone, day, 0));
        let hours = OPEN.map(|hour| at(&self.zone, day, hour));
        of_tickets.chain(midnights).chain(hours).chain(self.away.values().copied()).any(near)
    }

    fn reads(&self, who: Who, now: DateTime<Utc>) -> bool {
        !self.noted.contains(who) && self.away.get(who).is_none_or(|until| *until <= now)
    }

    /// `all`: but who has muted it.
    fn readers(&self, number: usize, now: DateTime<Utc>, all: bool) -> BTreeSet<Who> {
        let ticket = &self.tickets[number];
        let waits_urgently = ticket.is_urgent && !ticket.is_answered;
        match ticket.owner {
            Some(owner) if self.reads(owner, now) && !waits_urgently => {
                let follows = |who: Who| ticket.choices.get(who).copied().unwrap_or(all);
                ticket.told.iter().copied().filter(|who| *who == owner || follows(who)).collect()
            }
            _ => ticket.told.clone(),
        }
    }

    /// The promised time begins anew.
    fn open_again(&mut self, number: usize, now: DateTime<Utc>) {
        let zone = &self.zone;
        let ticket = &mut self.tickets[number];
        ticket.promised = promised(zone, now, ticket.is_urgent);
        (ticket.is_reminded, ticket.escalated, ticket.is_answered) = (false, None, false);
        ticket.state = if ticket.owner.is_some() { State::Claimed } else { State::Open };
    }

    /// A mail of the visitor's side. `is_contact`: not of a stranger, nor of who is left out.
    pub(super) fn turn(&mut self, number: usize, now: DateTime<Utc>, is_contact: bool, is_thanks: bool) {
        let was_over = self.tickets[number].is_over();
        if is_contact && !is_thanks {
            if was_over {
                self.open_again(number, now);
            }
            let ticket = &mut self.tickets[number];
            (ticket.has_written, ticket.is_open_question, ticket.waits_until) = (true, true, None);
        }
        let readers = self.readers(number, now, was_over && !is_contact);
        self.tickets[number].send_each("visitor_reply", readers);
    }

    /// The visitor's own mail, which copies these.
    pub(super) fn copies(&mut self, number: usize, copied: &[&'static str], is_proven: bool) {
        let ticket = &mut self.tickets[number];
        ticket.name(copied, is_proven && ticket.other_address.is_none());
    }

    pub(super) fn program_answers(&mut self, who: Who) {
        self.noted.insert(who);
    }

    /// Whether an answer of this person waits.
    fn is_held(&self, number: usize, who: Who, now: DateTime<Utc>) -> bool {
        let answers = &self.tickets[number].last_answers;
        let is_new = |at: &DateTime<Utc>| *at + ALONE > now && answers.get(who).is_none_or(|own| at > own);
        answers.iter().any(|(other, at)| *other != who && is_new(at))
    }

    fn answer(&mut self, number: usize, who: Who, now: DateTime<Utc>) {
        let mut readers = self.readers(number, now, false);
        readers.remove(who);
        let ticket = &mut self.tickets[number];
        ticket.send_each("answer_copy", readers);
        ticket.answer_to_all();
        ticket.last_answers.insert(who, now);
        ticket.waits_until = ticket.waits_until.filter(|until| *until > now);
        if ticket.state == State::Open {
            (ticket.state, ticket.owner) = (State::Claimed, Some(who));
        }
    }

    /// A consultant's mail: an answer, a verb, or both.
    pub(super) fn command(&mut self, number: usize, who: Who, now: DateTime<Utc>, is_answer: bool, verb: Option<Verb>) {
        if let Some(Verb::Only | Verb::All) = verb {
            self.noted.remove(who);
            self.tickets[number].leave_out(verb == Some(Verb::Only));
        }
        let is_held = is_answer && self.is_held(number, who, now);
        if is_answer {
            self.tickets[number].answers.entry(who).or_default().push(is_held);
            if !is_held {
                self.answer(number, who, now);
            }
        }
        self.noted.remove(who);
        let ticket = &mut self.tickets[number];
        match verb {
            Some(Verb::History) => ticket.send("assignment", who),
            None if !is_held => {}
            _ => ticket.send("receipt", who),
        }
        if let Some(verb) = verb.filter(|_| !is_held) {
            self.follow(number, who, now, verb);
        }
        // It arrives when its verbs are done: of one that opens the ticket again, the visitor has an answer.
        self.tickets[number].is_answered |= is_answer && !is_held;
    }

    fn follow(&mut self, number: usize, who: Who, now: DateTime<Utc>, verb: Verb) {
        let is_over = self.tickets[number].is_over();
        let ticket = &mut self.tickets[number];
        match verb {
            Verb::Claim if ticket.state == State::Claimed => {}
            Verb::Claim => {
                let was_owner = ticket.owner == Some(who);
                self.give(number, who, now);
                if !was_owner {
                    self.tell_claim(number, who, now);
                }
            }
            Verb::Assign(target) => self.assign(number, who, target, now),
            Verb::Close if ticket.state != State::Closed => {
                ticket.end(State::Closed);
                // Answered by phone.
                if ticket.first_way.is_none() {
                    (ticket.first_way, ticket.is_answered) = (Some(Way::Phone), true);
                }
            }
            Verb::Spam if ticket.state != State::Spam => ticket.end(State::Spam),
            Verb::Reopen | Verb::Release if is_over => self.open_again(number, now),
            Verb::Reopen => ticket.waits_until = None,
            Verb::Wait(day) if !is_over && ticket.owner.is_none_or(|owner| owner == who) => {
                let was_open = ticket.owner.is_none();
                ticket.waits_until = Some(next_opening(&self.zone, day));
                (ticket.state, ticket.owner) = (State::Claimed, Some(who));
                if was_open {
                    self.tell_claim(number, who, now);
                }
            }
            Verb::Away(day) => {
                self.away.insert(who, next_opening(&self.zone, day));
            }
            Verb::Back => {
                self.away.remove(who);
            }
            Verb::Follow | Verb::Mute => {
                ticket.choices.insert(who, verb == Verb::Follow);
            }
            Verb::Note => {
                let mut readers = self.readers(number, now, true);
                readers.remove(who);
                self.tickets[number].send_each("answer_copy", readers);
            }
            Verb::Send => {
                let answers = ticket.answers.entry(who).or_default();
                if answers.iter().filter(|waits| **waits).count() == 1 && answers.last() == Some(&true) {
                    answers.pop();
                    answers.push(false);
                    self.answer(number, who, now);
                }
            }
            // Once it is confirmed.
            Verb::To(address) => {
                ticket.send("receipt", who);
                ticket.other_address = Some(address).filter(|address| *address != OWN);
                if address != OWN {
                    ticket.participants.entry(address).or_default().is_other_address = true;
                }
            }
            _ => {}
        }
    }

    fn tell_claim(&mut self, number: usize, who: Who, now: DateTime<Utc>) {
        let mut readers = self.readers(number, now, true);
        readers.remove(who);
        self.tickets[number].send_each("assignment", readers);
    }

    fn give(&mut self, number: usize, who: Who, now: DateTime<Utc>) {
        self.tickets[number].owner = Some(who);
        if self.tickets[number].is_over() {
            self.open_again(number, now);
        }
        self.tickets[number].state = State::Claimed;
    }

    fn assign(&mut self, number: usize, who: Who, target: Who, now: DateTime<Utc>) {
        let ticket = &mut self.tickets[number];
        if ticket.state == State::Claimed && ticket.owner == Some(target) {
            return;
        }
        ticket.told.insert(target);
        let former = ticket.owner.filter(|former| *former != who && *former != target);
        ticket.send_each("assignment", former.into_iter().chain([target]));
        self.give(number, target, now);
    }

    /// What a minute brings. Returns the morning mails: to whom, and which tickets.
    pub(super) fn minute(&mut self, now: DateTime<Utc>) -> BTreeMap<Who, BTreeSet<usize>> {
        let day = now.with_timezone(&self.zone).date_naive();
        let opened = Some(opening(&self.zone, day)).filter(|opening| is_working(day) && *opening <= now);
        for number in 0..self.tickets.len() {
            let ticket = &self.tickets[number];
            if ticket.is_over() || ticket.is_answered || ticket.is_put_off(now) {
                continue;
            }
            let [half, due] = ticket.promised;
            let owner = ticket.owner.filter(|owner| self.reads(owner, now));
            let ticket = &mut self.tickets[number];
            if due <= now && ticket.escalated.is_none_or(|at| opened.is_some_and(|opening| at < opening)) {
                ticket.escalated = Some(now);
                ticket.told.insert(HEAD);
                ticket.send("escalation", HEAD);
            } else if half <= now && now < due && !ticket.is_reminded {
                ticket.is_reminded = true;
                let all = ticket.told.clone();
                ticket.send_each("reminder", owner.map_or(all, |owner| BTreeSet::from([owner])));
            }
        }
        if opened.is_none() || self.digest_on == Some(day) {
            return BTreeMap::new();
        }
        self.digest_on = Some(day);
        ALL.map(|who| (who, self.list(who, now))).into_iter().filter(|(_, list)| !list.is_empty()).collect()
    }

    pub(super) fn list(&self, who: Who, now: DateTime<Utc>) -> BTreeSet<usize> {
        let tickets = self.tickets.iter().enumerate();
        tickets.filter(|(_, one)| one.told.contains(who) && one.is_waiting(now)).map(|(number, _)| number).collect()
    }
}

impl Ticket {
    fn end(&mut self, state: State) {
        (self.state, self.waits_until, self.is_open_question) = (state, None, false);
    }
}
