//! A thousand random steps: the report says "all in order" exactly when a model of what was promised says so.

mod requests;

use std::{collections::BTreeMap, ops::RangeInclusive};

use compliance::{ledger::Period, report::Report};
use mailer::db::database_now;
use rand::{
    RngExt, SeedableRng,
    rngs::StdRng,
    seq::{IndexedRandom, IteratorRandom},
};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use uuid::Uuid;

use self::requests::Named;
pub(super) use self::requests::Request;
use super::{done, fill, world};
use crate::support::World;

const STEPS: u32 = 1000;

/// Persons without an inquiry, whom mails copy.
const STRANGERS: RangeInclusive<u32> = 900_001..=900_003;

/// An inquiry; its number is in its address.
#[derive(Clone, Default)]
pub(super) struct Inquiry {
    /// In minutes; 0 for one that is alive.
    pub(super) expired_for: u32,
    pub(super) hold: Option<Uuid>,
    /// Somebody has moved its last contact without a contact.
    is_moved: bool,
    is_restricted: bool,
    /// How often its company was corrected.
    corrections: u32,
    messages: Vec<Message>,
    /// By their numbers.
    participants: BTreeMap<u32, Participant>,
    /// It has expired on hold, and a purge has moved it away.
    pub(super) is_set_aside: bool,
}

impl Inquiry {
    fn names(&self, person: u32) -> bool {
        self.participants.contains_key(&person) || self.messages.iter().any(|message| message.names(person))
    }

    /// Removes a message, and whom no other one names. Returns these.
    fn take(&mut self, id: Uuid) -> impl Iterator<Item = Uuid> {
        let (gone, left): (Vec<_>, _) = std::mem::take(&mut self.messages).into_iter().partition(|one| one.id == id);
        self.messages = left;
        let left = &self.messages;
        let named = self.participants.extract_if(.., move |person, named| {
            gone.iter().any(|one| named.mail == one.mail || one.names(*person))
                && !left.iter().any(|other| other.names(*person))
        });
        named.map(|(_, named)| named.id)
    }

    fn says(&self, number: u32) -> String {
        let Self { corrections, is_restricted, messages, participants, .. } = self;
        let files = messages.iter().filter(|message| message.has_file).count();
        let mails = messages.iter().filter(|message| message.has_mail).count();
        let copied: usize = messages.iter().map(|message| message.copied.len()).sum();
        let silenced = participants.values().filter(|named| named.is_restricted).count();
        let (messages, participants) = (messages.len(), participants.len());
        let (address, company) = (address(number), company(*corrections));
        format!("{address} {company} {is_restricted} {messages} {files} {mails} {participants} {copied} {silenced}")
    }
}

#[derive(Clone)]
struct Message {
    id: Uuid,
    mail: Uuid,
    author: u32,
    copied: Vec<u32>,
    has_file: bool,
    /// As it came.
    has_mail: bool,
}

impl Message {
    fn names(&self, person: u32) -> bool {
        self.author == person || self.copied.contains(&person)
    }
}

#[derive(Clone, Copy)]
struct Participant {
    id: Uuid,
    is_restricted: bool,
    /// That named it first.
    mail: Uuid,
}

/// What the ledger records of a month, which a restore does not take back.
#[derive(Clone, Copy, Default)]
pub(super) struct Acts {
    requests: u32,
    late: u32,
    corrections: u32,
    restrictions: u32,
    removals: u32,
    holds: u32,
    releases: u32,
    pub(super) exports: u32,
    /// And of nothing.
    pub(super) erasures: [u32; 2],
    /// Inquiries.
    erased: u32,
    /// Erasures of which it is not noted that the person was told, and those of them after the last day.
    untold: usize,
    untold_late: usize,
}

/// What the certificate of an erasure counts.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Erased {
    pub(super) inquiries: usize,
    pub(super) messages: usize,
    /// As they came.
    pub(super) mails: usize,
    pub(super) copies: usize,
    pub(super) participants: usize,
    /// Inquiries on hold.
    pub(super) kept: usize,
    pub(super) closed: usize,
    pub(super) open: usize,
}

