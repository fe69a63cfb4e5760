use super::*;

const AUTHOR: &str = "anna@own.example";
/// The sender of the forwarded mail, and of an older one within it.
const OUTER: &str = "Probe Muster <probe@visitor.example>";
const OLDER: &str = "\n\nVon: Bruno Dritter <bruno@third.example>\nGesendet: Freitag, 20. November 2026 10:00\nAn: Probe Muster\n\
    Betreff: Angebot\n\nHier das Angebot.";

/// What clients put in front of a forwarded mail.
const FORMS: [&str; 25] = [
    // Thunderbird.
    "-------- Weitergeleitete Nachricht --------\nBetreff: \tOur network\nDatum: \tMon, 23 Nov 2026 09:00:00 +0100\nVon: \tSENDER\nAn: \tanna@own.example",
    "-------- Forwarded Message --------\nSubject: \tOur network\nDate: \tMon, 23 Nov 2026 09:00:00 +0100\nFrom: \tSENDER\nTo: \tanna@own.example\nCC: \tben@own.example",
    "-------- Message transféré --------\nSujet : \tOur network\nDate : \tMon, 23 Nov 2026 09:00:00 +0100\nDe : \tSENDER\nPour : \tanna@own.example",
    "-------- Messaggio Inoltrato --------\nOggetto: \tOur network\nData: \tMon, 23 Nov 2026 09:00:00 +0100\nMittente: \tSENDER\nA: \tanna@own.example",
    // Roundcube.
    "-------- Ursprüngliche Nachricht --------\nBetreff: Our network\nDatum: 2026-11-23 09:00\nVon: SENDER\nAn: anna@own.example",
    "-------- Original Message --------\nSubject: Our network\nDate: 2026-11-23 09:00\nFrom: SENDER\nTo: anna@own.example",
    "-------- Message original --------\nObjet: Our network\nDate: 2026-11-23 09:00\nDe: SENDER\nÀ: anna@own.example",
    "-------- Messaggio originale --------\nOggetto: Our network\nData: 2026-11-23 09:00\nDa: SENDER\nA: anna@own.example",
    // Outlook.
    "________________________________\nVon: SENDER\nGesendet: Montag, 23. November 2026 09:00\nAn: Anna <anna@own.example>\nBetreff: Our network",
    "From: SENDER\nSent: Monday, November 23, 2026 9:00 AM\nTo: Anna <anna@own.example>\nSubject: Our network",
    "De : SENDER\nEnvoyé : lundi 23 novembre 2026 09:00\nÀ : Anna <anna@own.example>\nObjet : Our network",
    "Da: SENDER\nInviato: lunedì 23 novembre 2026 09:00\nA: Anna <anna@own.example>\nOggetto: Our network",
    "-----Ursprüngliche Nachricht-----\nVon: Probe Muster [mailto:probe@visitor.example] \nGesendet: Montag, 23. November 2026 09:00\nAn: Anna\nBetreff: Our network",
    "*From:* Probe Muster <probe@visitor.example<mailto:probe@visitor.example>>\n*Sent:* Monday\n*To:* Anna\n*Subject:* Our network",
    // Gmail.
    "---------- Forwarded message ---------\nVon: SENDER\nDate: Mo., 23. Nov. 2026 um 09:00 Uhr\nSubject: Our network\nTo: <anna@own.example>",
    "---------- Forwarded message ---------\nFrom: SENDER\nDate: Mon, Nov 23, 2026 at 9:00 AM\nSubject: Our network\nTo: <anna@own.example>",
    "---------- Forwarded message ---------\nDe : SENDER\nDate: lun. 23 nov. 2026 à 09:00\nSubject: Our network\nTo: <anna@own.example>",
    "---------- Forwarded message ---------\nDa: SENDER\nDate: lun 23 nov 2026 alle ore 09:00\nSubject: Our network\nTo: <anna@own.example>",
    "---------- Forwarded message ---------\nDe: SENDER\nFecha: lun, 23 nov 2026 a las 9:00\nAsunto: Our network\nPara: <anna@own.example>",
    // Apple Mail.
    "Anfang der weitergeleiteten Nachricht:\n\n> Von: SENDER\n> Betreff: Our network\n> Datum: 23. November 2026 um 09:00:00 MEZ\n> An: anna@own.example",
    "Begin forwarded message:\n\nFrom: SENDER\nSubject: Our network\nDate: 23 November 2026 at 09:00:00 CET\nTo: anna@own.example",
    "Début du message réexpédié :\n\n> De: SENDER\n> Objet: Our network\n> Date: 23 novembre 2026 à 09:00:00 UTC+1\n> À: anna@own.example",
    "Inizio messaggio inoltrato:\n\n> Da: SENDER\n> Oggetto: Our network\n> Data: 23 novembre 2026 alle ore 09:00:00 CET\n> A: anna@own.example",
    // Recipients fill several lines, and a client sets an answer's address.
    "From: SENDER\nReply-To: Probe <probe@visitor.example>\nSent: Monday\nTo: Anna <anna@own.example>;\n ben@own.example;\n carl@own.example\nSubject: Our network",
    "-------- Weitergeleitete Nachricht --------\nBetreff: Our network\nDatum: heute\nVon: SENDER\nAntwort an: probe@visitor.example\nAn: anna@own.example",
];

