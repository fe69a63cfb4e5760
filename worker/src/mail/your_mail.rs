//! To a consultant: mails from this person, or in this person's name, wait in quarantine. Of their words the subject alone is
//! shown: anybody may have written them.

use chrono::{DateTime, Utc};
use mailer::{BuildError, MailSettings, Rendered, templates};

use super::quarantine::{Line, WaitingMail};

struct YourMail {
    /// Each with what its author can do.
    mails: Vec<(Line, &'static str)>,
    more: usize,
    /// Of an inquiry by phone, if one of them is none.
    form: &'static [&'static str],
}

const FORM: &[&str] = &[
    "#new",
    "Name: first and last name",
    "Company: perhaps",
    "Phone: number",
    "Email: address, if there is one",
    "Confirmation: yes, for an auto-reply",
    "",
    "What was said",
];

templates!(YourMail: "mail/your_mail/subject.txt", "mail/your_mail/body.txt", "mail/your_mail/body.html");

/// `more`: waiting mails that are not listed.
pub fn your_mail(
    mails: &[WaitingMail],
    more: usize,
    at: DateTime<Utc>,
    settings: &MailSettings,
) -> Result<Rendered, BuildError> {
    const OF_PHONE: [&str; 5] = ["no_sender", "no_name", "no_contact", "no_text", "unclear_line"];
    let form = if mails.iter().any(|mail| OF_PHONE.contains(&mail.reason.as_str())) { FORM } else { &[] };
    let mails = mails.iter().map(|mail| (Line::new(mail, None, settings), remedy(&mail.reason))).collect();
    Rendered::new(&YourMail { mails, more, form }, at)
}

fn remedy(rule: &str) -> &'static str {
    match rule {
        "rate" => "Wait ten minutes, then send it again.",
        "repeated" => "Write it again in other words.",
        "consultant" | "unauthenticated" | "stranger" => {
            "Reply to the mail of its inquiry that you got in this mailbox, from this address. If a question waits that asks \
             whether you wrote a mail, answer that one first."
        }
        "no_command" => {
            "Use a link of the digest, and leave its first line as it is. #find stands alone in a mail, from this mailbox."
        }
        "no_inquiry" => "Use the link of the digest again, with the right reference.",
        "no_sender" => {
            "Forward the mail as text, with its sender in it, and #new as the first line. An inquiry by phone has the form below."
        }
        "several_senders" => {
            "Write #new and the address of whom it is from as its first line, such as #new jo@example.com. An inquiry by phone is a new \
             mail, without a mail that it answers or quotes."
        }
        "no_name" => "Write the caller's name below #new, on a line of its own.",
        "no_contact" => "Write the caller's phone number, with its area code, or mail address below the name.",
        "no_text" => "Write what was said, below an empty line.",
        "unclear_line" => {
            "Leave the line out that is no name, company, number or address, or write it below the empty line."
        }
        "restricted" => "Ask a compliance officer when the restriction ends.",
        "quota" => "It comes by itself when the day is over; what has to arrive today, send again without files.",
        "too_big" => "Send it again with smaller files.",
        "machine" => "Write it by hand from this mailbox.",
        _ => "Write it again as a plain mail from this mailbox.",
    }
}