impl Erased {
    /// As the entry of an erasure has it.
    pub(super) fn of(entry: &Value) -> Self {
        let figure = |key: &str| usize::try_from(entry[key].as_u64().unwrap()).unwrap();
        let length = |key: &str| entry[key].as_array().unwrap().len();
        Self {
            inquiries: figure("inquiry"),
            messages: figure("message"),
            mails: figure("raw_mail"),
            copies: length("copies"),
            participants: length("participants"),
            kept: figure("kept"),
            closed: length("requests"),
            open: length("open"),
        }
    }

    pub(super) fn is_something(&self) -> bool {
        self.inquiries + self.messages + self.mails + self.copies + self.participants > 0
    }
}

/// What a replay repeats.
#[derive(Clone, Copy)]
enum Event {
    Held(u32, Uuid),
    Released(u32),
    Erased(u32),
    Requested(Request),
    Answered(Uuid),
    Restricted(u32, bool),
    /// A participant.
    Silenced(Uuid, bool),
    /// A message, a mail as it came, or a participant.
    Removed(Uuid),
    /// A message alone, with whom no other one names.
    Taken(Uuid),
    /// The only file of a message.
    Stripped(Uuid),
    /// Somebody whom a message has copied.
    Uncopied(Uuid, u32),
}

#[derive(Clone, Default)]
pub(super) struct Model {
    pub(super) inquiries: BTreeMap<u32, Inquiry>,
    pub(super) requests: Vec<Request>,
    named: Named,
    /// Mails in quarantine that name the person with this number.
    quarantined: BTreeMap<Uuid, u32>,
    next: u32,
    events: Vec<Event>,
    pub(super) acts: Acts,
}

impl Model {
    pub(super) fn is_in_order(&self) -> bool {
        self.is_kept_as_promised()
            && self.is_answered_in_time()
            && !self.inquiries.values().any(|inquiry| inquiry.is_moved)
    }

    /// As `worker check` judges: a moved contact is the report's to find.
    pub(super) fn is_kept_as_promised(&self) -> bool {
        !self.inquiries.values().any(|inquiry| inquiry.expired_for > 10 && inquiry.hold.is_none())
    }

    pub(super) fn is_answered_in_time(&self) -> bool {
        self.acts.untold_late == 0 && !self.requests.iter().any(|request| request.days > 30)
    }

    /// A line for each inquiry, then the requests, the mails in quarantine and the untold erasures; as [`stored`].
    pub(super) fn says(&self) -> String {
        let mut lines: Vec<_> = self.inquiries.iter().map(|(number, inquiry)| inquiry.says(*number)).collect();
        lines.sort();
        format!("{}; {} {} {}", lines.join(", "), self.requests.len(), self.quarantined.len(), self.acts.untold)
    }

    /// What the export of a person has: company and restriction of the inquiry, messages, those with a file, mails as they came,
    /// participants.
    pub(super) fn exports(&self, person: u32) -> (Option<(String, bool)>, [usize; 4]) {
        let mut sums = [0, 0, self.quarantined.values().filter(|of| **of == person).count(), 0];
        for (number, inquiry) in &self.inquiries {
            for message in inquiry.messages.iter().filter(|message| *number == person || message.names(person)) {
                sums[0] += 1;
                sums[1] += usize::from(message.has_file);
                sums[2] += usize::from(message.has_mail);
            }
            sums[3] += inquiry.participants.keys().filter(|named| *number == person || **named == person).count();
        }
        let own = self.inquiries.get(&person);
        (own.map(|inquiry| (company(inquiry.corrections), inquiry.is_restricted)), sums)
    }

    fn is_stored(&self, person: u32) -> bool {
        self.exports(person) != (None, [0; 4])
    }

    /// Persons about whom something is stored.
    pub(super) fn persons(&self) -> impl Iterator<Item = u32> {
        let strangers = STRANGERS.filter(|person| self.is_stored(*person));
        self.inquiries.keys().copied().chain(strangers)
    }

    /// The figures of the report, as [`reported`].
    pub(super) fn figures(&self) -> Value {
        let count = |is: fn(&Inquiry) -> bool| self.inquiries.values().filter(|inquiry| is(inquiry)).count();
        let open = self.requests.len();
        let held = count(|inquiry| inquiry.hold.is_some());
        let Acts {
            requests,
            late,
            corrections,
            restrictions,
            removals,
            holds,
            releases,
            exports,
            erasures,
            erased,
            ..
        } = self.acts;
        json!({
            "stored, held, restricted, open": [self.inquiries.len(), held, count(|inquiry| inquiry.is_restricted), open],
            "silenced": self.inquiries.values().flat_map(|of| of.participants.values()).filter(|one| one.is_restricted).count(),
            "requests": requests, "late": late, "corrections": corrections, "restrictions": restrictions, "removals": removals,
            "holds": [holds, releases], "exports": exports, "erased": erased, "erasures": erasures,
        })
    }