fn read(mail: &str, text: &str, named: Option<&str>) -> Result<Forwarded, Unclear> {
    forwarded(&Mail::read(mail.as_bytes()).unwrap(), text, named)
}

fn of_text(text: &str) -> Result<Forwarded, Unclear> {
    read(&format!("From: {AUTHOR}\r\nSubject: Fwd: x\r\n\r\n"), text, None)
}

#[test]
fn the_outermost_mail_counts_in_the_forms_of_clients() {
    for form in FORMS {
        let form = form.replace("SENDER", OUTER);
        for (above, older) in [("", ""), ("Please take this.\n\nAnna\n-- \nOwn, info@own.example\n\n", OLDER)] {
            let marked = form.contains("> ");
            let below = format!("Can you help us?\n\nKind regards{older}");
            let below = if marked { below.replace('\n', "\n> ") } else { below };
            let found = of_text(&format!("{above}{form}\n\n{below}"));
            let found = found.unwrap_or_else(|unclear| panic!("{unclear:?}: {above}{form}"));
            assert_eq!(
                (found.address.as_str(), found.name.as_str(), found.subject.as_str()),
                ("probe@visitor.example", "Probe Muster", "Our network"),
                "{form}"
            );
            assert!(found.text.starts_with("Can you help us?\n\nKind regards"), "{form}: {}", found.text);
        }
    }
}

#[test]
fn who_may_be_another_is_nobody() {
    let older = OLDER.trim_start();
    let outer = FORMS[9].replace("SENDER", OUTER);
    for (text, unclear) in [
        ("Can you help us?".to_owned(), Unclear::NoSender),
        ("From: Probe Muster\nSent: Monday\nTo: Anna\n\nHello".to_owned(), Unclear::SeveralSenders),
        (
            "From: a@visitor.example, b@visitor.example\nSent: Monday\nTo: Anna\n\nHello".to_owned(),
            Unclear::SeveralSenders,
        ),
        (format!("From: Probe Muster\nSent: Monday\nTo: Anna\n\nHello\n\n{older}"), Unclear::SeveralSenders),
        (
            format!("From: {OUTER}\nSent: Monday\nTo: Anna\nFrom: Bruno <bruno@third.example>\nSubject: x\n\nHello"),
            Unclear::SeveralSenders,
        ),
        // A header of no language that is known, above one that is.
        (
            format!("Lähettäjä: Probe <probe@visitor.example>\nAihe: Our network\n\nHello\n\n{older}"),
            Unclear::SeveralSenders,
        ),
        (format!("-------- Välitetty viesti --------\nAihe: Our network\n\nHello\n\n{older}"), Unclear::SeveralSenders),
        ("---------- Forwarded message ---------\nprobe@visitor.example\n\nHello".to_owned(), Unclear::SeveralSenders),
        // The mail is no forward but an answer.
        (
            format!("Am 23.11.2026 um 09:00 schrieb Probe Muster <probe@visitor.example>:\n> Hello\n>\n> {older}"),
            Unclear::SeveralSenders,
        ),
        (format!("Am 23.11.2026 um 09:00 schrieb Probe Muster:\n> Hello\n>\n> {older}"), Unclear::SeveralSenders),
        (format!("Probe wrote yesterday.\n\n> {}", outer.replace('\n', "\n> ")), Unclear::SeveralSenders),
        (outer.replace("Muster <", "Muster <a@b.example> on behalf of <"), Unclear::SeveralSenders),
    ] {
        assert_eq!(of_text(&text), Err(unclear), "{text}");
    }
}

