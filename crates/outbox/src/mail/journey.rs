//! The worker's own mail, from the form to a mailbox of ours.

use entity::outbox;
use lettre::Address;
use mailer::{BuildError, Draft, MailSettings, Parts, PreparedMail, Rendered, addresses::SignedAddresses};

/// To a signed address and from it, as each mail has a signed return path. The subject names the journey.
pub(crate) fn build_journey(
    row: &outbox::Model,
    signed: &SignedAddresses,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let journey = row.about.ok_or(BuildError::NoSource)?;
    let to: Address = signed.journey(journey).parse().map_err(|_| BuildError::Recipient)?;
    let text = "The worker has sent this through the site's form, and deletes it when it comes back.";
    let parts = Parts {
        subject: format!("Journey {journey}"),
        text: format!("{text}\n"),
        html: format!("<!DOCTYPE html><html lang=\"en\"><title>Journey</title><p>{text}</p></html>\n"),
    };
    let rendered = Rendered { parts, at: row.created_at, files: Vec::new() };
    let draft = Draft::new(rendered, &row.id.simple().to_string(), to.clone(), settings);
    let message_id = row.message_id.clone().ok_or(BuildError::NoMessageId)?;
    Draft { message_id, return_path: Some(to), ..draft }.build(settings)
}