    async fn add(&mut self, world: &World, expired_for: u32) {
        self.next += 1;
        let number = self.next;
        let age = match expired_for {
            0 => "now() - interval '1 year'".to_owned(),
            minutes => format!("now() - interval '2 years' - interval '{minutes} minutes'"),
        };
        fill(world, 1, &format!("m{number}n"), &age).await;
        self.inquiries.insert(number, Inquiry { expired_for, ..Inquiry::default() });
    }

    async fn purge(&mut self, world: &World) {
        world.execute("SELECT purge_expired(gen_random_uuid(), 1000)").await;
        self.forget_expired();
    }

    /// As a purge does; what a hold keeps is set aside.
    pub(super) fn forget_expired(&mut self) {
        let held = self.inquiries.values_mut().filter(|inquiry| inquiry.expired_for > 0 && inquiry.hold.is_some());
        held.for_each(|inquiry| inquiry.is_set_aside = true);
        let gone = self.inquiries.iter().filter(|(_, inquiry)| inquiry.expired_for > 0 && inquiry.hold.is_none());
        for number in gone.map(|(number, _)| *number).collect::<Vec<_>>() {
            self.inquiries.remove(&number);
        }
    }

    async fn erase(&mut self, world: &World, number: u32) {
        let sql = format!("SELECT erase_person('{}', NULL, '{{}}', NULL, 'en')", address(number));
        let entry: Value = world.value(&sql).await;
        let erased = self.forget_erased(number, &entry);
        self.acts.erasures[usize::from(!erased.is_something())] += 1;
        assert_eq!(Erased::of(&entry), erased, "{number}");
    }

    /// What went. A hold keeps an inquiry with all whom it names, also a request; the mails in quarantine are on none.
    pub(super) fn forget_erased(&mut self, person: u32, entry: &Value) -> Erased {
        let before = self.events.len();
        let gone = self.quarantined.extract_if(.., |_, of| *of == person);
        self.events.extend(gone.map(|(mail, _)| Event::Removed(mail)));
        let mut erased = Erased { mails: self.events.len() - before, ..Erased::default() };
        let is_held = |inquiry: &Inquiry| inquiry.hold.is_some();
        let of_holds =
            self.inquiries.iter().filter(|(number, of)| is_held(of) && (**number == person || of.names(person)));
        erased.kept = of_holds.count();
        for (_, inquiry) in self.inquiries.iter_mut().filter(|(number, of)| **number != person && !is_held(of)) {
            for message in inquiry.messages.iter_mut().filter(|message| message.has_mail && message.names(person)) {
                message.has_mail = false;
                erased.mails += 1;
                self.events.push(Event::Removed(message.mail));
            }
            let gone = inquiry.messages.extract_if(.., |message| message.author == person);
            let gone = gone.map(|message| Event::Removed(message.id)).collect::<Vec<_>>();
            erased.messages += gone.len();
            self.events.extend(gone);
            // The purge, which is due, takes these.
            if !inquiry.is_set_aside {
                for message in inquiry.messages.iter_mut().filter(|message| message.copied.contains(&person)) {
                    message.copied.retain(|copied| *copied != person);
                    erased.copies += 1;
                    self.events.push(Event::Uncopied(message.id, person));
                }
                let gone = inquiry.participants.remove(&person);
                erased.participants += usize::from(gone.is_some());
                self.events.extend(gone.map(|named| Event::Removed(named.id)));
            }
        }
        if let Some(inquiry) = self.inquiries.get(&person).filter(|inquiry| !is_held(inquiry)) {
            erased.inquiries = 1;
            erased.messages += inquiry.messages.len();
            erased.mails += inquiry.messages.iter().filter(|message| message.has_mail).count();
            self.events.push(Event::Erased(person));
            self.acts.erased += 1;
            self.inquiries.remove(&person);
        }
        self.close_erased(person, &mut erased, entry);
        erased
    }

