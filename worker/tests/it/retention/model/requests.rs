//! Requests of persons: which answers are true.

use std::collections::BTreeSet;

use rand::{
    RngExt,
    rngs::StdRng,
    seq::{IndexedRandom, IteratorRandom},
};
use serde_json::Value;
use uuid::Uuid;

use super::{Erased, Event, Model, STRANGERS, address};
use crate::support::World;

/// An open one.
#[derive(Clone, Copy)]
pub(in crate::retention) struct Request {
    pub(in crate::retention) id: Uuid,
    pub(in crate::retention) person: u32,
    /// Since it came.
    pub(super) days: u32,
    pub(in crate::retention) kind: &'static str,
    /// A replay finds the address by an inquiry alone.
    pub(in crate::retention) has_address: bool,
}

impl Request {
    /// What an erasure answers.
    pub(super) fn is_met_by_erasure(&self) -> bool {
        matches!(self.kind, "erasure" | "objection")
    }
}

const KINDS: [&str; 6] = ["access", "portability", "correction", "erasure", "restriction", "objection"];
const ANSWERS: [&str; 5] = ["refused", "granted", "partly", "nothing_stored", "ended_by_erasure"];

/// Requests that entries name, which a restore does not take back.
#[derive(Clone, Default)]
pub(super) struct Named {
    /// Exports and corrections, of the kinds that they serve.
    acted: BTreeSet<Uuid>,
    /// Erasures and removals that have left them open.
    erased: BTreeSet<Uuid>,
    /// Erasures from which a hold kept something.
    kept: BTreeSet<Uuid>,
}

impl Named {
    /// Values are lost with a restore: only the corrections before the dump count.
    pub(super) fn restored(&mut self, later: &Self, requests: &[Request]) {
        let corrected = std::mem::replace(self, later.clone()).acted;
        let lost = requests.iter().filter(|one| one.kind == "correction" && !corrected.contains(&one.id));
        lost.for_each(|one| {
            self.acted.remove(&one.id);
        });
    }
}

impl Model {
    /// The requests for it, one at least. A hold keeps them open, and one is registered if there is none.
    pub(super) fn close_erased(&mut self, person: u32, erased: &mut Erased, entry: &Value) {
        let is_of = |request: &Request| request.person == person && request.has_address;
        if erased.kept > 0 && !self.requests.iter().any(|request| is_of(request) && request.kind == "erasure") {
            let open = entry["open"].as_array().unwrap().iter().map(|id| id.as_str().unwrap().parse().unwrap());
            let id = open.into_iter().find(|id| !self.requests.iter().any(|request| request.id == *id));
            let id = id.expect("the entry names the new request");
            let objections = self.requests.iter().filter(|request| is_of(request) && request.kind == "objection");
            let days = objections.map(|request| request.days).max().unwrap_or(0);
            self.add_request(Request { id, person, days, kind: "erasure", has_address: true });
        } else if erased.kept == 0 && erased.is_something() {
            let met = self.requests.extract_if(.., |request| is_of(request) && request.is_met_by_erasure());
            for request in met {
                let is_late = request.days > 30;
                self.acts.late += u32::from(is_late);
                self.acts.untold_late += usize::from(is_late);
                self.events.push(Event::Answered(request.id));
                erased.closed += 1;
            }
            erased.closed = erased.closed.max(1);
            self.acts.untold += erased.closed;
        }
        let open = self.requests.iter().filter(|request| is_of(request)).map(|request| request.id);
        erased.open = open.clone().count();
        if erased.is_something() {
            self.named.erased.extend(open.clone());
        }
        if erased.kept > 0 {
            self.named.kept.extend(open);
        }
    }

    /// Something was done for a person that serves requests of these kinds.
    pub(super) fn acted(&mut self, person: u32, kinds: [&str; 2]) {
        let of = self.requests.iter().filter(|of| of.person == person && of.has_address && kinds.contains(&of.kind));
        self.named.acted.extend(of.map(|request| request.id));
    }

    /// A mail that names these persons. It may have been the last.
    pub(super) fn removed(&mut self, persons: &[u32]) {
        let gone = |of: &&Request| persons.contains(&of.person) && of.has_address && !self.is_stored(of.person);
        let gone: Vec<_> = self.requests.iter().filter(gone).map(|request| request.id).collect();
        self.named.erased.extend(gone);
    }

    pub(super) fn add_request(&mut self, request: Request) {
        self.requests.push(request);
        self.acts.requests += 1;
        self.events.push(Event::Requested(request));
    }

