//! Samples of the mails of a conversation.

use std::sync::Arc;

use chrono::{DateTime, Days, Utc};
use entity::{SpamSign, inquiry, outbox::MailKind};
use inbound::{formatting::formatted, mail::Mail, parsed_mail::ParsedMail};
use mailer::addresses::{Base, KeyRing, SignedAddresses};
use mailer::{BuildError, MailSettings, PreparedMail};
use outbox::{
    AwayConsultant, Background, DueTicket, EarlierInquiry, Participant, Turn,
    mail::{About, Case, StoredMessage, TicketEnd, build},
};

use super::{Sample, outbox_row, settings, unclaimed};

const KEY: &str = "1:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/// With mail in, and a receiving host whose word counts.
pub(crate) fn settings_with_answers() -> MailSettings {
    let keys: KeyRing = KEY.parse().expect("a sample's key has the form");
    let base: Base = "@reply.firnwall.example".parse().expect("a sample's address has the form");
    let signed = SignedAddresses::new(keys, base, "firnwall.example");
    MailSettings { signed: Some(Arc::new(signed)), takes_answers: true, ..settings() }
}

fn message(inquiry: &inquiry::Model, author: &str, text: &str, events: &[(&str, &str)]) -> StoredMessage {
    let (id, is_visitor) = (outbox_row(inquiry, MailKind::VisitorReply).id, author.ends_with("@visitor.example"));
    StoredMessage {
        events: events.iter().map(|(verb, outcome)| ((*verb).to_owned(), (*outcome).to_owned())).collect(),
        held_line: (events == [("answer", "held_quote")])
            .then(|| format!("{}\u{2029}mail", text.lines().next().unwrap_or_default())),
        ..StoredMessage::new(author, is_visitor, text, id, inquiry.received_at)
    }
}

/// What a consultant writes with a mail client, and what else a client or somebody else might put into the HTML.
const FORMATTED: &str = "\
MIME-Version: 1.0\r\n\
Content-Type: multipart/alternative; boundary=x\r\n\
\r\n\
--x\r\n\
Content-Type: text/plain; charset=utf-8\r\n\
\r\n\
Good morning\r\n\
\r\n\
We start in *January* with two consultants:\r\n\
\r\n\
   - SIEM: Sentinel & Splunk\r\n\
   - OT: passive monitoring <only>\r\n\
\r\n\
Phase Price\r\n\
Analysis CHF 24 000\r\n\
\r\n\
ping -c 1 sensor\r\n\
\r\n\
All of it is in the plan <https://firnwall.example/plan?a=1&b=2>.\r\n\
\r\n\
Kind regards\r\n\
--x\r\n\
Content-Type: text/html; charset=utf-8\r\n\
\r\n\
<html><head><title>x</title><style>@import url(https://t.example/a.css); p {color:white}</style>\r\n\
<script>alert(1)</script><base href=\"https://t.example/\"></head>\r\n\
<body onload=\"alert(1)\" background=\"https://t.example/b.png\"><!-- hidden -->\r\n\
<img src=\"https://t.example/p.gif\" width=1 height=1 onerror=\"alert(1)\">\r\n\
<p class=MsoNormal id=r1 title=hidden>Good morning</p>\r\n\
<p class=MsoNormal>&nbsp;</p>\r\n\
<p style=\"background:url(https://t.example/c.png);font-size:0\">We start in <b onclick=\"alert(1)\">January</b>\r\n\
with <font color=white>two</font> consultants:</p>\r\n\
<ul style=\"display:none\"><li>SIEM: <i>Sentinel</i> &amp; <u>Splunk</u></li>\r\n\
<li>OT: passive monitoring &lt;only&gt;</li></ul>\r\n\
<form action=\"https://t.example/\"><table width=\"2000\"><tr><th>Phase</th><th>Price</th></tr>\r\n\
<tr><td>Analysis</td><td>CHF 24&nbsp;000</td></tr></table><input name=a value=hidden></form>\r\n\
<pre><code>ping -c 1 sensor</code></pre>\r\n\
<p>All of it is <a href=\"javascript:alert(1)\">in</a> <a href=\"https://firnwall.example/plan?a=1&amp;b=2\" \r\n\
 ping=\"https://t.example/\" style=\"position:fixed\">the plan</a>.<a href=\"https://t.example/pixel\"></a></p>\r\n\
<div>Kind regards<iframe src=\"https://t.example/\"></iframe></div>\r\n\
<div class=\"gmail_quote\">Firnwall &lt;r1-7k3q9d2m-0123456789abcdef@reply.firnwall.example&gt; wrote: hidden</div>\r\n\
</body></html>\r\n\
--x--\r\n";