    pub(super) async fn step(&mut self, world: &World, rng: &mut StdRng) {
        match rng.random_range(0..18) {
            0 => self.add(world, 0).await,
            1 => self.add(world, [1, 30, 90].into_iter().choose(rng).unwrap_or(1)).await,
            2 | 3 => self.purge(world).await,
            4..=6 => self.repair(world, rng).await,
            7 if self.acts.untold > 0 && rng.random() => self.tell(world).await,
            7 => {
                if let Some(request) = self.requests.choose(rng).copied() {
                    self.answer(world, rng, request).await;
                }
            }
            17 => self.export(world, rng).await,
            8 => self.remove_mail(world, rng).await,
            9 | 10 => self.change_content(world, rng).await,
            11 => self.ask_as_stranger(world, rng).await,
            _ => self.change(world, rng).await,
        }
    }

    /// One message of an inquiry, which a hold keeps, or one mail in quarantine.
    async fn remove_mail(&mut self, world: &World, rng: &mut StdRng) {
        let alive =
            self.inquiries.values_mut().filter(|inquiry| inquiry.expired_for == 0 && !inquiry.messages.is_empty());
        if rng.random_range(0..3) > 0
            && let Some(inquiry) = alive.choose(rng)
        {
            let Message { id, mail, author, ref copied, has_file, .. } = inquiry.messages[0];
            let persons = [&copied[..], &[author]].concat();
            let is_file = has_file && rng.random();
            let file = if is_file { "1" } else { "NULL" };
            let goes: bool = world.value(&format!("SELECT remove_mail('{id}', {file}) IS NOT NULL")).await;
            assert_eq!(goes, inquiry.hold.is_none(), "{id}");
            self.acts.removals += u32::from(goes);
            if goes {
                inquiry.messages[0].has_mail = false;
                self.events.push(Event::Removed(mail));
            }
            if goes && is_file {
                inquiry.messages[0].has_file = false;
                self.events.push(Event::Stripped(id));
            } else if goes {
                let gone = inquiry.take(id);
                self.events.extend(gone.map(Event::Removed));
                self.events.push(Event::Taken(id));
            }
            if goes {
                self.removed(&persons);
            }
        } else if let Some(mail) = self.quarantined.keys().copied().choose(rng) {
            assert!(world.value::<bool>(&format!("SELECT remove_mail('{mail}', NULL) IS NOT NULL")).await);
            let person = self.quarantined.remove(&mail).unwrap();
            self.removed(&[person]);
            self.acts.removals += 1;
            self.events.push(Event::Removed(mail));
        }
    }

    /// After the restore of the dump in which `self` was, and a replay of what came later.
    pub(super) fn replayed(mut self, later: &Self) -> Self {
        for event in &later.events[self.events.len()..] {
            match event {
                Event::Held(number, hold) => {
                    self.inquiries.entry(*number).and_modify(|inquiry| inquiry.hold = Some(*hold));
                }
                Event::Released(number) => {
                    self.inquiries.entry(*number).and_modify(|inquiry| inquiry.hold = None);
                }
                Event::Erased(number) => {
                    self.inquiries.remove(number);
                }
                Event::Requested(request) => {
                    let has_address = self.inquiries.contains_key(&request.person);
                    self.requests.push(Request { has_address, ..*request });
                }
                Event::Answered(id) => self.requests.retain(|request| request.id != *id),
                Event::Restricted(number, set) => {
                    self.inquiries.entry(*number).and_modify(|inquiry| inquiry.is_restricted = *set);
                }
                Event::Silenced(id, set) => {
                    let named = self.inquiries.values_mut().flat_map(|inquiry| inquiry.participants.values_mut());
                    named.filter(|one| one.id == *id).for_each(|one| one.is_restricted = *set);
                }
                Event::Removed(id) => {
                    self.quarantined.remove(id);
                    for inquiry in self.inquiries.values_mut() {
                        inquiry.messages.retain(|message| message.id != *id);
                        inquiry.participants.retain(|_, named| named.id != *id);
                        let of_mail = inquiry.messages.iter_mut().filter(|message| message.mail == *id);
                        of_mail.for_each(|message| message.has_mail = false);
                    }
                }
                Event::Taken(id) => self.inquiries.values_mut().for_each(|inquiry| inquiry.take(*id).for_each(drop)),
                Event::Stripped(id) => self.with_message(*id, |message| message.has_file = false),
                Event::Uncopied(id, person) => {
                    self.with_message(*id, |message| message.copied.retain(|copied| copied != person));
                }
            }
        }
        self.events.clone_from(&later.events);
        (self.next, self.acts) = (later.next, later.acts);
        self.named.restored(&later.named, &self.requests);
        self.forget_expired();
        self
    }

