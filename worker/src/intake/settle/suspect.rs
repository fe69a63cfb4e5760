//! A consultant's decision about a suspected inquiry, by a link of the daily digest.

use inbound::commands::{self, Command};
use sea_orm::{DbErr, TransactionTrait};
use uuid::Uuid;

use super::{
    Fate,
    act::{Acted, Settling, conclude},
    content::Content,
    decide::Decision,
    verdict::proves,
};
use crate::ticket::{ActOutcome, Action, Verb, act, release};

/// Does what the mail says. What cannot be done waits in the quarantine, with the reason.
pub(super) async fn decide_suspect(
    settling: &Settling<'_>,
    content: &Content,
    (inquiry, consultant): (Uuid, String),
) -> Result<Acted, DbErr> {
    let Settling { db, settings, claimed } = settling;
    let transaction = db.begin().await?;
    let command =
        proves(content, &consultant).and_then(|()| match commands::read(&content.new_text).commands.as_slice() {
            [Command::Release] => Ok(Verb::Release),
            [Command::Spam] => Ok(Verb::Spam),
            _ => Err("no_command"),
        });
    let decision = match command {
        Err(reason) => Decision::quarantine(reason),
        Ok(verb) => {
            // Without routes no address was made for a consultant.
            let outcome = if let (Verb::Release, Some(routes)) = (verb, &settings.routes) {
                release(&transaction, inquiry, routes, Some(&consultant), Some(claimed.id)).await?
            } else {
                // Nobody is notified of it, so nobody of the ticket is named.
                let action = Action { inquiry, who: None, verb, intake: Some(claimed.id), target: None };
                act(&transaction, action).await?
            };
            match outcome {
                ActOutcome::Gone => Decision::quarantine("no_inquiry"),
                ActOutcome::Restricted => Decision::quarantine("restricted"),
                // Somebody was faster.
                ActOutcome::Unchanged if verb == Verb::Release => Decision::dropped("decided"),
                _ => Decision { fate: Fate::Command, inquiry: Some(inquiry), ..Decision::quarantine("verdict") },
            }
        }
    };
    conclude(transaction, claimed, content, &decision).await
}