/// An answer with its author's formatting.
fn formatted_message(inquiry: &inquiry::Model, author: &str) -> StoredMessage {
    let mail = Mail::read(FORMATTED.as_bytes()).expect("a sample can be read");
    let text = ParsedMail::of(&mail).new_text;
    let formatted = formatted(&mail, &text).map(|formatted| formatted.html);
    StoredMessage { formatted, ..message(inquiry, author, &text, &[]) }
}

/// An answer that has not left yet, a reply with a file, and a note.
fn conversation(inquiry: &inquiry::Model, visitor: &str, words: &str) -> Arc<[Turn]> {
    let turn = |number: i64, party: &str, text: &str| Turn {
        id: outbox_row(inquiry, MailKind::VisitorReply).id,
        number,
        author: if party == "visitor" { visitor } else { COLLEAGUE }.to_owned(),
        party: party.to_owned(),
        is_machine: false,
        is_note: text.starts_with("#note"),
        answer: (text == words).then(|| "retry".to_owned()),
        text: text.to_owned(),
        end: (party == "visitor").then(|| "Please call me before noon.".to_owned()),
        files: serde_json::json!([]),
        at: inquiry.received_at,
    };
    let file = serde_json::json!([{ "part": 1, "name": "scope.pdf", "size": 1234, "sha256": "", "is_allowed": true }]);
    let reply = turn(4, "visitor", "Could you start in January?");
    Arc::new([
        turn(3, "consultant", words),
        Turn { files: file, ..reply },
        turn(5, "consultant", "#note\nThe budget is fixed."),
    ])
}

const COLLEAGUE: &str = "colleague@firnwall.example";

/// An inquiry that is due, that is overdue, that is the recipient's now, that is so no more, and that was asked for.
fn tickets(inquiry: &inquiry::Model, settings: &MailSettings, visitor: &str, words: &str) -> [DueTicket; 5] {
    let due_at = settings.answer.due(inquiry.received_at, inquiry.contact_reason);
    let due = DueTicket { due_at: Some(due_at), ..DueTicket::default() };
    let said = DueTicket { turns: conversation(inquiry, visitor, words), ..due.clone() };
    let overdue = DueTicket { owner: Some(COLLEAGUE.to_owned()), ..said.clone() };
    let own = Some("consultant@firnwall.example".to_owned());
    let assigned = DueTicket { owner: own, by: Some(COLLEAGUE.to_owned()), ..said };
    let passed_on = DueTicket { by: Some(COLLEAGUE.to_owned()), ..overdue.clone() };
    let history = DueTicket { is_history: true, ..passed_on.clone() };
    [due, overdue, assigned, passed_on, history]
}

fn back_at(inquiry: &inquiry::Model) -> DateTime<Utc> {
    inquiry.received_at + Days::new(14)
}

/// Of one that is perhaps spam, and of one whose address is known, while a colleague is away.
fn backgrounds(inquiry: &inquiry::Model) -> [Background; 2] {
    let signs = vec![SpamSign::Links, SpamSign::Phrases];
    let away = vec![AwayConsultant { mailbox: COLLEAGUE.to_owned(), back_at: back_at(inquiry) }];
    let marked = Background { signs, ..Background::default() };
    [marked, Background { earlier: earlier(inquiry), away, ..Background::default() }]
}