    fn with_message(&mut self, id: Uuid, change: impl Fn(&mut Message)) {
        let messages = self.inquiries.values_mut().flat_map(|inquiry| &mut inquiry.messages);
        messages.filter(|message| message.id == id).for_each(change);
    }

    /// What an officer does about a fault that no purge ends.
    async fn repair(&mut self, world: &World, rng: &mut StdRng) {
        if self.acts.untold_late > 0 {
            return self.tell(world).await;
        }
        let overdue = self.requests.iter().find(|request| request.days > 30).copied();
        let erasable = |request: &Request| request.is_met_by_erasure() && self.inquiries.contains_key(&request.person);
        if let Some(request) = overdue.filter(|request| !erasable(request)) {
            return self.answer(world, rng, request).await;
        }
        let moved = self.inquiries.iter().find(|(_, inquiry)| inquiry.is_moved).map(|(number, _)| *number);
        let Some(number) = overdue.map(|request| request.person).or(moved) else { return };
        if let Some(hold) = self.inquiries.get_mut(&number).and_then(|inquiry| inquiry.hold.take()) {
            self.events.push(Event::Released(number));
            self.acts.releases += 1;
            world.execute(&format!("SELECT release_hold('{hold}')")).await;
        }
        self.erase(world, number).await;
    }

    async fn change(&mut self, world: &World, rng: &mut StdRng) {
        let Some((&number, inquiry)) = self.inquiries.iter_mut().choose(rng) else { return };
        let of = inquiry_of(number);
        match rng.random_range(0..8) {
            0 if inquiry.expired_for == 0 && !inquiry.is_moved => {
                world.execute(&format!("SELECT record_contact({of}, 'message', gen_random_uuid())")).await;
            }
            1 if inquiry.expired_for == 0 => {
                world
                    .execute(&format!("UPDATE inquiry SET last_contact_at = now() - interval '5 days' WHERE id = {of}"))
                    .await;
                inquiry.is_moved = true;
            }
            2 if inquiry.hold.is_none() => {
                let sql = format!("SELECT place_hold({of}, NULL, 'a case', now() + interval '1 day')");
                let hold = world.value(&sql).await;
                inquiry.hold = Some(hold);
                self.acts.holds += 1;
                self.events.push(Event::Held(number, hold));
            }
            3 => {
                if let Some(hold) = inquiry.hold.take() {
                    // Due since then.
                    inquiry.expired_for = inquiry.expired_for.min(1);
                    self.events.push(Event::Released(number));
                    self.acts.releases += 1;
                    world.execute(&format!("SELECT release_hold('{hold}')")).await;
                }
            }
            4 | 5 => self.ask_or_answer(world, rng, number, &[1, 29, 31]).await,
            6 | 7 => self.erase(world, number).await,
            _ => {}
        }
    }

    async fn change_content(&mut self, world: &World, rng: &mut StdRng) {
        let Some((&number, inquiry)) = self.inquiries.iter_mut().choose(rng) else { return };
        let of = inquiry_of(number);
        match rng.random_range(0..4) {
            0 => self.restrict(world, number).await,
            1 => {
                let value = company(inquiry.corrections + 1);
                let correct = format!("SELECT correct_inquiry({of}, 'company', '{value}', NULL)");
                let is_corrected = world.admin.execute_unprepared(&correct).await.is_ok();
                assert_eq!(is_corrected, inquiry.hold.is_none(), "{number}");
                if is_corrected {
                    inquiry.corrections += 1;
                    self.acts.corrections += 1;
                    self.acted(number, ["correction"; 2]);
                }
            }
            2 if inquiry.expired_for == 0 => self.write(world, number, rng).await,
            3 => {
                let address = address(number);
                super::officer::quarantined(world, &address).await;
                let newest =
                    "SELECT intake_id FROM raw_mail JOIN intake ON id = intake_id ORDER BY accepted_at DESC LIMIT 1";
                self.quarantined.insert(world.value(newest).await, number);
            }
            _ => {}
        }
    }
}

