//! A thousand replies of consultants, as mail clients write them: nothing of ours goes on, and no word is lost.

use std::sync::LazyLock;

use inbound::{
    commands,
    conversation::{Conversation, Known, Reader, Whose},
    formatting::formatted,
    html::text_of,
    mail::Mail,
    parsed_mail::ParsedMail,
};
use mail_parser::{MessageParser, decoders::html::html_to_text};

use outbox::{LeakGuard, templates_to_consultants};

use super::samples::{
    Sample,
    conversation::{self, settings_with_answers},
};

const COLLEAGUE: &str = "ben@firnwall.example";

/// What a consultant writes.
const ANSWERS: [&str; 16] = [
    "Good morning\n\nYes, we can start in January. I will call you tomorrow at ten.\n\nKind regards\nAnna",
    "Thank you for your message.\n\n1. Two consultants for three weeks.\n2. A fixed price of CHF 24,000.\n\nAnna Muster",
    "Could you send us the network plan? A sketch is enough.",
    "Guten Tag\n\nGerne. Wäre Ihnen Dienstag um 10:30 Uhr recht?\n\nFreundliche Grüsse\nAnna",
    "Vielen Dank. Das Angebot folgt bis Freitag; die Telefonnummer in Ihrer Nachricht stimmt doch noch?",
    "Sehr geehrter Herr Muster\n\nIm Anhang die Offerte. Sie gilt bis zum 31. Januar.\n\nMit freundlichen Grüssen",
    "Bonjour\n\nMerci de votre demande. Nous pouvons commencer en janvier.\n\nMeilleures salutations\nAnna",
    "Volontiers. Je vous appelle mardi à 10 heures.",
    "Buongiorno\n\nGrazie della richiesta. Possiamo iniziare a gennaio.\n\nCordiali saluti\nAnna",
    "Va bene martedì alle dieci?",
    "Hi\n\n- SIEM: Sentinel or Splunk, you choose\n- OT: passive monitoring only\n- Start: 11 January\n\nAnna",
    "I have read it. On Monday somebody of your team wrote to us as well: is that about the same project?",
    "On Tuesday at 10:30, then.",
    "Am 1.12.2026 um 10:30 Uhr passt es uns",
    "Le mardi 1er décembre me convient.\n\nA mardi",
    "The contract is ready.\n\nSent by registered mail yesterday.",
];

/// What a client puts between the answer and the quote, and in front of each quoted line.
struct Client {
    introduction: &'static str,
    mark: &'static str,
}

const fn client(introduction: &'static str, mark: &'static str) -> Client {
    Client { introduction, mark }
}

/// `ADDRESS` is replaced by the signed address of the notification.
const CLIENTS: [Client; 20] = [
    client("On Tue, 24 Nov 2026 at 10:30, Firnwall <ADDRESS> wrote:\n\n", "> "),
    client("Am Di., 24. Nov. 2026 um 10:30 Uhr schrieb Firnwall <\nADDRESS>:\n\n", "> "),
    client("Le mar. 24 nov. 2026 à 10:30, Firnwall <ADDRESS> a écrit :\n\n", "> "),
    client("Il giorno mar 24 nov 2026 alle ore 10:30 Firnwall <ADDRESS> ha\nscritto:\n\n", "> "),
    client("> On 24 Nov 2026, at 10:30, Firnwall <ADDRESS> wrote:\n> \n", "> "),
    client("> Am 24.11.2026 um 10:30 schrieb Firnwall <ADDRESS>:\n> \n", "> "),
    client("> Le 24 nov. 2026 à 10:30, Firnwall <ADDRESS> a écrit :\n> \n", "> "),
    client("> Il giorno 24 nov 2026, alle ore 10:30, Firnwall <ADDRESS> ha scritto:\n> \n", "> "),
    client("On 24/11/2026 10:30, Firnwall wrote:\n", "> "),
    client("Am 24.11.2026 um 10:30 schrieb Firnwall:\n", "> "),
    client("Le 24/11/2026 à 10:30, Firnwall a écrit :\n", "> "),
    client("Il 24/11/2026 10:30, Firnwall ha scritto:\n", "> "),
    client(
        "-----Original Message-----\nFrom: Firnwall <ADDRESS>\nSent: Tuesday, 24 November 2026 10:30\nTo: a\nSubject: x\n\n",
        "",
    ),
    client("-----Ursprüngliche Nachricht-----\nVon: Firnwall\nGesendet: Dienstag\nAn: a\nBetreff: x\n\n", ""),
    client("-----Message d'origine-----\nDe : Firnwall\nEnvoyé : mardi\nÀ : a\nObjet : x\n\n", ""),
    client("-----Messaggio originale-----\nDa: Firnwall\nInviato: martedì\nA: a\nOggetto: x\n\n", ""),
    client(
        "________________________________\nFrom: Firnwall <ADDRESS>\nSent: Tuesday\nTo: a@b.example\nSubject: x\n\n",
        "",
    ),
    client("Von: Firnwall <ADDRESS>\nDatum: Dienstag, 24. November 2026 um 10:30\nAn: a\nBetreff: x\n\n", ""),
    client("De : Firnwall <ADDRESS>\nDate : mardi 24 novembre 2026 à 10:30\nÀ : a\nObjet : x\n\n", ""),
    client("Da: Firnwall <ADDRESS>\nData: martedì 24 novembre 2026 10:30\nA: a\nOggetto: x\n\n", ""),
];