    /// Why this answer is refused.
    fn refusal(&self, request: &Request, how: &str) -> Option<&'static str> {
        if !request.has_address {
            return (how == "nothing_stored" && self.named.erased.contains(&request.id)).then_some("erased");
        }
        let is_left = self.is_stored(request.person);
        let [is_acted, is_erased, is_kept] =
            [&self.named.acted, &self.named.erased, &self.named.kept].map(|named| named.contains(&request.id));
        let is_restricted = self.is_restricted(request);
        let has_gone = !is_left && (is_erased || is_kept);
        let is_done = match request.kind {
            "erasure" => has_gone,
            "objection" if has_gone => true,
            "restriction" | "objection" => is_restricted == Some(true),
            _ => is_acted,
        };
        match (how, request.kind) {
            ("nothing_stored" | "ended_by_erasure", _) | ("granted", "erasure") if is_left => Some("stored"),
            ("nothing_stored", _) => is_erased.then_some("erased"),
            ("ended_by_erasure", _) => (!is_erased).then_some("nothing"),
            ("granted" | "partly", _) if !is_done && !is_left => Some(if is_erased { "erased" } else { "nothing" }),
            ("granted" | "partly", "access" | "portability") => (!is_acted).then_some("export"),
            ("granted", "restriction" | "objection") if !is_done && is_restricted.is_none() => Some("unrestricted"),
            ("granted", _) => (!is_done).then_some("undone"),
            _ => None,
        }
    }

    /// All that names the address, if anything does.
    fn is_restricted(&self, request: &Request) -> Option<bool> {
        let own = self.inquiries.get(&request.person).map(|inquiry| inquiry.is_restricted);
        let on_others = self.inquiries.values().filter_map(|inquiry| inquiry.participants.get(&request.person));
        let all: Vec<_> = own.into_iter().chain(on_others.map(|named| named.is_restricted)).collect();
        (!all.is_empty()).then(|| all.iter().all(|is_restricted| *is_restricted))
    }

    /// Somebody without an inquiry of the own, whom mails may copy.
    pub(super) async fn ask_as_stranger(&mut self, world: &World, rng: &mut StdRng) {
        let person = rng.random_range(STRANGERS);
        let act = rng.random_range(0..4);
        if act == 0 {
            self.restrict(world, person).await;
        } else if act == 1 {
            self.erase(world, person).await;
        } else {
            self.ask_or_answer(world, rng, person, &[1, 29]).await;
        }
    }

    /// A person has one request, and one that an erasure has registered.
    pub(super) async fn ask_or_answer(&mut self, world: &World, rng: &mut StdRng, person: u32, days: &[u32]) {
        if let Some(request) = self.requests.iter().find(|request| request.person == person).copied() {
            return self.answer(world, rng, request).await;
        }
        let (days, kind) = (*days.choose(rng).unwrap(), *KINDS.choose(rng).unwrap());
        let key = address(person);
        let sql = format!(
            "SELECT request FROM register_request('{kind}', '{key}', now() - interval '{days} days', NULL, 'en')"
        );
        let id = world.value(&sql).await;
        self.add_request(Request { id, person, days, kind, has_address: true });
    }

    /// Also of a person of whom nothing is stored.
    pub(super) async fn export(&mut self, world: &World, rng: &mut StdRng) {
        let persons = self.persons().chain(self.requests.iter().map(|request| request.person));
        let Some(person) = persons.choose(rng) else { return };
        world.execute(&format!("SELECT record_export('{}')", address(person))).await;
        self.exported(person);
    }

    pub(in crate::retention) fn exported(&mut self, person: u32) {
        self.acts.exports += 1;
        if self.is_stored(person) {
            self.acted(person, ["access", "portability"]);
        }
    }

    /// Any answer is tried; a refusal is true of every request.
    pub(super) async fn answer(&mut self, world: &World, rng: &mut StdRng, request: Request) {
        let Request { id, kind, .. } = request;
        for how in [ANSWERS.choose(rng).unwrap(), "refused"] {
            let sent = match (how, kind) {
                ("granted" | "partly", "access" | "portability") => "export",
                ("refused", _) => "reasons",
                _ => "confirmation",
            };
            let sql = format!("SELECT answer_request('{id}', '{how}', now()::date, 'mail', '{sent}', 'known')");
            let why: Option<String> = world.value(&sql).await;
            assert_eq!(why.as_deref(), self.refusal(&request, how), "{kind} {how} {}", request.person);
            if why.is_none() {
                return self.answered(&request);
            }
        }
    }

    /// Of the erasure that is due first.
    pub(super) async fn tell(&mut self, world: &World) {
        let sql = "SELECT answer_request(id, 'granted', now()::date, 'mail', 'certificate', 'document') IS NULL \
                   FROM data_subject_request WHERE closed_at IS NOT NULL AND answered_on IS NULL ORDER BY due_at LIMIT 1";
        assert!(world.value::<bool>(sql).await);
        self.acts.requests += 1;
        self.acts.untold -= 1;
        self.acts.untold_late = self.acts.untold_late.saturating_sub(1);
    }

    pub(in crate::retention) fn answered(&mut self, request: &Request) {
        self.requests.retain(|open| open.id != request.id);
        self.events.push(Event::Answered(request.id));
        self.acts.requests += 1;
        self.acts.late += u32::from(request.days > 30);
    }
}