/// Of a known address, and what only its recipient has asked for.
fn of_known(inquiry: &inquiry::Model, away: &DueTicket, history: DueTicket) -> [(&'static str, MailKind, About); 8] {
    let [marked, known] = backgrounds(inquiry);
    let others = vec!["third@firnwall.example".to_owned()];
    let claimed = DueTicket { is_claim: true, is_history: false, others, ..history.clone() };
    let away = StoredMessage {
        ticket: Some(Box::new(away.clone())),
        ..message(inquiry, COLLEAGUE, "#away 14d", &[("away", "done")])
    };
    let help = |verb: &str| About::Message(message(inquiry, COLLEAGUE, verb, &[("help", "done")]));
    [
        ("notification_marked", MailKind::Notification, About::Inquiry(marked)),
        ("notification_of_known", MailKind::Notification, About::Inquiry(known)),
        ("receipt_away", MailKind::Receipt, About::Message(away)),
        ("receipt_hilfe", MailKind::Receipt, help("#hilfe")),
        ("receipt_aide", MailKind::Receipt, help("#aide")),
        ("receipt_aiuto", MailKind::Receipt, help("#aiuto")),
        ("history", MailKind::Assignment, About::Due(history)),
        ("claimed", MailKind::Assignment, About::Due(claimed)),
    ]
}

/// One that was closed, and one that waits.
fn earlier(inquiry: &inquiry::Model) -> Vec<EarlierInquiry> {
    let closed = EarlierInquiry {
        reference: "FW-3M8W-C2HN".parse().expect("a sample's reference has the form"),
        received_at: inquiry.received_at - Days::new(90),
        total: 2,
        verb: Some("close".to_owned()),
        at: Some(inquiry.received_at - Days::new(60)),
        by: Some(COLLEAGUE.to_owned()),
    };
    let open = EarlierInquiry {
        reference: "FW-9KR2-4TQX".parse().expect("a sample's reference has the form"),
        verb: None,
        at: None,
        by: None,
        ..closed.clone()
    };
    vec![closed, open]
}

/// Somebody whom the visitor has copied, and somebody whom another mail has.
fn of_participants(inquiry: &inquiry::Model, ticket: &DueTicket) -> Vec<(&'static str, MailKind, About)> {
    const HEAD: &str = "head@visitor.example";
    let participant = |(address, is_copied): (&str, bool)| Participant {
        address: address.to_owned(),
        is_main: false,
        is_copied,
        is_left_out: false,
        restricted_at: None,
    };
    let participants = [(HEAD, true), ("somebody@else.example", false)].map(participant).into();
    let copied = StoredMessage {
        is_participant: true,
        ticket: Some(Box::new(DueTicket { participants, ..ticket.clone() })),
        ..message(inquiry, HEAD, "I decide on the budget. Please copy me.", &[])
    };
    let asked = message(inquiry, COLLEAGUE, "#to head@visitor.example", &[("to", "asked")]);
    let merged = StoredMessage {
        ticket: Some(Box::new(DueTicket { merged_into: Some("FW-5T8V-1XQR".to_owned()), ..ticket.clone() })),
        ..message(inquiry, COLLEAGUE, "#merge FW-5T8V-1XQR", &[("merge", "done")])
    };
    vec![
        ("receipt_merge", MailKind::Receipt, About::Message(merged)),
        ("visitor_reply_participant", MailKind::VisitorReply, About::Message(copied)),
        ("receipt_to", MailKind::Receipt, About::Message(asked)),
        (
            "answer_lost_participant",
            MailKind::AnswerLost,
            About::Participants { addresses: HEAD.to_owned(), are_copied: true, code: "bounced_5_2_2".to_owned() },
        ),
    ]
}

/// Each mail with its name.
pub(crate) fn all(sample: Sample) -> Result<Vec<(&'static str, PreparedMail)>, BuildError> {
    let (inquiry, content, settings) = (sample.inquiry(), sample.content(), settings_with_answers());
    let visitor = content.email.as_str();
    let message = |author: &str, text: &str, events: &[_]| About::Message(message(&inquiry, author, text, events));
    let words = "Good morning\n\nYes, in the second week of January. I will call you tomorrow at ten.\n\nKind regards";
    let said = || message(COLLEAGUE, words, &[]);
    let styled = || About::Message(formatted_message(&inquiry, COLLEAGUE));
    let [due, overdue, assigned, passed_on, history] = tickets(&inquiry, &settings, visitor, words);
    let back_at = Some(back_at(&inquiry));
    let others = vec![COLLEAGUE.to_owned()];
    let ticket = DueTicket { owner_back_at: back_at, others, turns: Arc::default(), ..overdue.clone() };
    let others = of_known(&inquiry, &DueTicket { back_at, ..ticket.clone() }, history);
    let of_participants = of_participants(&inquiry, &ticket);
    let ticket = Box::new(ticket);
    let reply = message(visitor, "Could you start in January?\n\nOur budget is fixed.", &[]);
    let elsewhere = || About::OtherAddress("visitor@former.example".to_owned());
    let said_by_system =
        self::message(&inquiry, visitor, "We found the log that you asked for. Can you come today?", &[]);
    let automatic = About::Message(StoredMessage { is_automatic: true, ..said_by_system });
    let end = TicketEnd { is_spam: false, at: inquiry.received_at, by: Some(COLLEAGUE.to_owned()), is_reopened: true };
    let status = StoredMessage {
        ticket: Some(ticket),
        ..self::message(&inquiry, COLLEAGUE, "#status", &[("status", "claimed")])
    };
    let last = self::message(&inquiry, visitor, "The attack is back.", &[]);
    let reopening = StoredMessage { end: Some(end), ticket: status.ticket.clone(), ..last };
    let inquired = || About::Inquiry(Background::default());
    let mails = [
        ("notification_with_answers", MailKind::Notification, inquired()),
        ("without_text", MailKind::Notification, About::TextRefused),
        ("visitor_reply", MailKind::VisitorReply, reply),
        ("visitor_reply_automatic", MailKind::VisitorReply, automatic),
        ("visitor_reply_reopens", MailKind::VisitorReply, About::Message(reopening)),
        ("absence", MailKind::Absence, message(visitor, "I am away until 4 December 2026.", &[])),
        ("undeliverable", MailKind::Undeliverable, inquired()),
        ("given_up", MailKind::Undeliverable, About::Lost("smtp_550_recipient".to_owned())),
        ("undeliverable_elsewhere", MailKind::Undeliverable, elsewhere()),
        ("answer", MailKind::Answer, said()),
        ("answer_copy", MailKind::AnswerCopy, said()),
        ("answer_formatted", MailKind::Answer, styled()),
        ("answer_copy_formatted", MailKind::AnswerCopy, styled()),
        ("receipt_held", MailKind::Receipt, message(COLLEAGUE, words, &[("answer", "held_quote")])),
        ("receipt_verb", MailKind::Receipt, message(COLLEAGUE, "#close", &[("close", "done")])),
        ("receipt_files", MailKind::Receipt, message(COLLEAGUE, "#file", &[("file", "done")])),
        ("receipt_status", MailKind::Receipt, About::Message(status)),
        ("assignment", MailKind::Assignment, About::Due(assigned)),
        ("assignment_away", MailKind::Assignment, About::Due(passed_on)),
        ("receipt_help", MailKind::Receipt, message(COLLEAGUE, "#clam", &[("unknown", "done")])),
        ("answer_lost", MailKind::AnswerLost, About::Lost("smtp_550".to_owned())),
        ("answer_lost_elsewhere", MailKind::AnswerLost, elsewhere()),
        ("question", MailKind::Question, said()),
        ("reminder", MailKind::Reminder, About::Due(due)),
        ("escalation", MailKind::Escalation, About::Due(overdue)),
    ];
    let build = |(name, kind, about)| {
        let mut row = outbox_row(&inquiry, kind);
        row.about = (name == "given_up").then(|| outbox_row(&inquiry, MailKind::Notification).id);
        let case = Case { inquiry: &inquiry, content: &content, row: &row, settings: &settings };
        Ok((name, build(case, &about, &unclaimed())?))
    };
    mails.into_iter().chain(others).chain(of_participants).map(build).collect()
}