/// What HTML mails put around the quote.
const HTML: [(&str, &str); 8] = [
    (
        "<div class=\"gmail_quote\"><div class=\"gmail_attr\">On Tue, Firnwall &lt;ADDRESS&gt; wrote:<br></div><blockquote>",
        "</blockquote></div>",
    ),
    (
        "<div class=\"gmail_quote gmail_quote_container\"><div>Am Di. schrieb Firnwall &lt;ADDRESS&gt;:</div><blockquote>",
        "</blockquote></div>",
    ),
    ("<blockquote type=\"cite\"><div>Le 24 nov. 2026 à 10:30, Firnwall a écrit :</div>", "</blockquote>"),
    (
        "<div class=\"moz-cite-prefix\">Il 24/11/2026 10:30, Firnwall ha scritto:</div><blockquote type=\"cite\">",
        "</blockquote>",
    ),
    (
        "<div id=\"appendonsend\"></div><hr><div id=\"divRplyFwdMsg\"><b>From:</b> Firnwall &lt;ADDRESS&gt;<br><b>Sent:</b> Tuesday<br><b>To:</b> a<br><b>Subject:</b> x</div>",
        "",
    ),
    (
        "<div style=\"border-top:solid #E1E1E1 1.0pt\"><p><b>Von:</b> Firnwall &lt;ADDRESS&gt;<br><b>Gesendet:</b> Dienstag<br><b>An:</b> a<br><b>Betreff:</b> x</p></div>",
        "",
    ),
    (
        "<div style=\"border-top:solid #E1E1E1 1.0pt\"><p><b>De :</b> Firnwall<br><b>Envoyé :</b> mardi<br><b>À :</b> a<br><b>Objet :</b> x</p></div>",
        "",
    ),
    (
        "<div style=\"border-top:solid #E1E1E1 1.0pt\"><p><b>Da:</b> Firnwall<br><b>Inviato:</b> martedì<br><b>A:</b> a<br><b>Oggetto:</b> x</p></div>",
        "",
    ),
];

/// The notification that is answered: its two parts, and the signed address.
struct Notification {
    text: String,
    html: String,
    address: String,
}

static NOTIFICATION: LazyLock<Notification> = LazyLock::new(|| {
    let mails = conversation::all(Sample::Typical).unwrap();
    let mail = mails.into_iter().find(|(name, _)| *name == "notification_with_answers").unwrap().1;
    let parsed = MessageParser::default().parse(&mail.bytes).unwrap();
    let address = parsed.reply_to().unwrap().first().unwrap().address().unwrap().to_owned();
    let text = format!("{}\nAlso told: {COLLEAGUE}\n", parsed.body_text(0).unwrap().replace("\r\n", "\n"));
    Notification { text, html: parsed.body_html(0).unwrap().into_owned(), address }
});

/// A mail of one part, or of two that say the same.
fn raw(parts: &[(&str, &str)]) -> String {
    let part = |(kind, body): &(&str, &str)| format!("Content-Type: text/{kind}; charset=utf-8\n\n{body}\n");
    let body = if let [one] = parts {
        part(one)
    } else {
        let parts = parts.iter().map(|one| format!("--x\n{}", part(one))).collect::<Vec<_>>().concat();
        format!("MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=x\n\n{parts}--x--\n")
    };
    format!(
        "From: Anna <anna@firnwall.example>\nTo: {}\nSubject: Re: x\nMessage-ID: <1@firnwall.example>\n{body}",
        NOTIFICATION.address,
    )
    .replace('\n', "\r\n")
}

