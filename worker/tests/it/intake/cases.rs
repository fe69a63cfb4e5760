//! Mails that went wrong elsewhere, in the folder beside this file: each for a kind of fault, with what its reader gets.

use mailer::addresses::Party;
use uuid::Uuid;
use worker::intake::{Envelope, Fate, Way, accept};

use super::{
    CONSULTANT, Ticket, VISITOR,
    answers::{Case, text as text_of},
    dmarc, mail, settings, settings_for_new, settings_with, settle, settle_by, signed, take, ticket_of,
};
use crate::support::World;

/// Two words alone are anybody's.
const OFFER: &str = "Unsere Offerte: zwei Personen prüfen ab Montag während drei Wochen die Protokolle, die Regeln der Firewall und \
    die Konten mit Rechten der Verwaltung, und geben am Ende einen Bericht ab, den wir mit Ihnen besprechen.";
/// Answers that the visitor has had.
const OURS: [&str; 5] = [
    OFFER,
    "Guten Tag Vera\n\nUnsere Offerte liegt bei: https://firm.example/t/SECRET",
    "Unsere Offerte: https://firm.example/t/SECRET",
    "Wann passt es?",
    "Wann?",
];

/// The file; what is shown, and what is not.
const OF_VISITORS: [(&str, Words, Words); 38] = [
    (
        "v-cites-a-fraud-mail",
        &["Geld verloren", "schrieb der angebliche CEO", "Bitte ueberweisen", "079 000 00 00"],
        &[],
    ),
    ("v-pasted-phish", &["is it phishing?", "From: ", "Please pay 50'000", "The CFO has already paid."], &[]),
    ("v-forwards-a-suspicious-mail", &["Bitte prüfen.", "Von: Bank", "Klicken Sie hier"], &[]),
    (
        "v-words-on-attribution-line",
        &["Bitte rufen Sie mich heute an, es ist dringend.", "not shown"],
        &["schrieb Firnwall", "We have received"],
    ),
    ("v-words-on-attribution-line-2", &["Ja, bitte starten Sie am Montag."], &["Desk <", "> Wann?"]),
    ("v-last-sentence-like-a-phone", &["Die Datei liegt bei.", "the password is on page 2."], &[]),
    ("v-dash-as-divider", &["Erstens: der Server.", "Zweitens: die Firewall ist offen, bitte dringend."], &[]),
    ("v-html-bottom", &["Ja, bitte rufen Sie am Montag um zehn an.", "Probe Muster"], &["schrieb Firnwall"]),
    ("v-html-plain-blockquote", &["Ja, bitte."], &["SECRET"]),
    ("v-html-outlook-source", &["Ja, bitte."], &["Protokolle", "Bericht"]),
    ("v-html-pre", &["Ja, bitte am Montag.\nGruss Vera"], &["schrieb Desk", "> Wann"]),
    ("v-footer-below-quote-de", &["Ja, bitte am Montag."], &["SECRET", "schrieb Desk"]),
    ("v-footer-below-quote-fr", &["Ja, bitte am Montag."], &["SECRET", "schrieb Desk"]),
    ("v-footer-below-quote-en", &["Ja, bitte am Montag."], &["SECRET", "schrieb Desk"]),
    ("v-empty-plain-beside-html", &["Unser Server ist verschlüsselt. Bitte rufen Sie an."], &[]),
    ("v-blank-plain-beside-html", &["The second plant is down too. Please call at once."], &[]),
    ("v-tip-in-blank-plain", &["Ja, bitte am Montag um zehn."], &[]),
    ("v-shift-jis", &["お世話になります。サーバーが停止しました。"], &["\u{fffd}"]),
    ("v-iso-2022-jp", &["月曜日に電話してください。"], &["\u{fffd}"]),
    ("v-gbk", &["服务器被加密，请联系我。"], &["\u{fffd}"]),
    ("v-windows-1252-without-charset", &["Grüezi, die Übersicht kostet 300 € – „so nicht“."], &["\u{fffd}"]),
    ("v-boundary-missing", &["Das ist der ganze Text der Antwort."], &[]),
    ("v-no-final-boundary", &["Guten Tag, das ist der ganze Text."], &[]),
    ("v-leading-empty-line", &["Guten Tag, das ist der Text."], &[]),
    ("v-ticket-system-of-a-person", &["we found the log you asked for", "Can you come today?"], &[]),
    ("v-list-unsubscribe", &["Monday at ten is fine for me, please bring the contract."], &[]),
    ("v-suppresses-oof", &["ein Mensch schreibt."], &[]),
    ("v-26-hops", &["Twenty-six servers."], &[]),
    ("v-raw-latin1-file-name", &["Siehe Datei.", "Offerte_Zürich.pdf"], &[]),
    (
        "v-outlook-invitation",
        &[
            "Invitation: Besprechung Montag",
            "Monday, 30 November 2026, 09:00 to 09:30 UTC",
            "Organiser: Hans Muster <hans@visitor.example>",
            "\"name\": \"invitation.ics\"",
            "\"is_allowed\": true",
        ],
        &["BEGIN:VCALENDAR", "margin:0"],
    ),
    ("v-attached-screenshot", &["Die Fehlermeldung liegt bei.", "Fehlermeldung.png", "\"is_allowed\": true"], &[]),
    ("v-inline-screenshot", &["Siehe Fehlermeldung", "image001.png", "\"is_allowed\": true"], &["cid:"]),
    ("v-pgp-encrypted", &["This mail is encrypted", "encrypted.asc"], &["Version: 1"]),
    ("v-small-png", &["The QR code", "qr-code.png", "\"is_allowed\": true"], &[]),
    ("v-inner-multipart-not-closed", &["Siehe Bild.", "plan.png", "\"is_allowed\": true"], &["iVBOR"]),
    ("v-third-mail-other-files", &["Anbei.", "p2.pdf", "\"is_allowed\": true"], &[]),
    ("v-smime-opaque", &["Die Pumpe im Werk Süd meldet seit gestern einen Fehler.\nBitte rufen Sie mich an."], &[]),
    ("v-rfc2231-pieces", &["Siehe Datei.", "Angebot Zürich Müller und Söhne.pdf"], &[]),
];

