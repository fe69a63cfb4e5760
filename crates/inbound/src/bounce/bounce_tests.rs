use proptest::prelude::*;

use super::*;

fn dsn(fields: &str) -> String {
    format!(
        "From: MAILER-DAEMON@mx.example\r\nSubject: Undelivered Mail Returned to Sender\r\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n\
         --x\r\n\r\nIt could not be delivered.\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n\
         Reporting-MTA: dns; mx.example\r\n\r\n{fields}\r\n\
         --x\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <o1-abc@firm.example>\r\nSubject: s\r\n\r\nText\r\n--x--\r\n"
    )
}

fn read(raw: &[u8]) -> Option<Report> {
    report(&Mail::read(raw).ok()?, None)
}

fn bounce(raw: &str) -> Option<Bounce> {
    match read(raw.as_bytes()) {
        Some(Report::Bounce(bounce)) => Some(bounce),
        _ => None,
    }
}

/// (address, status, class) of the first recipient.
fn first(raw: &str) -> (String, String, Class) {
    let bounce = bounce(raw).unwrap();
    let one = &bounce.recipients[0];
    (one.address.clone().unwrap_or_default(), one.status.clone().unwrap_or_default(), one.class)
}

#[test]
fn reads_the_fields_of_a_report() {
    for (fields, address, status, class) in [
        (
            "Final-Recipient: rfc822; A@Gone.example\r\nAction: failed\r\nStatus: 5.1.1\r\n",
            "a@gone.example",
            "5.1.1",
            Class::Hard,
        ),
        (
            "Original-Recipient: rfc822;a@b.example\r\nFinal-Recipient: rfc822;c@d.example\r\nAction: failed\r\nStatus: 5.2.2\r\n",
            "c@d.example",
            "5.2.2",
            Class::Soft,
        ),
        (
            "Final-Recipient: rfc822; a@b.example\r\nAction: delayed\r\nStatus: 4.4.1\r\n",
            "a@b.example",
            "4.4.1",
            Class::NotFailed,
        ),
        (
            "Final-Recipient: rfc822; a@b.example\r\nAction: relayed\r\nStatus: 2.0.0\r\n",
            "a@b.example",
            "2.0.0",
            Class::NotFailed,
        ),
        (
            "Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 4.4.7\r\n",
            "a@b.example",
            "4.4.7",
            Class::Soft,
        ),
        // A summary, and the next server's own words.
        (
            "Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.0.0\r\nDiagnostic-Code: smtp;\r\n 550 5.1.1 <a@b.example>: User unknown\r\n",
            "a@b.example",
            "5.1.1",
            Class::Hard,
        ),
        (
            "Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.0.0\r\nDiagnostic-Code: smtp; 550 No such user here\r\n",
            "a@b.example",
            "5.0.0",
            Class::Hard,
        ),
        // Never hard: a policy, a full mailbox, a refusal of the sender.
        (
            "Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.7.1\r\nDiagnostic-Code: smtp; 550 5.7.1 no such user for you\r\n",
            "a@b.example",
            "5.7.1",
            Class::Soft,
        ),
        (
            "Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.1.8\r\nDiagnostic-Code: smtp; 553 5.1.8 Domain of sender does not exist\r\n",
            "a@b.example",
            "5.1.8",
            Class::Soft,
        ),
    ] {
        assert_eq!(first(&dsn(fields)), (address.to_owned(), status.to_owned(), class), "{fields}");
    }
    assert_eq!(bounce(&dsn("Action: failed\r\n")).unwrap().returned_ids, ["o1-abc@firm.example"]);
}

