//! Nothing in a mail depends on the machine or the time: whole messages can be compared as they are.

use entity::inquiry::BotCheckStatus;
use mailer::PreparedMail;

use super::{
    auto_reply, notification,
    samples::{self, Sample},
    text,
};

fn raw(mail: &PreparedMail) -> String {
    let return_path = mail.envelope.from().map_or("null".to_owned(), ToString::to_string);
    let recipients: Vec<_> = mail.envelope.to().iter().map(ToString::to_string).collect();
    let message = String::from_utf8(mail.bytes.clone()).unwrap().replace("\r\n", "\n");
    format!("MAIL FROM {return_path}\nRCPT TO {}\n\n{message}", recipients.join(", "))
}

#[test]
fn every_mail_with_every_sample() {
    for sample in Sample::ALL {
        insta::assert_snapshot!(format!("notification_{}", sample.name()), raw(&notification(sample)));
        if sample.inquiry().bot_check == BotCheckStatus::Verified {
            insta::assert_snapshot!(format!("auto_reply_{}", sample.name()), raw(&auto_reply(sample)));
        }
    }
}

#[test]
fn every_mail_to_the_compliance_mailbox() {
    for (name, mail) in samples::compliance::all(&samples::settings()).unwrap() {
        insta::assert_snapshot!(name.replace('-', "_"), raw(&mail));
        insta::assert_snapshot!(format!("{}_text", name.replace('-', "_")), text(&mail));
        assert!(mail.bytes.len() < 28 * 1024, "{name}: {}", mail.bytes.len());
    }
}

#[test]
fn the_text_of_a_notification_reads_well_on_its_own() {
    insta::assert_snapshot!("notification_text", text(&notification(Sample::Unverified)));
}

#[test]
fn the_text_of_an_auto_reply_reads_well_on_its_own() {
    insta::assert_snapshot!("auto_reply_text", text(&auto_reply(Sample::Typical)));
}

#[test]
fn both_mails_of_a_ticket_sort_together_and_differ_in_their_message_id() {
    let (to_consultant, to_visitor) = (notification(Sample::Typical), auto_reply(Sample::Typical));
    let (to_consultant, to_visitor) = (super::parse(&to_consultant), super::parse(&to_visitor));
    let ticket = "ticket.019aa5d0-0000-7000-8000-000000000000@firnwall.example";
    for message in [&to_consultant, &to_visitor] {
        assert_eq!(message.in_reply_to().as_text(), Some(ticket));
        assert_eq!(message.references().as_text(), Some(ticket));
        assert!(message.subject().unwrap().starts_with("[FW-7K3Q-9D2M] "));
    }
    assert_ne!(to_consultant.message_id(), to_visitor.message_id());
}

#[test]
fn mails_are_small() {
    assert!(notification(Sample::Unverified).bytes.len() < 12 * 1024);
    assert!(auto_reply(Sample::Typical).bytes.len() < 8 * 1024);
    assert!(notification(Sample::Hostile).bytes.len() < 50 * 1024);
}