/// As it came, with its placeholders filled. Its bytes are in any charset.
pub(super) fn raw(file: &str, ticket: &Ticket, to: &str, from: &str, answered: &str) -> Vec<u8> {
    let path = format!("{}/tests/it/intake/cases/{file}.eml", env!("CARGO_MANIFEST_DIR"));
    let text: String = std::fs::read(&path)
        .unwrap_or_else(|error| panic!("{path}: {error}"))
        .iter()
        .map(|byte| char::from(*byte))
        .collect();
    let filled = [
        ("@TO@", to),
        ("@FROM@", from),
        ("@ID@", answered),
        ("@REF@", &ticket.reference),
        ("@AUTHSERV@", "mx.own.example"),
        ("vera@visitor.example", from),
    ];
    let offer: String = OFFER.bytes().map(char::from).collect();
    let text = filled
        .iter()
        .fold(text, |text, (name, value)| text.replace(name, value))
        .replace("firnwall.example", "own.example")
        .replace("<div>Unsere Offerte</div>", &format!("<div>{offer}</div>"))
        .replace("Threat detection and response<br/>Hans Muster", "Other");
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

async fn take_raw(world: &World, to: &str, raw: &[u8]) -> Option<Fate> {
    let envelope = Envelope { from: None, to: Some(to.to_owned()) };
    accept(&world.db, &settings().fingerprint_key, Way::Lmtp, &envelope, raw).await.unwrap();
    settle(world).await
}

#[tokio::test]
async fn of_a_visitors_mail_every_word_is_shown_and_no_quote_of_ours() {
    let world = World::new().await;
    let mut wrong = Vec::new();
    for (number, (file, shown, hidden)) in OF_VISITORS.iter().enumerate() {
        let visitor = VISITOR.replace('@', &format!("-{number}@"));
        let ticket = ticket_of(&world, &visitor).await;
        world.drain(&world.delivery_with_intake(&settings())).await;
        let consultants = signed().reply(&ticket.reference.parse().unwrap(), &Party::Consultant(CONSULTANT.to_owned()));
        let proof = dmarc("pass").replace("visitor.example", "own.example");
        for ours in OURS {
            let answer =
                mail(CONSULTANT, &Uuid::new_v4().to_string(), &proof).replace("visitor.example", "own.example");
            take(&world, &consultants, &answer.replace("Wimplethorpe answers.", &ours.replace('\n', "\r\n"))).await;
            assert_eq!(settle(&world).await, Some(Fate::Command));
        }
        world.drain(&world.delivery_with_intake(&settings())).await;
        let raw = raw(file, &ticket, &ticket.address, &visitor, "<x@own.example>");
        if *file == "v-third-mail-other-files" {
            for number in ["0", "1"] {
                let other = String::from_utf8(raw.clone()).unwrap().replace("ab6688", number);
                let other = other.replace("p2.pdf", &format!("p{number}.pdf")).replace("bG8y", &format!("bG8{number}"));
                assert_eq!(take_raw(&world, &ticket.address, other.as_bytes()).await, Some(Fate::Reply));
            }
        }
        let fate = take_raw(&world, &ticket.address, &raw).await;
        let sql = format!(
            "SELECT coalesce((SELECT new_text || files FROM message WHERE inquiry_id = '{}' AND party = 'visitor' \
             ORDER BY received_at DESC LIMIT 1), 'none')",
            ticket.id
        );
        let text: String = world.value(&sql).await;
        world.drain(&world.delivery_with_intake(&settings())).await;
        let told = world.server.accepted().into_iter().rfind(|mail| mail.to == CONSULTANT).unwrap();
        // An encrypted one goes on as it came.
        let is_told = text_of(&told).replace("> ", "").contains(shown[0]) || told.data.contains("PGP MESSAGE");
        wrong.extend((!is_told).then(|| format!("{file}: {:?} is told\n{}\n", shown[0], told.data)));
        let lost = shown.iter().filter(|words| !text.contains(**words));
        let left = hidden.iter().filter(|words| text.contains(**words));
        wrong.extend(lost.chain(left).map(|words| format!("{file}, {fate:?}: {words:?} in\n{text}\n")));
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

type Words = &'static [&'static str];

/// The file; what the visitor gets, and what not; what its author hears at once.
const OF_CONSULTANTS: [(&str, Words, Words, Option<&str>); 10] = [
    (
        "c-you-wrote",
        &["Dear Mr Read", "you wrote:", "Can you start in December?", "on the 7th", "CHF 24,000", "Kind regards"],
        &[],
        None,
    ),
    ("c-divider", &["Offer A: CHF 24,000.", "Offer B: CHF 31,000, with night shifts. We recommend B."], &[], None),
    ("c-words-on-attribution-line", &["Gerne, wir rufen am Montag um zehn an."], &["schrieb Firnwall", "Other"], None),
    ("c-note-below", &[], &["never pays"], Some("#note")),
    // A gateway's words instead of the author's.
    ("c-tip-in-blank-plain", &[], &["often get email"], Some("Ja, bitte am Montag um zehn.")),
    ("c-natural", &["Please reply to this mail within two days and name a date."], &[], None),
    (
        "c-smime-signed",
        &["Die Pumpe im Werk S=C3=BCd meldet seit gestern einen Fehler.\nBitte rufen Sie mich an."],
        &["smime.p7s"],
        None,
    ),
    ("c-pgp-signed", &["Wir kommen am Montag um zehn vorbei."], &["PGP SIGNATURE", "OpenPGP_signature"], None),
    ("c-auto-response-suppress", &["We can be with you on Monday at ten."], &[], None),
    ("c-style-in-body", &["Besten Dank, wir melden uns."], &["margin:0 0 1.6em", "var a"], None),
];

#[tokio::test]
async fn of_a_consultants_mail_every_word_goes_out_and_no_line_of_ours() {
    let mut wrong = Vec::new();
    for (file, sent, not_sent, told) in OF_CONSULTANTS {
        let case = Case::new().await;
        let to = case.address_of(CONSULTANT);
        let raw = raw(file, &case.ticket, &to, CONSULTANT, "<x@own.example>");
        let proof = dmarc("pass").replace("visitor.example", "own.example");
        take_raw(&case.world, &to, &[proof.as_bytes(), &raw].concat()).await;
        case.drain().await;
        let read = |mails: Vec<testkit::smtp::Record>| -> String {
            let texts = mails.iter().map(|mail| mail.data.replace("=\r\n", "").replace("\r\n", "\n"));
            texts.collect::<Vec<_>>().concat()
        };
        let (visitor, author) = (read(case.mails_to(VISITOR)), read(case.mails_to(CONSULTANT)));
        wrong.extend(
            sent.iter()
                .filter(|words| !visitor.contains(**words))
                .map(|words| format!("{file}: {words} in {visitor}{author}\n")),
        );
        wrong.extend(
            not_sent.iter().filter(|words| visitor.contains(**words)).map(|words| format!("{file}: {words} out\n")),
        );
        let hears = told.map_or(author.is_empty(), |words| author.contains(words));
        wrong.extend((!hears).then(|| format!("{file}: the author hears {author:?}\n")));
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

/// An address of a colleague is compared whole.
#[tokio::test]
async fn an_address_that_ends_as_a_colleagues_goes_out() {
    let world = World::while_rewriting().await;
    let (author, named) = ("susanna@own.example", format!("{CONSULTANT},susanna@own.example"));
    let settings = settings_with(&[("NOTIFY_TO", &named)]);
    let id = world.inquiry(VISITOR, &[CONSULTANT, author]).await;
    let reference: String = world.value(&format!("SELECT reference FROM inquiry WHERE id = '{id}'")).await;
    let to = signed().reply(&reference.parse().unwrap(), &Party::Consultant(author.to_owned()));
    let ticket = Ticket { id, reference, address: to.clone() };
    world.drain(&world.delivery_with_intake(&settings)).await;
    take(&world, &to, &String::from_utf8(raw("c-own-address", &ticket, &to, author, "")).unwrap()).await;
    assert_eq!(settle_by(&world, &settings).await, Some(Fate::Command));
    world.drain(&world.delivery_with_intake(&settings)).await;
    let answer = world.server.accepted().into_iter().rfind(|mail| mail.to == VISITOR).unwrap();
    assert!(text_of(&answer).contains("Susanna Muster\nsusanna@own.example"), "{}", answer.data);
}

#[tokio::test]
async fn whom_the_visitor_copies_is_shown_and_gets_the_answer() {
    let case = Case::new().await;
    let raw = raw("v-colleague-in-copy", &case.ticket, &case.ticket.address, VISITOR, "");
    assert_eq!(
        take_raw(&case.world, &case.ticket.address, &[dmarc("pass").as_bytes(), &raw].concat()).await,
        Some(Fate::Reply)
    );
    case.drain().await;
    let told = text_of(&case.mails_to(CONSULTANT).pop().unwrap());
    assert!(told.contains("please answer both of us") && told.contains("boss@visitor.example"), "{told}");
    case.writes(CONSULTANT, "Wimplethorpe answers both.").await;
    let answered =
        case.world.server.accepted().into_iter().filter(|mail| mail.data.contains("Wimplethorpe answers both."));
    let answered: Vec<_> = answered.map(|mail| mail.to).filter(|to| to.ends_with("@visitor.example")).collect();
    assert_eq!(answered.len(), 2, "{answered:?}");
    assert!(answered.contains(&"boss@visitor.example".to_owned()) && answered.contains(&VISITOR.to_owned()));
}

#[tokio::test]
async fn an_answer_to_a_copy_tells_its_author_at_once() {
    let case = Case::new().await;
    case.writes(super::answers::COLLEAGUE, "Wimplethorpe comes on Friday.").await;
    let copy = case.mails_to(CONSULTANT).pop().unwrap();
    let to = copy.header("Reply-To").unwrap();
    let raw = raw("c-internal-again", &case.ticket, &to, CONSULTANT, "<rewritten@relay.example>");
    take_raw(&case.world, &to, &raw).await;
    case.drain().await;
    assert_eq!(case.mails_to(VISITOR).len(), 1);
    assert!(case.mails_to(CONSULTANT).pop().unwrap().data.contains("Your note goes to your colleagues."));
}

#[tokio::test]
async fn a_report_about_a_domain_opens_no_ticket() {
    let world = World::new().await;
    let ticket = ticket_of(&world, VISITOR).await;
    let raw = raw("dmarc-report", &ticket, "", "", "");
    let envelope = Envelope { from: None, to: Some("desk@own.example".to_owned()) };
    accept(&world.db, &settings().fingerprint_key, Way::Lmtp, &envelope, raw).await.unwrap();
    assert_eq!(settle_by(&world, &settings_for_new()).await, Some(Fate::Quarantined));
    assert_eq!(world.value::<String>("SELECT rule FROM intake").await, "machine");
}