#[test]
fn reads_reports_in_prose() {
    let exim = "From: Mail Delivery System <Mailer-Daemon@mx.example>\r\nX-Failed-Recipients: a@gone.example\r\n\
        Subject: Mail delivery failed: returning message to sender\r\n\r\nA message that you sent could not be delivered.\r\n\r\n\
        \x20 a@gone.example\r\n    Unrouteable address\r\n\r\n------ This is a copy of the message ------\r\n\r\n\
        Message-ID: <o1-abc@firm.example>\r\n";
    assert_eq!(first(exim), ("a@gone.example".to_owned(), String::new(), Class::Hard));
    assert_eq!(bounce(exim).unwrap().returned_ids, ["o1-abc@firm.example"]);
    let qmail = "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example\r\nSubject: failure notice\r\n\r\n\
        Hi. This is the qmail-send program at mx.example.\r\n\r\n<a@gone.example>:\r\n192.0.2.1 does not like recipient.\r\n\
        Remote host said: 550 5.1.1 user unknown\r\n\r\n--- Below this line is a copy of the message.\r\n\r\n\
        Message-Id:\r\n <o2-abc@firm.example>\r\n";
    assert_eq!(first(qmail), ("a@gone.example".to_owned(), "5.1.1".to_owned(), Class::Hard));
    assert_eq!(bounce(qmail).unwrap().returned_ids, ["o2-abc@firm.example"]);
    let full =
        "From: postmaster@mx.example\r\nSubject: Undeliverable: x\r\n\r\nThe mailbox of a@b.example is full (452).\r\n";
    assert_eq!(first(full).2, Class::Soft);
}

#[test]
fn words_say_that_a_domain_or_a_user_does_not_exist() {
    for reason in [
        "DNS Error: Domain name not found",
        "554 err.nosuchuser (a@gone.example)",
        "550 5.7.1 <a@gone.example>: Recipient address rejected: user does not exist",
    ] {
        let raw = format!(
            "From: mailer-daemon@mx.example\r\nSubject: Delivery Status Notification (Failure)\r\n\r\n\
             Delivery to the following recipient failed permanently:\r\n\r\n   a@gone.example\r\n\r\n{reason}\r\n"
        );
        let (address, _, class) = first(&raw);
        assert_eq!((address.as_str(), class), ("a@gone.example", Class::Hard), "{reason}");
    }
}

#[test]
fn beside_the_code_of_a_policy_the_words_say_whose_address_is_unknown() {
    for (words, class) in [
        ("<a@b.example>: user does not exist", Class::Hard),
        ("Sender domain does not exist", Class::Soft),
        ("Recipient address rejected: Access denied", Class::Soft),
    ] {
        let fields = format!(
            "Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.7.1\r\nDiagnostic-Code: smtp; 550 5.7.1 {words}\r\n"
        );
        assert_eq!(first(&dsn(&fields)).2, class, "{words}");
    }
    let fields = "Final-Recipient: rfc822; a@b.example\r\nAction: delivered\r\nStatus: 2.1.5\r\n";
    assert_eq!(first(&dsn(fields)).2, Class::Delivered);
}

#[test]
fn a_delay_in_words_is_no_failure_unless_the_server_gives_up() {
    let class = |words: &str| {
        first(&format!(
            "From: Mailer-Daemon@mx.example\r\nSubject: Warning: message delayed 24 hours\r\n\r\n{words}\r\n\r\n\
             <a@b.example>\r\n451 4.7.1 Greylisted\r\n"
        ))
        .2
    };
    for words in [
        "It has not yet been delivered.\r\n\r\nNo action is required on your part.",
        "THIS IS A WARNING MESSAGE ONLY.\r\nYOU DO NOT NEED TO RESEND YOUR MESSAGE.",
        "Warning: message still undelivered after 4 hours\r\nWill keep trying until message is 5 days old",
        "Ihre Nachricht konnte noch nicht zugestellt werden. Es wird erneut versucht.",
        "Votre message n'a pas encore été remis.",
        "Il messaggio non è ancora stato recapitato. Nessuna azione richiesta.",
    ] {
        assert_eq!(class(words), Class::NotFailed, "{words}");
    }
    for words in ["It could not be delivered.", "No action is required: after five days we have given up."] {
        assert_eq!(class(words), Class::Soft, "{words}");
    }
}