fn new_text(raw: &str) -> String {
    let mail = Mail::read(raw.as_bytes()).unwrap_or_else(|reason| panic!("{reason}: {raw}"));
    CONVERSATION.cut(&ParsedMail::of(&mail).text, Reader::Visitor).text
}

/// What the consultant could have: the inquiry, and the frames around it.
static CONVERSATION: LazyLock<Conversation> = LazyLock::new(|| {
    let own = Sample::Typical.content();
    let fields = format!("{} {}\n{}\n{}", own.first_name, own.last_name, own.company, own.email.as_str());
    let fields = format!("{fields}\n{}\nFirnwall, FW-7K3Q-9D2M", NOTIFICATION.text.lines().next().unwrap());
    let known = |text, whose, has_holes| Known { quoted: Whose::Shared, has_holes, ..Known::new(text, whose, "") };
    let shared = [known(own.message.as_str(), Whose::Shared, false), known(fields.as_str(), Whose::Shared, false)];
    let page = text_of(&NOTIFICATION.html);
    let sent = [NOTIFICATION.text.as_str(), page.as_str()].map(|text| known(text, Whose::Frame, false));
    let frames = templates_to_consultants().map(|text| known(text, Whose::Frame, true));
    let domain = NOTIFICATION.address.rsplit('@').next().unwrap();
    Conversation::new(shared.into_iter().chain(sent).chain(frames), &["Firnwall", &format!("@{domain}")])
});

/// The HTML part of an answer, with its first word in bold and a link, and the whole notification quoted below.
fn page(answer: &str, quote: usize) -> String {
    let (before, after) = HTML[quote % HTML.len()];
    let before = before.replace("ADDRESS", &NOTIFICATION.address);
    let (first, rest) = answer.split_once(' ').unwrap_or((answer, ""));
    let answer = format!("<b>{first}</b> <a href=\"https://firnwall.example/\">{rest}");
    let lines = answer.lines().map(|line| format!("<div>{line}<br></div>")).collect::<Vec<_>>().concat();
    let targets = format!("<a href=\"mailto:{COLLEAGUE}\">x</a><a href=\"mailto:{}\">x</a>", NOTIFICATION.address);
    format!("<html><body><div>{lines}</div><br>{before}{}{targets}{after}</body></html>", NOTIFICATION.html)
}

/// What of the HTML goes to the visitor beside the text.
fn sent_html(raw: &str, text: &str) -> Option<String> {
    let found = formatted(&Mail::read(raw.as_bytes()).unwrap(), text)?;
    let words = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    assert_eq!(words(&html_to_text(&found.html)), words(text), "{}", found.html);
    assert!(found.links.iter().all(|link| link == "https://firnwall.example/"), "{:?}", found.links);
    Some(found.html)
}

/// What goes to the visitor; `None`: it is held.
fn sent(new_text: &str) -> Option<String> {
    let text = commands::read(new_text).text;
    let is_held = !GUARD.internal_lines(&text).is_empty() || !CONVERSATION.internal_lines(&text).is_empty();
    (!text.is_empty() && !is_held).then_some(text)
}

static GUARD: LazyLock<LeakGuard> =
    LazyLock::new(|| LeakGuard::new(settings_with_answers().signed, "anna@firnwall.example", [COLLEAGUE.to_owned()]));

/// Of the notification, what no visitor may read: every line that is not the visitor's own.
fn secrets() -> Vec<String> {
    let own = Sample::Typical.content();
    let visitors = [&own.message, &own.company, &own.first_name, own.email.as_str()].map(str::to_owned);
    let lines = NOTIFICATION.text.lines().filter(|line| !line.starts_with('>') && line.trim().len() > 12);
    let ours =
        lines.filter(|line| !visitors.iter().any(|typed| typed.contains(*line) || line.contains(typed.as_str())));
    ours.map(|line| line.trim().to_owned()).chain([NOTIFICATION.address.clone(), COLLEAGUE.to_owned()]).collect()
}

fn check(sent: &str, secrets: &[String]) {
    for secret in secrets {
        assert!(!sent.contains(secret.as_str()), "{secret} in\n{sent}");
    }
}

