//! A consultant's decision by a link of a daily digest: about a mail in quarantine, or about a suspected inquiry. What cannot
//! be done waits in the quarantine itself, with the reason.

use entity::email_address::key_of;
use inbound::{
    commands::{self, Command},
    standing::{Evidence, Standing, standing},
};
use sea_orm::{DatabaseTransaction, DbErr};
use uuid::Uuid;

use super::{Settling, content::Content, decide::Decision};
use crate::{
    intake::operator::{OperatorError, attach, drop_mail, open},
    ticket::{ActOutcome, Action, Verb, act, release},
};

/// The sole command, if the consultant wrote it. As for a ticket: the consultant's own address and the receiving host's word.
/// Without that word, the command line decides.
fn command(content: &Content, consultant: &str) -> Result<Command, &'static str> {
    let sender = content.sender(|key| key == key_of(consultant), None, &[]);
    match standing(Evidence::OwnAddress, sender, content.proof) {
        _ if content.is_perhaps_automatic() => Err("machine"),
        Standing::Consultant => match commands::read(&content.parsed.new_text).commands.as_slice() {
            [command] => Ok(command.clone()),
            _ => Err("no_command"),
        },
        Standing::Held(reason) => Err(reason.code()),
        _ => Err("consultant"),
    }
}

impl Settling<'_> {
    pub(super) async fn decide_quarantined(
        &self,
        transaction: &DatabaseTransaction,
        content: &Content,
        mail: Uuid,
        consultant: &str,
    ) -> Result<Decision, DbErr> {
        let command = match command(content, consultant) {
            Ok(command @ (Command::Attach(_) | Command::Spam)) => command,
            Ok(Command::New) if self.settings.new.is_some() => Command::New,
            other => return Ok(Decision::Quarantined(other.err().unwrap_or("no_command"))),
        };
        let done = match command {
            // A colleague's `#spam` is taken back.
            Command::Attach(reference) => attach(transaction, mail, &reference).await,
            Command::New => open(transaction, mail).await,
            _ => drop_mail(transaction, mail).await,
        };
        match done {
            Ok(()) => Ok(Decision::Verdict { suspect: None }),
            Err(OperatorError::NoSuchInquiry) => Ok(Decision::Quarantined("no_inquiry")),
            // A colleague was faster, or its bytes are gone.
            Err(OperatorError::NoSuchMail) => Ok(Decision::Dropped("decided")),
            Err(OperatorError::Database(error)) => Err(error),
        }
    }

    pub(super) async fn decide_suspect(
        &self,
        transaction: &DatabaseTransaction,
        content: &Content,
        inquiry: Uuid,
        consultant: &str,
    ) -> Result<Decision, DbErr> {
        let intake = Some(self.claimed.id);
        let outcome = match (command(content, consultant), &self.settings.routes) {
            (Ok(Command::Release), Some(routes)) => {
                match release(transaction, inquiry, routes, Some(consultant), intake).await? {
                    // Somebody was faster.
                    ActOutcome::Unchanged => return Ok(Decision::Dropped("decided")),
                    outcome => outcome,
                }
            }
            // Nobody is notified of it, so nobody of the ticket is named.
            (Ok(Command::Spam), _) => act(transaction, Action::of(inquiry, None, Verb::Spam, intake)).await?,
            (other, _) => return Ok(Decision::Quarantined(other.err().unwrap_or("no_command"))),
        };
        Ok(match outcome {
            ActOutcome::Gone => Decision::Quarantined("no_inquiry"),
            ActOutcome::Restricted => Decision::Quarantined("restricted"),
            _ => Decision::Verdict { suspect: Some(inquiry) },
        })
    }
}