#[test]
fn a_read_receipt_is_no_failure() {
    let fields = "Final-Recipient: rfc822;a@b.example\r\nDisposition: manual-action/MDN-sent-manually; displayed\r\n";
    let mdn = dsn(fields).replace("delivery-status", "disposition-notification");
    assert_eq!(read(mdn.as_bytes()), Some(Report::Receipt));
    assert_eq!(read(mdn.replace("boundary=x", "boundary=y").as_bytes()), Some(Report::Receipt), "a wrong boundary");
    let part = mdn.replace("report; report-type=disposition-notification", "mixed");
    assert_eq!(read(part.as_bytes()), Some(Report::Receipt));
    let words = |subject: &str, text: &str| {
        let raw = format!(
            "From: a@b.example\r\nContent-Type: text/plain; charset=utf-8\r\nSubject: {subject}\r\n\r\n{text}\r\n"
        );
        read(raw.as_bytes())
    };
    let to = "To: Desk\r\n   Subject: Offer\r\n   Sent: Friday\r\n\r\n";
    for (subject, text) in [
        ("Read: Offer", format!("Your message \r\n\r\n   {to}was read on Friday, 27 November 2026 08:00.")),
        (
            "Gelesen: Offer",
            format!("Ihre Nachricht \r\n\r\n   {to} wurde am Freitag, 27. November 2026 08:00 gelesen."),
        ),
        ("Lu : Offer", format!("Votre message \r\n\r\n   {to} a été lu le vendredi 27 novembre 2026.")),
        ("Letto: Offer", format!("Il messaggio \r\n\r\n   {to} è stato letto venerdì.")),
        ("Not read: Offer", format!("Your message \r\n\r\n   {to}was deleted without being read on Friday.")),
    ] {
        assert_eq!(words(subject, &text), Some(Report::Receipt), "{subject}");
        assert_eq!(words(&format!("Re: {subject}"), &text), None, "a person's answer");
    }
    for (subject, text) in [
        (
            "Gelesen: Offerte",
            "Ihre Nachricht habe ich gelesen. Wir sind einverstanden, bitte beginnen Sie am Montag um acht.",
        ),
        ("Gelesen: Offerte", "Ihre Nachricht hat uns überzeugt, beginnen Sie bitte. Den Vertrag haben wir gelesen."),
        ("Lu: offre", "Votre message a été lu par notre direction. Nous acceptons l'offre, commencez lundi."),
        ("Lu: offre", "Votre message a été lu. Lundi à 8."),
        ("Letto: offerta", "Il messaggio è stato letto, cominciate lunedì"),
        ("Read: Offer", "Your message was read on Friday, 27 November 2026 08:00 and we agree."),
        ("Read: Offer", "Your message we accept.\r\n\r\nTo: Desk\r\n\r\nwas read on Friday"),
    ] {
        assert_eq!(words(subject, text), None, "{text}");
    }
    let zone = "was read on Friday, November 27, 2026 8:00:00 AM (UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna.";
    assert_eq!(words("Read: Offer", &format!("Your message \r\n\r\n   {to} {zone}")), Some(Report::Receipt));
    assert_eq!(words("Read: Offer", "Hello\r\n\r\nYour message was read on Friday. Please call."), None);
}

#[test]
fn the_recipient_is_the_one_that_the_report_introduces() {
    let report = |from: &str, words: &str| {
        format!("From: {from}\r\nSubject: Delivery failure\r\n\r\n{words}\r\n\r\nThe recipient is an unknown user.\r\n")
    };
    let hard = ("a@gone.example".to_owned(), String::new(), Class::Hard);
    let listed = "Your message\r\n\r\n To: b@firm.example\r\n Subject: Release 2.0.12\r\n\r\n\
        did not reach the following recipient(s):\r\n\r\na@gone.example";
    assert_eq!(first(&report("postmaster@gone.example", listed)), hard);
    for words in [
        "Could not deliver message to the following recipient(s):\r\n\r\nFailed Recipient: a@gone.example",
        "--- Report ---\r\n\r\nThe email below could not be delivered to the following user:\r\n\r\n'a@gone.example'",
        "Votre message n'a pas pu être délivré à\r\n<SMTP=a@gone.example>",
    ] {
        assert_eq!(first(&report("robot@gone.example", words)), hard, "{words}");
        assert_eq!(first(&report("<>", words)), hard, "{words}");
    }
}

#[test]
fn a_persons_mail_about_a_failed_delivery_is_no_report() {
    let words = "My mail could not be delivered to\r\nanna@firm.example\r\n\r\nThe address does not exist?\r\n";
    for headers in ["Subject: Question", "Subject: Re: Delivery failure\r\nIn-Reply-To: <o1-abc@firm.example>"] {
        assert_eq!(bounce(&format!("From: a@b.example\r\n{headers}\r\n\r\n{words}")), None, "{headers}");
    }
}

