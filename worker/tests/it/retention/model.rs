//! A thousand random steps: the report says "all in order" exactly when a model of what was promised says so.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IteratorRandom};
use uuid::Uuid;
use worker::{db::database_now, ledger::Period, report::Report};

use super::{done, fill, world};
use crate::support::World;

const STEPS: u32 = 1000;

/// An inquiry; its number is in its address.
#[derive(Clone, Copy, Default)]
struct Inquiry {
    /// In minutes; 0 for one that is alive.
    expired_for: u32,
    hold: Option<Uuid>,
    /// Somebody has moved its last contact without a contact.
    is_moved: bool,
    /// Days since its data subject request came; `None` without one.
    request: Option<u32>,
}

#[derive(Default)]
struct Model {
    inquiries: BTreeMap<u32, Inquiry>,
    /// Requests that outlived their inquiry.
    orphans: BTreeMap<u32, u32>,
    next: u32,
}

impl Model {
    fn is_in_order(&self) -> bool {
        let is_overdue = |days: &u32| *days > 30;
        self.inquiries.values().all(|inquiry| {
            let waits = inquiry.expired_for > 10 && inquiry.hold.is_none();
            !waits && !inquiry.is_moved && !inquiry.request.is_some_and(|days| is_overdue(&days))
        }) && !self.orphans.values().any(is_overdue)
    }

    fn remove(&mut self, number: u32) {
        if let Some(days) = self.inquiries.remove(&number).and_then(|inquiry| inquiry.request) {
            self.orphans.insert(number, days);
        }
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
        let gone = self.inquiries.iter().filter(|(_, inquiry)| inquiry.expired_for > 0 && inquiry.hold.is_none());
        for number in gone.map(|(number, _)| *number).collect::<Vec<_>>() {
            self.remove(number);
        }
    }

    async fn erase(&mut self, world: &World, number: u32) {
        world.execute(&format!("SELECT erase_person('{}')", address(number))).await;
        self.orphans.remove(&number);
        if self.inquiries.get(&number).is_some_and(|inquiry| inquiry.hold.is_none()) {
            // The request is closed by the erasure.
            self.inquiries.remove(&number);
        }
    }

    /// What an officer does about a fault that no purge ends.
    async fn repair(&mut self, world: &World) {
        let is_fault = |inquiry: &Inquiry| inquiry.is_moved || inquiry.request.is_some_and(|days| days > 30);
        let faulty = self.inquiries.iter_mut().find(|(_, inquiry)| is_fault(inquiry));
        let Some((&number, inquiry)) = faulty else { return };
        if let Some(hold) = inquiry.hold.take() {
            world.execute(&format!("SELECT release_hold('{hold}')")).await;
        }
        self.erase(world, number).await;
    }

    async fn close_request(&mut self, world: &World, number: u32) {
        let sql = "UPDATE data_subject_request SET closed_at = now(), email_key = NULL WHERE email_key";
        world.execute(&format!("{sql} = '{}'", address(number))).await;
        self.orphans.remove(&number);
        if let Some(inquiry) = self.inquiries.get_mut(&number) {
            inquiry.request = None;
        }
    }

    async fn change(&mut self, world: &World, rng: &mut StdRng) {
        let Some((&number, inquiry)) = self.inquiries.iter_mut().choose(rng) else { return };
        let of = format!("(SELECT inquiry_id FROM compliance.inquiry_content WHERE email_key = '{}')", address(number));
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
                inquiry.hold = Some(world.value(&sql).await);
            }
            3 => {
                if let Some(hold) = inquiry.hold.take() {
                    world.execute(&format!("SELECT release_hold('{hold}')")).await;
                }
            }
            4 if inquiry.request.is_none() => {
                let days = [1, 29, 31].into_iter().choose(rng).unwrap_or(1);
                let sql = "INSERT INTO data_subject_request (kind, email_key, received_at) VALUES ('access',";
                world.execute(&format!("{sql} '{}', now() - interval '{days} days')", address(number))).await;
                inquiry.request = Some(days);
            }
            5 => self.close_request(world, number).await,
            6 | 7 => self.erase(world, number).await,
            _ => {}
        }
    }
}

fn address(number: u32) -> String {
    format!("m{number}n1@visitor.example")
}

async fn subject(world: &World) -> String {
    let period = Period::month_of(database_now(&world.db).await.unwrap()).unwrap();
    Report::read(&world.db, period).await.unwrap().render().unwrap().subject
}

#[tokio::test]
async fn the_report_is_in_order_exactly_when_a_model_says_so() {
    let world = world().await;
    let accept = "CREATE OR REPLACE FUNCTION is_contact(inquiry uuid, contact_kind text, contact_source uuid) \
                  RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT true $$";
    world.execute(accept).await;
    done(&world, &["retention", "purge"]).await;
    let (mut model, mut rng) = (Model::default(), StdRng::seed_from_u64(15));
    let (mut in_order, mut at_fault) = (0, 0);
    for step in 0..STEPS {
        match rng.random_range(0..12) {
            0 => model.add(&world, 0).await,
            1 => model.add(&world, [1, 30, 90].into_iter().choose(&mut rng).unwrap_or(1)).await,
            2 | 3 => model.purge(&world).await,
            4..=6 => model.repair(&world).await,
            7 => {
                if let Some(number) = model.orphans.keys().copied().choose(&mut rng) {
                    model.close_request(&world, number).await;
                }
            }
            _ => model.change(&world, &mut rng).await,
        }
        let subject = subject(&world).await;
        assert_eq!(subject.ends_with("all in order"), model.is_in_order(), "step {step}: {subject}");
        *if model.is_in_order() { &mut in_order } else { &mut at_fault } += 1;
    }
    assert!(in_order > 100 && at_fault > 100, "{in_order} in order, {at_fault} at fault: the steps are lopsided");
}
