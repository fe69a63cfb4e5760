//! Gives a ticket to a consultant, and tells that person and the former owner.

use std::collections::BTreeSet;

use entity::jobs::{self, NewJob};
use mailer::db::{lock_inquiry, query_values, statement};
use sea_orm::{ConnectionTrait, DbErr};
use uuid::Uuid;

use super::{ActOutcome, Action, act, notification_of, state_of};

/// The consultant whom a name means, or why none is: `nobody`, `several`. With `consultants`, those whom the settings name;
/// without, those who were notified.
pub async fn consultant_named(
    db: &impl ConnectionTrait,
    inquiry: Uuid,
    name: &str,
    consultants: Option<&[String]>,
) -> Result<Result<String, &'static str>, DbErr> {
    let notified;
    let candidates = if let Some(consultants) = consultants {
        consultants
    } else {
        let sql = "SELECT DISTINCT recipient FROM outbox WHERE inquiry_id = $1 AND kind = 'notification'";
        notified = query_values::<String>(db, statement(sql, [inquiry.into()])).await?;
        &notified
    };
    Ok(named(name, candidates).map(str::to_owned))
}

/// By the address, by what stands before its `@`, or by words of that.
fn named<'a>(name: &str, candidates: &'a [String]) -> Result<&'a str, &'static str> {
    let name = name.trim().trim_start_matches('@').to_lowercase();
    let words: BTreeSet<&str> = name.split_whitespace().collect();
    let local = |address: &str| address.split('@').next().unwrap_or_default().to_lowercase();
    let has_words = |address: &str| {
        let local = local(address);
        let parts: BTreeSet<&str> = local.split(['.', '_', '-', '+']).collect();
        !words.is_empty() && words.is_subset(&parts)
    };
    let ways: [&dyn Fn(&str) -> bool; 3] =
        [&|address| address.to_lowercase() == name, &|address| local(address) == name, &has_words];
    for way in ways {
        let found: BTreeSet<String> =
            candidates.iter().filter(|address| way(address)).map(|address| address.to_lowercase()).collect();
        if found.len() > 1 {
            return Err("several");
        }
        if let Some(address) = candidates.iter().find(|address| way(address)) {
            return Ok(address);
        }
    }
    Err("nobody")
}

/// Names a person who was not notified: it is never sent. Its id is random, because the promise finds new inquiries by the ids of
/// notifications. `$1` its id, `$2` inquiry, `$3` recipient.
const NAME: &str = "\
    INSERT INTO outbox (id, inquiry_id, kind, recipient, last_code) SELECT $1, $2, 'notification', $3, 'named' \
    WHERE NOT EXISTS ( \
        SELECT FROM outbox WHERE inquiry_id = $2 AND kind = 'notification' AND lower(recipient) = lower($3) \
    ) ON CONFLICT DO NOTHING";

/// To the new owner the whole conversation, to the former one who has it now, by the addresses that the settings have now; not to who
/// has left. `$1` inquiry, `$2` the former owner, `$3` whom the settings name, or NULL.
const TELL: &str = "\
    WITH event AS ( \
        SELECT id, who, target FROM ticket_event WHERE inquiry_id = $1 AND verb = 'assign' AND outcome = 'done' \
        ORDER BY at DESC LIMIT 1 \
    ), told AS ( \
        SELECT DISTINCT event.id, recipient FROM event JOIN outbox AS person \
            ON person.id = target OR person.inquiry_id = $1 AND person.kind = 'notification' \
                AND lower(person.recipient) = lower($2) AND person.id IS DISTINCT FROM who \
    ) INSERT INTO outbox (id, inquiry_id, kind, recipient, about) \
    SELECT gen_random_uuid(), $1, 'assignment', coalesce(named, recipient), told.id FROM told \
        LEFT JOIN unnest($3::text[]) AS named ON lower(named) = lower(recipient) \
    WHERE $3::text[] IS NULL OR named IS NOT NULL ON CONFLICT DO NOTHING RETURNING id";

pub async fn name_consultant(db: &impl ConnectionTrait, inquiry: Uuid, consultant: &str) -> Result<(), DbErr> {
    let values = [Uuid::new_v4().into(), inquiry.into(), consultant.into()];
    db.execute_raw(statement(NAME, values)).await.map(drop)
}

/// In a transaction of the caller. Mails of the ticket are settled before, or after.
pub async fn assign(
    db: &impl ConnectionTrait,
    action: Action,
    consultant: &str,
    consultants: Option<&[String]>,
) -> Result<ActOutcome, DbErr> {
    let inquiry = action.inquiry;
    wait_for(db, &inquiry.to_string()).await?;
    if lock_inquiry(db, inquiry).await?.is_none() {
        return Ok(ActOutcome::Gone);
    }
    let former = state_of(db, inquiry).await?.and_then(|ticket| ticket.owner);
    name_consultant(db, inquiry, consultant).await?;
    let target = notification_of(db, inquiry, consultant).await?;
    let outcome = act(db, Action { target, ..action }).await?;
    if outcome == ActOutcome::Done {
        let known = consultants.map(<[String]>::to_vec);
        let rows = db.query_all_raw(statement(TELL, [inquiry.into(), former.into(), known.into()])).await?;
        let mails = rows.iter().map(|row| Ok(NewJob::deliver(row.try_get("", "id")?)));
        jobs::enqueue(db, &mails.collect::<Result<Vec<_>, DbErr>>()?).await?;
    }
    Ok(outcome)
}

/// Until the transaction ends, nothing else of this name is settled: of a ticket, which its id names, or of copies.
pub async fn wait_for(db: &impl ConnectionTrait, name: &str) -> Result<(), DbErr> {
    let lock = statement("SELECT pg_advisory_xact_lock(hashtextextended($1, 16))", [name.into()]);
    db.execute_raw(lock).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_means_one_consultant_or_none() {
        let all = ["anna.muster@own.example", "anna.other@own.example", "ben@own.example"].map(str::to_owned);
        for (name, found) in [
            ("Ben@own.example", Ok("ben@own.example")),
            ("@ben", Ok("ben@own.example")),
            ("anna.muster", Ok("anna.muster@own.example")),
            ("Anna Muster", Ok("anna.muster@own.example")),
            ("muster", Ok("anna.muster@own.example")),
            ("anna", Err("several")),
            ("eve", Err("nobody")),
            ("", Err("nobody")),
            ("ben@other.example", Err("nobody")),
        ] {
            assert_eq!(named(name, &all), found, "{name}");
        }
    }
}