/// By LMTP no header says the path.
#[test]
fn the_envelope_says_whether_a_mail_in_words_is_a_report() {
    let read = |raw: &str, path| report(&Mail::read(raw.as_bytes()).unwrap(), path);
    let robot = "From: Robot <robot@gone.example>\r\nSubject: [gone.example mail server] Undeliverable: Offer\r\n\r\n\
        Your mail could not be delivered to the following recipient(s):\r\n\r\n<a@gone.example>: user unknown\r\n";
    let is_hard = |report: Option<Report>| report.is_some_and(|report| report.failed().unwrap().class == Class::Hard);
    assert!(is_hard(read(robot, Some(""))) && is_hard(read(robot, Some("MAILER-DAEMON"))));
    assert!(is_hard(read(&format!("Return-Path: <>\r\n{robot}"), None)));
    assert!(is_hard(read(
        &robot.replace("Your mail could not be delivered to the following recipient(s):", "550 5.1.1"),
        Some("")
    )));
    assert_eq!(read(robot, Some("robot@gone.example")), None);
    let desk = "From: postmaster@visitor.example\r\nSubject: Delivery failure\r\n\r\n\
        Could not be delivered to a@b.example, says our log. Can you help?\r\n";
    assert!(read(desk, Some("")).is_some());
    assert_eq!(read(desk, Some("postmaster@visitor.example")), None, "a person's");
    assert_eq!(
        read(&format!("Return-Path: <>\r\n{desk}"), Some("postmaster@visitor.example")),
        None,
        "anybody's header"
    );
    // A form without a sender, in which somebody asks about mails.
    let form = "From: Hans <hans@visitor.example>\r\nSubject: Our question: mails are rejected since Monday\r\n\r\n\
        Mails to b@firm.example come back. Is it the attack?\r\n";
    assert_eq!(read(form, Some("")), None);
}

/// By the addresses that programs have.
#[test]
fn a_person_behind_a_desk_is_no_report() {
    let reply = "Subject: Re: [FW-7K3Q-9D2M] x\r\nIn-Reply-To: <o1-abc@firm.example>";
    let yes = "Ja, bitte kommen Sie am Montag.\r\n\r\npeter@visitor.example";
    for (headers, text) in [
        (format!("From: IT <postmaster@visitor.example>\r\n{reply}"), yes),
        (format!("From: Hans via Helpdesk <no-reply@visitor.example>\r\n{reply}"), "The server does not exist.\r\nhans@b.example"),
        (format!("From: Mail Delivery Team <team@visitor.example>\r\n{reply}"), yes),
        (format!("From: postmaster@visitor.example\r\n{reply}"), "We got:\r\n\r\nFinal-Recipient: rfc822; a@b.example\r\nStatus: 5.1.1"),
        ("From: postmaster@visitor.example\r\nSubject: Ihre Offerte".to_owned(), yes),
        (
            "From: postmaster@visitor.example\r\nSubject: Wir wurden gehackt, Mailversand failed".to_owned(),
            "Unser Server verschickt Spam an a@b.example. Konnte nicht zugestellt werden steht im Log.",
        ),
        (
            "Return-Path: <postmaster@visitor.example>\r\nFrom: postmaster@visitor.example\r\nSubject: Delivery failure".to_owned(),
            "Could not be delivered to a@b.example, says our log. Can you help?",
        ),
        (
            "Auto-Submitted: auto-generated\r\nFrom: hans@visitor.example\r\nSubject: INC0012345 - login failed".to_owned(),
            "The message could not be delivered to anna@visitor.example. Can you come today?",
        ),
    ] {
        assert_eq!(read(format!("{headers}\r\n\r\n{text}\r\n").as_bytes()), None, "{headers}");
    }
    for headers in [
        "From: MAILER-DAEMON@mx.example\r\nSubject: x\r\nIn-Reply-To: <o1-abc@firm.example>",
        "Return-Path: <>\r\nFrom: postmaster@mx.example\r\nSubject: Your mail was rejected by us",
        "From: Microsoft Exchange <x@mx.example>\r\nSubject: x",
    ] {
        let raw = format!("{headers}\r\n\r\n<a@b.example>: user unknown\r\n");
        assert_eq!(first(&raw), ("a@b.example".to_owned(), String::new(), Class::Hard), "{headers}");
    }
}