#[test]
fn of_a_thousand_replies_nothing_of_ours_goes_on_and_no_word_is_lost() {
    let Notification { text, html, address } = &*NOTIFICATION;
    let secrets = secrets();
    assert!(secrets.len() > 8, "{secrets:?}");
    let phones = ["Sent from my iPhone", "Von meinem iPhone gesendet", "Envoyé de mon iPhone", "Inviato da iPhone"]
        .iter()
        .cycle();
    let mut phones = phones.copied();
    let (mut all, mut with_html, mut held) = (0, 0, Vec::new());
    let mut take = |raw: &str, answer: &str, is_exact: bool, name: &str| {
        let new_text = new_text(raw);
        all += 1;
        for line in answer.lines() {
            assert!(new_text.contains(line), "{name}: {line:?} is lost in\n{new_text}");
        }
        match sent(&new_text) {
            Some(sent) => {
                check(&sent, &secrets);
                if let Some(html) = sent_html(raw, &sent) {
                    check(&html, &secrets);
                    assert!(!html.contains(COLLEAGUE) && !html.contains("reply.firnwall.example"), "{html}");
                    with_html += 1;
                }
                assert!(!is_exact || sent == answer, "{name}: {sent}");
            }
            None => held.push(format!("{name}: {:?} of {answer}", CONVERSATION.internal_lines(&new_text))),
        }
    };
    for answer in ANSWERS {
        for Client { introduction, mark } in &CLIENTS {
            let introduction = introduction.replace("ADDRESS", address);
            let quote = text.lines().map(|line| format!("{mark}{line}\n")).collect::<Vec<_>>().concat();
            let phone = phones.next().unwrap_or_default();
            let mut both = |plain: &str, is_exact, name: &str| {
                let html = page(answer, plain.len());
                take(&raw(&[("plain", plain), ("html", &html)]), answer, is_exact, name);
            };
            both(&format!("{answer}\n\n{introduction}{quote}"), true, "above");
            let signed = format!("{answer}\n\n-- \nAnna Muster\nFirnwall AG, Zürich\n\n{introduction}{quote}");
            both(&signed, false, "above, with a signature");
            both(&format!("{answer}\n\n{phone}\n\n{introduction}{quote}"), false, "above, from a phone");
            if !mark.is_empty() {
                both(&format!("{introduction}{quote}\n{answer}\n"), true, "below");
                let (first, rest) = answer.split_once('\n').unwrap_or((answer, ""));
                let asked =
                    format!("{introduction}> > Could we talk next week?\n\n{first}\n\n> > half-time\n\n{rest}\n");
                both(&asked, false, "between");
            }
        }
        for (before, after) in HTML {
            let lines = answer.lines().map(|line| format!("<div>{line}<br></div>")).collect::<Vec<_>>().concat();
            let before = before.replace("ADDRESS", address);
            let page = format!("<html><body><div>{lines}</div><br>{before}{html}{after}</body></html>");
            take(&raw(&[("html", &page)]), answer, false, "HTML");
        }
    }
    assert!(all >= 1000, "{all}");
    assert!(with_html >= 600, "of {all} only {with_html} keep their formatting");
    assert!(held.len() * 50 <= all, "{} of {all} are held:\n{}", held.len(), held.join("\n"));
}

/// The receipt asks a consultant who answers between the lines of the whole notification to write again.
#[test]
fn answers_between_our_own_lines_go_out_alone() {
    let quote = |lines: &str| lines.lines().map(|line| format!("> {line}\n")).collect::<Vec<_>>().concat();
    let (first, second) = NOTIFICATION.text.split_once("Answer due").unwrap();
    let mail = format!(
        "On Tue, 24 Nov 2026 at 10:30, Firnwall <{}> wrote:\n{}\nYes.\n\n{}\nOn Tuesday.\n",
        NOTIFICATION.address,
        quote(first),
        quote(&format!("Answer due{second}"))
    );
    assert_eq!(sent(&new_text(&raw(&[("plain", &mail)]))).as_deref(), Some("Yes.\n\nOn Tuesday."));
}

/// The check itself sees what it is to see.
#[test]
#[should_panic(expected = "Will be deleted")]
fn a_quote_that_goes_on_is_noticed() {
    check(&NOTIFICATION.text, &["Will be deleted".to_owned()]);
}
