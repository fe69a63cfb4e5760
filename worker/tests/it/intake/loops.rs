//! Programs that answer every mail, on both sides, for 24 hours of a fast clock.

use std::collections::HashMap;

use super::{CONSULTANT, VISITOR, mail, settings_for_new, settle_by, take, ticket};
use crate::support::World;

/// What a robot does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Habit {
    /// Marks its mails as automatic.
    Headers,
    /// Quotes the Message-ID that it answers.
    References,
    /// Answers to Reply-To instead of From.
    ReplyTo,
    /// Writes other words each time.
    Varies,
    /// Writes each hour without being asked.
    Insists,
}

fn answer(robot: &[Habit], from: &str, number: usize, about: &str) -> String {
    let mut extra = String::new();
    if robot.contains(&Habit::Headers) {
        extra += "Auto-Submitted: auto-replied\r\n";
    }
    if robot.contains(&Habit::References) && !about.is_empty() {
        extra = extra + "In-Reply-To: " + about + "\r\n";
    }
    let words =
        if robot.contains(&Habit::Varies) { format!("Thank you, number {number}.") } else { "Thank you.".to_owned() };
    mail(from, &format!("{from}-{number}"), &extra).replace("Wimplethorpe answers.", &words)
}

async fn run(robot: &[Habit]) -> (usize, usize) {
    let world = World::new().await;
    let settings = settings_for_new();
    let delivery = world.delivery_with_intake(&settings);
    let ticket = ticket(&world).await;
    let (mut seen, mut number) = (0, 0);
    for _ in 0..24 {
        // Whatever one answer causes is answered within the hour.
        for _ in 0..4 {
            world.drain(&delivery).await;
            let mails = world.server.accepted();
            for mail in &mails[seen..] {
                number += 1;
                let to = mail.header("To").unwrap();
                let back = mail.header(if robot.contains(&Habit::ReplyTo) { "Reply-To" } else { "From" });
                let back = back.or_else(|| mail.header("From")).unwrap();
                let back = back.rsplit('<').next().unwrap().trim_end_matches('>').to_owned();
                let raw = answer(robot, &to, number, &mail.header("Message-ID").unwrap());
                // What goes straight to the visitor is answered straight to the consultant: no mail of ours.
                if back != VISITOR {
                    take(&world, &back, &raw).await;
                }
            }
            seen = mails.len();
            while settle_by(&world, &settings).await.is_some() {}
        }
        if robot.contains(&Habit::Insists) {
            number += 1;
            take(&world, &ticket.address, &answer(robot, VISITOR, number, "")).await;
            while settle_by(&world, &settings).await.is_some() {}
        }
        world.pass("1 hour").await;
        world
            .execute(
                "UPDATE intake SET accepted_at = accepted_at - interval '1 hour'; \
                 UPDATE message SET received_at = received_at - interval '1 hour'; \
                 UPDATE ticket_event SET at = at - interval '1 hour'",
            )
            .await;
    }
    let mut by_address: HashMap<String, usize> = HashMap::new();
    // Those are limited apart.
    let is_marked = |mail: &testkit::smtp::Record| mail.data.contains("Perhaps automatic");
    let marked = world.server.accepted().iter().filter(|mail| mail.to == CONSULTANT && is_marked(mail)).count();
    assert!(marked <= 3, "{marked} perhaps automatic");
    for mail in world.server.accepted().into_iter().filter(|mail| !is_marked(mail)) {
        *by_address.entry(mail.header("To").unwrap()).or_default() += 1;
    }
    let most = by_address.values().copied().max().unwrap_or_default();
    assert!(by_address.contains_key(CONSULTANT) && by_address.contains_key(VISITOR));
    let by_ticket = "SELECT max(mails) FROM (SELECT count(*) AS mails FROM outbox WHERE state = 'sent' GROUP BY inquiry_id) AS sent";
    (most, usize::try_from(world.value::<i64>(by_ticket).await).unwrap())
}

#[tokio::test]
async fn robots_on_both_sides_get_at_most_three_mails_an_address_and_twenty_a_ticket() {
    use Habit::{Headers, Insists, References, ReplyTo, Varies};
    let robots: [&[Habit]; 7] = [
        &[Headers, References, ReplyTo, Varies, Insists],
        &[Headers],
        &[],
        &[Varies],
        &[References, Varies],
        &[ReplyTo, Varies],
        &[ReplyTo, References, Insists],
    ];
    for robot in robots {
        let (by_address, by_ticket) = run(robot).await;
        assert!(by_address <= 3 && by_ticket <= 20, "{robot:?}: {by_address} an address, {by_ticket} a ticket");
    }
}