fn attached(first: &str, second: &str) -> String {
    let part = |from: &str| match from {
        "" => String::new(),
        from => format!(
            "--x\r\nContent-Type: message/rfc822\r\nContent-Disposition: attachment; filename=\"a.eml\"\r\n\r\n\
             From: {from}\r\nSubject: Our network\r\n\r\nCan you help us?{}\r\n",
            OLDER.replace('\n', "\r\n")
        ),
    };
    format!(
        "From: {AUTHOR}\r\nSubject: Fwd\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\n#new\r\n{}{}--x--\r\n",
        part(first),
        part(second)
    )
}

#[test]
fn an_attached_mail_is_the_forwarded_one_unless_there_is_another() {
    let other = "Bruno <bruno@third.example>";
    let found = read(&attached(OUTER, ""), "", None).unwrap();
    assert_eq!((found.address.as_str(), found.subject.as_str()), ("probe@visitor.example", "Our network"));
    assert!(found.text.starts_with("Can you help us?"));
    assert!(read(&attached(OUTER, OUTER), "", None).is_ok());
    assert_eq!(read(&attached(OUTER, other), "", None), Err(Unclear::SeveralSenders));
    assert_eq!(read(&attached(&format!("{OUTER}, {other}"), ""), "", None), Err(Unclear::NoSender));
    let text = FORMS[9].replace("SENDER", OUTER);
    assert!(read(&attached(OUTER, ""), &text, None).is_ok());
    assert_eq!(read(&attached(other, ""), &text, None), Err(Unclear::SeveralSenders));
    let unnamed = attached(OUTER, "").replace("message/rfc822", "application/octet-stream");
    assert_eq!(read(&unnamed, "", None).unwrap().address, "probe@visitor.example");
}

#[test]
fn whom_the_author_names_is_the_sender() {
    let text = format!("{}\n\nCan you help us?{OLDER}", FORMS[9].replace("SENDER", OUTER));
    let mail = attached("Bruno <bruno@third.example>", "");
    let found = read(&mail, &text, Some("Probe@visitor.example")).unwrap();
    assert_eq!((found.name.as_str(), found.subject.as_str()), ("Probe Muster", "Our network"));
    assert_eq!(read(&mail, &text, Some("bruno@third.example")).unwrap().name, "Bruno");
    let found = read(&mail, &text, Some("carla@visitor.example")).unwrap();
    assert_eq!((found.address.as_str(), found.name.as_str()), ("carla@visitor.example", ""));
    assert!(found.text.ends_with("Hier das Angebot."), "all of it");
}

/// A table of two columns, and paragraphs with labels in bold.
#[test]
fn a_page_has_the_same_header() {
    let thunderbird = "<table class=\"moz-email-headers-table\"><tbody><tr><th align=\"RIGHT\">Betreff: </th><td>Our network</td></tr>\
        <tr><th>Datum: </th><td>Mon, 23 Nov 2026</td></tr><tr><th>Von: </th><td>Probe Muster <a href=\"mailto:probe@visitor.example\">\
        &lt;probe@visitor.example&gt;</a></td></tr><tr><th>An: </th><td>anna@own.example</td></tr></tbody></table>";
    let outlook = "<div><p class=MsoNormal><b>Von:</b> Probe Muster &lt;probe@visitor.example&gt; <br><b>Gesendet:</b> Montag<br>\
        <b>An:</b> Anna<br><b>Betreff:</b> Our network<o:p></o:p></p></div>";
    for header in [thunderbird, outlook] {
        let page = format!("<html><body><p>#new</p><br>{header}<br><p>Can you help us?</p></body></html>");
        let text = crate::html::text_of(&page);
        let found = of_text(&text).unwrap_or_else(|unclear| panic!("{unclear:?}: {text}"));
        assert_eq!(
            (found.address.as_str(), found.subject.as_str()),
            ("probe@visitor.example", "Our network"),
            "{text}"
        );
    }
}