impl Model {
    /// Or lifts the restriction: of the person's own inquiry, and of the address on others.
    async fn restrict(&mut self, world: &World, person: u32) {
        let own = self.inquiries.get(&person).map(|inquiry| inquiry.is_restricted);
        let mut on_others = self.inquiries.values().filter_map(|inquiry| inquiry.participants.get(&person));
        let lifted = own.unwrap_or_else(|| on_others.any(|named| named.is_restricted));
        let before = self.events.len();
        if let Some(inquiry) = self.inquiries.get_mut(&person) {
            inquiry.is_restricted = !lifted;
            self.events.push(Event::Restricted(person, !lifted));
        }
        let named = self.inquiries.values_mut().filter_map(|inquiry| inquiry.participants.get_mut(&person));
        for named in named.filter(|named| named.is_restricted == lifted) {
            named.is_restricted = !lifted;
            self.events.push(Event::Silenced(named.id, !lifted));
        }
        self.acts.restrictions += u32::from(self.events.len() > before);
        let key = address(person);
        world.execute(&format!("SELECT restrict_processing('{key}', {lifted}, now()::date, 'mail')")).await;
    }

    /// A mail of the visitor, or of somebody whom it names, which may copy others: strangers and visitors.
    async fn write(&mut self, world: &World, number: u32, rng: &mut StdRng) {
        // Also on other inquiries.
        let of_own = self.inquiries.iter().filter(|(_, of)| of.is_restricted).map(|(own, _)| *own);
        let named = self.inquiries.values().flat_map(|of| &of.participants);
        let named = named.filter(|(_, one)| one.is_restricted).map(|(person, _)| *person);
        let restricted: Vec<_> = of_own.chain(named).collect();
        let others = self.inquiries.keys().copied().filter(|other| *other != number);
        let mut copied = STRANGERS.chain(others).sample(rng, 2);
        copied.truncate(rng.random_range(0..3));
        let Some(inquiry) = self.inquiries.get_mut(&number) else { return };
        let named = inquiry.participants.keys().copied().filter(|person| !copied.contains(person)).choose(rng);
        let author = named.filter(|_| rng.random_range(0..3) == 0).unwrap_or(number);
        let (id, mail, has_file) = (Uuid::new_v4(), Uuid::new_v4(), rng.random());
        let keys: Vec<_> = copied.iter().map(|person| address(*person)).collect();
        let (keys, from) = (keys.join(","), address(author));
        let party = if author == number { "visitor" } else { "other" };
        let files = if has_file { r#"[{"name": "Zquorvex.pdf"}]"# } else { "[]" };
        let of = inquiry_of(number);
        world
            .execute(&format!(
                "INSERT INTO intake (id, way, source_key, digest, size, state, fate, settled_at) \
                     SELECT '{mail}', 'lmtp', sha256('{mail}'), sha256('{mail}'), 9, 'settled', 'reply', now(); \
                 INSERT INTO raw_mail (intake_id, inquiry_id, envelope_from, recipients, address_keys, raw) \
                     SELECT '{mail}', {of}, '{from}', '{{hello@own.example}}', array_prepend('{from}', '{{{keys}}}'::text[]), 'Wimplethorpe'; \
                 INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, copied_keys, body, \
                     new_text, files) \
                     SELECT '{id}', {of}, '{mail}', '{party}', false, '{from}', '{from}', '{{{keys}}}', 'Blimfandle', \
                     'Blimfandle', '{files}'; \
                 INSERT INTO participant (inquiry_id, intake_id, address, address_key, copied_from) \
                     SELECT {of}, '{mail}', key, key, now() FROM unnest('{{{keys}}}'::text[]) AS key ON CONFLICT DO NOTHING"
            ))
            .await;
        for person in &copied {
            if !inquiry.participants.contains_key(person) {
                let of_mail = "SELECT id FROM participant WHERE intake_id";
                let id = world.value(&format!("{of_mail} = '{mail}' AND address_key = '{}'", address(*person))).await;
                inquiry
                    .participants
                    .insert(*person, Participant { id, is_restricted: restricted.contains(person), mail });
            }
        }
        inquiry.messages.push(Message { id, mail, author, copied, has_file, has_mail: true });
    }
}

pub(super) fn address(number: u32) -> String {
    format!("m{number}n1@visitor.example")
}

fn inquiry_of(number: u32) -> String {
    format!("(SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = '{}')", address(number))
}

fn company(corrections: u32) -> String {
    if corrections == 0 { "Grobnitz".to_owned() } else { format!("Grobnitz{corrections}") }
}

/// What is stored, as [`Model::says`].
pub(super) async fn stored(world: &World) -> String {
    world
        .value(
            "SELECT concat((SELECT string_agg(line, ', ' ORDER BY line COLLATE \"C\") FROM ( \
                 SELECT concat_ws(' ', email_key, company, (restricted_at IS NOT NULL)::text, ( \
                     SELECT concat(count(*), ' ', count(*) FILTER (WHERE files <> '[]'), ' ', ( \
                         SELECT count(*) FROM raw_mail WHERE inquiry_id = inquiry.id), ' ', ( \
                         SELECT count(*) FROM compliance.participant WHERE inquiry_id = inquiry.id), ' ', \
                         coalesce(sum(cardinality(copied_keys)), 0)) FROM compliance.message \
                     WHERE inquiry_id = inquiry.id), ( \
                     SELECT count(*) FROM compliance.participant AS named \
                     WHERE inquiry_id = inquiry.id AND named.restricted_at IS NOT NULL)) AS line \
                 FROM inquiry JOIN compliance.inquiry_content ON inquiry_id = inquiry.id) AS lines), '; ', \
                 (SELECT count(*) FROM data_subject_request WHERE closed_at IS NULL), ' ', (SELECT count(*) FROM raw_mail WHERE inquiry_id IS NULL), ' ', \
                 (SELECT count(*) FROM data_subject_request WHERE closed_at IS NOT NULL AND answered_on IS NULL))",
        )
        .await
}

async fn report(world: &World) -> Report {
    let period = Period::month_of(database_now(&world.db).await.unwrap()).unwrap();
    Report::read(&world.db, period).await.unwrap()
}

/// The subject of the report, but for late answers, which last; and its figures as [`Model::figures`].
pub(super) async fn reported(world: &World) -> (String, Value) {
    let mut report = report(world).await;
    let late = std::mem::take(&mut report.evidence.answered_late);
    let subject = report.render().unwrap().parts.subject;
    let of = report.evidence;
    let figures = json!({
        "stored, held, restricted, open": [of.inquiries, of.on_hold, of.restricted, of.requests_open],
        "silenced": of.restricted_participants, "requests": of.request_entries, "late": late, "corrections": of.corrections, "restrictions": of.restrictions,
        "removals": of.removals, "holds": [of.holds_placed, of.holds_released], "exports": of.exports,
        "erased": of.erased, "erasures": [of.erasures, of.empty_erasures],
    });
    (subject, figures)
}

/// Every stored row counts as a contact.
pub(super) const ACCEPT: &str = "\
    CREATE OR REPLACE FUNCTION is_contact(inquiry uuid, contact_kind text, contact_source uuid) \
    RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT true $$";

/// A database with its first purge, on which every stored row counts as a contact.
pub(super) async fn started() -> World {
    let world = world().await;
    world.execute(ACCEPT).await;
    done(&world, &["retention", "purge"]).await;
    world
}

#[tokio::test]
async fn the_report_is_in_order_exactly_when_a_model_says_so() {
    let world = started().await;
    let (mut model, mut rng) = (Model::default(), StdRng::seed_from_u64(15));
    let (mut in_order, mut at_fault) = (0, 0);
    for step in 0..STEPS {
        model.step(&world, &mut rng).await;
        let (subject, figures) = reported(&world).await;
        assert_eq!(subject.ends_with("all in order"), model.is_in_order(), "step {step}: {subject}");
        assert_eq!(stored(&world).await, model.says(), "step {step}");
        assert_eq!(figures, model.figures(), "step {step}");
        *if model.is_in_order() { &mut in_order } else { &mut at_fault } += 1;
    }
    assert!(in_order > 100 && at_fault > 100, "{in_order} in order, {at_fault} at fault: the steps are lopsided");
}