#[test]
fn a_full_mailbox_and_a_refused_sender_are_not_an_unknown_address() {
    for diagnostic in [
        "552 5.2.2 Over quota",
        "5.1.1 - Unknown address error 550-'5.2.2 <a@b.example>... Mailbox Full'",
        "550 5.7.1 IP address blacklisted by recipient",
    ] {
        let fields = format!(
            "Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; {diagnostic}\r\n"
        );
        assert_eq!(first(&dsn(&fields)).2, Class::Soft, "{diagnostic}");
    }
    let prose = |reasons: &str| {
        first(&format!("From: MAILER-DAEMON@mx.example\r\nSubject: Undelivered mail\r\n\r\n{reasons}\r\n")).2
    };
    assert_eq!(prose("<a@b.example>\r\n550 Unroutable sender address"), Class::Soft);
    assert_eq!(prose("<a@b.example>\r\nThe account may not exist, or you may not write to it"), Class::Soft);
    assert_eq!(prose("<a@b.example>:\r\nmailbox is full\r\n\r\n<c@d.example>:\r\nuser unknown"), Class::Soft);
    assert_eq!(prose("<c@d.example>:\r\nuser unknown\r\n\r\n<a@b.example>:\r\nmailbox is full"), Class::Hard);
}

#[test]
fn a_status_in_a_mail_with_a_wrong_boundary_is_found() {
    let fields = "Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.1.1\r\n";
    let broken = dsn(fields).replace("boundary=x\r\n", "boundary=y\r\n");
    assert_eq!(first(&broken), ("a@b.example".to_owned(), "5.1.1".to_owned(), Class::Hard));
}

#[test]
fn a_recipient_without_an_address_is_the_one_that_the_report_names() {
    let fields = "Final-Recipient: rfc822; /var/spool/a\r\nAction: failed\r\nStatus: 5.2.1\r\n";
    let named = dsn(fields).replace("It could not be delivered.", "It could not be delivered to\r\n<a@b.example>");
    assert_eq!(first(&named).0, "a@b.example");
    let header = format!("X-Failed-Recipients: c@d.example\r\n{}", dsn(fields));
    assert_eq!(first(&header).0, "c@d.example");
}

#[test]
fn reads_a_complaint() {
    let raw = "From: feedback@provider.example\r\nContent-Type: multipart/report; report-type=feedback-report; boundary=x\r\n\r\n\
        --x\r\n\r\nA complaint.\r\n--x\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\n\
        Original-Rcpt-To: <Probe@Visitor.example>\r\n\r\n--x\r\nContent-Type: text/rfc822-headers\r\n\r\n\
        Message-ID: <o1-abc@firm.example>\r\n--x--\r\n";
    assert_eq!(
        read(raw.as_bytes()),
        Some(Report::Complaint {
            recipient: Some("probe@visitor.example".to_owned()),
            returned_ids: vec!["o1-abc@firm.example".to_owned()]
        })
    );
}

#[test]
fn a_persons_mail_is_no_report() {
    for raw in [
        "From: person@visitor.example\r\nSubject: Delivery of the report failed\r\n\r\nUser unknown: a@b.example\r\n",
        "From: person@visitor.example\r\nSubject: Re: [FW-7K3Q-9D2M] x\r\n\r\nThe server said 550 5.1.1 for a@b.example.\r\n",
        "Subject: nothing\r\n\r\n",
    ] {
        assert_eq!(read(raw.as_bytes()), None, "{raw}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read(raw in proptest::collection::vec(any::<u8>(), 0..3000)) {
        let _ = read(&raw);
    }

    #[test]
    fn any_fields_are_read(fields in "((Final-Recipient|Status|Action|Diagnostic-Code|Message-ID): (rfc822;|5\\.1\\.1|a@b\\.example|<|\\PC){0,4}\r\n|\r\n| ){0,30}") {
        let _ = read(dsn(&fields).as_bytes());
    }
}

/// An empty line would be found in every mail.
#[test]
fn each_list_of_words_has_words_alone() {
    for folder in ["src/words", "src/bounce/words"] {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(!files.is_empty());
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            for line in text.lines() {
                assert!(!line.trim().is_empty() && line == line.to_lowercase(), "{}: {line:?}", file.display());
            }
        }
    }
}
