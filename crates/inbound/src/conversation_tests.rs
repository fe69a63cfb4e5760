//! The comparison by examples: what people and clients do to a quote.

use proptest::prelude::*;

use self::generator::{BEGINNINGS, OWN, words_of};
use super::*;
use crate::html::text_of;

#[path = "conversation_generator_tests.rs"]
mod generator;

/// What a visitor gets. The texts stand in the order of the conversation.
const CONFIRMATION: &str = "Firnwall\n\nWe have received your inquiry.\n\nYour reference is FW-7K3Q-9D2M. Please quote it when you write to\n\
    us about this inquiry.\n\n\nWhat happens next\n-----------------\nA consultant will read your inquiry and reply to you personally by\n\
    Tuesday, 1 December 2026, 18:00 in Zurich.\nThe first consultation is free.\n\nSomething to add? Reply to this email.\n\n\
    Your data\n---------\nWe use what you sent us to answer you, and delete it\n2 years after our last contact with you.\n\n\
    Privacy policy: https://firnwall.example/privacy-policy\n\n-- \nFirnwall AG\nZurich, Switzerland\ncontact@firnwall.example\n";
const INQUIRY: &str = "Since Monday our monitoring reports logins at night from two addresses that we do not know.\n\
    Could you look at the logs with us, and what would three weeks cost?\n\nThe plant in Olten is not affected so far.";
const ANSWER: &str = "Guten Tag Frau Read\n\nBesten Dank für Ihre Nachricht. Wir können am 7. Dezember mit zwei Personen beginnen – „sofort“ ginge ebenfalls.\n\
    Der Preis beträgt CHF 24'000 für drei Wochen, siehe https://firnwall.example/offers/2026-118?lang=de für Einzelheiten.\n\n\
    Wann passt es Ihnen?\n\nFreundliche Grüsse\nAnna Muster\n\n-- \nFirnwall, FW-7K3Q-9D2M\n";
/// What a consultant gets, as its template says it, with what is known of the inquiry.
const TEMPLATE: &str = "{% if mail.is_urgent %}Urgent: {% endif %}Threat detection and response\n\nVera Read\nMuster Maschinen AG\n\
    {% if !mail.facts.is_empty() %}SIEM and threat hunting · 3 consultants\n{% endif %}\nvera@visitor.example\n\n\
    Answer due {{ mail.due }}\n\n> {{ line }}\n\
    {%- else -%}\nReply to this mail: your answer goes to the visitor from our address,\nand your colleagues get a copy. The first answer claims the inquiry.\n\
    As the first line of a reply: #claim, #close, #note, #spam, #help.\n\n-- \nFirnwall, FW-7K3Q-9D2M\n\
    Received {{ mail.received }}\nBot check {% if mail.is_verified %}passed{% endif %}; {{ mail.consents }}\n\
    Will be deleted {{ mail.deleted }},\nlater if there is contact in between\n";
const FIELDS: &str = "Threat detection and response\nVera Read\nMuster Maschinen AG\nvera@visitor.example\nSIEM and threat hunting · 3 consultants";
const NOTE: &str = "The customer never pays before the third reminder, so ask for money first this time.\nHis boss called me about it yesterday evening.";

/// Other mails to consultants: what became of an own answer, a colleague's note, and the conversation for a new owner.
const RECEIPT: &str = "Firnwall – FW-7K3Q-9D2M\nVera Read, Muster Maschinen AG\n\nNot sent yet: your answer has a line that may be internal. Reply with #send to send it as it is, or write it \
    again without it.\n\nThe line: Die Pumpe steht seit gestern.\n\nYou wrote:\n\n> Die Pumpe steht seit gestern.\n> Wir kommen am Montag um zehn vorbei.\n\n\
    Reply to this mail: your note goes to your colleagues, not to the\nvisitor. To write to the visitor, reply to the mail of the inquiry.\n";
const COPY: &str = "Firnwall – ben@firm.example has written a note about FW-7K3Q-9D2M\nVera Read, Muster Maschinen AG\n\n\
    > The customer never pays before the third reminder, so ask for money first this time.\n> His boss called me about it yesterday evening.\n\n\
    Reply to this mail: your note goes to your colleagues, not to the\nvisitor. To write to the visitor, reply to the mail of the inquiry.\n";
const ASSIGNMENT: &str = "Firnwall – assigned to you: FW-7K3Q-9D2M\n\nYou answer this inquiry now.\nAssigned by ben@firm.example just now.\n\
    Answer due Tuesday, 1 December 2026, 18:00 in Zurich.\n\nWritten on Tuesday, 24 November 2026, 10:30 in Zurich\nby Vera Read, Muster Maschinen AG to us\n\
    > The plant in Olten is not affected so far.\n\nWritten on Tuesday, 24 November 2026, 11:05 in Zurich\nby ben@firm.example to the colleagues\n\
    > His boss called me about it yesterday evening.\n\nReply to this mail: your answer goes to the visitor from our address.\n";

/// What a consultant may quote.
fn to_consultants() -> [String; 4] {
    [notification(), RECEIPT.to_owned(), COPY.to_owned(), ASSIGNMENT.to_owned()]
}

fn internal_line(conversation: &Conversation, text: &str) -> Option<(Whose, String)> {
    conversation.internal_lines(text).into_iter().next()
}

fn doubt(cut: &Cut) -> Option<&str> {
    cut.doubts.first().map(|(_, line)| line.as_str())
}

/// Each line with what a client puts around it.
fn marked(text: &str, mark: &str, end: &str) -> String {
    text.lines().map(|line| [mark, line, end].concat()).collect()
}

fn notification() -> String {
    let quoted = marked(INQUIRY, "> ", "\n");
    format!(
        "Threat detection and response\n\nVera Read\nMuster Maschinen AG\nSIEM and threat hunting · 3 consultants\nvera@visitor.example\n\n\
         Answer due Tuesday, 1 December 2026, 18:00 in Zurich\n\n{quoted}\n\
         Reply to this mail: your answer goes to the visitor from our address,\nand your colleagues get a copy. The first answer claims the inquiry.\n\
         As the first line of a reply: #claim, #close, #note, #spam, #help.\n\n-- \nFirnwall, FW-7K3Q-9D2M\n\
         Received Tuesday, 24 November 2026, 10:30 in Zurich (09:30 UTC)\nBot check passed; privacy policy agreed\n\
         Will be deleted 24 November 2028, 09:30 UTC,\nlater if there is contact in between\n"
    )
}

fn known(text: &str, whose: Whose, name: &str) -> (String, Whose, String) {
    (text.to_owned(), whose, name.to_owned())
}

fn conversation(reader: Reader) -> Conversation {
    let texts = match reader {
        Reader::Consultants => vec![
            known(INQUIRY, Whose::Writer, "the inquiry"),
            known(CONFIRMATION, Whose::Shared, "our mail of 24 November"),
            known(ANSWER, Whose::Shared, "our mail of 25 November"),
            known(OFFER, Whose::Shared, "our mail of 26 November"),
        ],
        Reader::Visitor => vec![
            known(INQUIRY, Whose::Shared, ""),
            known(FIELDS, Whose::Shared, ""),
            known(ANSWER, Whose::Shared, ""),
            known(NOTE, Whose::Note, ""),
            known(&notification(), Whose::Frame, ""),
            known(RECEIPT, Whose::Frame, "receipt"),
            known(COPY, Whose::Frame, "copy"),
            known(ASSIGNMENT, Whose::Frame, "assignment"),
            known(TEMPLATE, Whose::Frame, "template"),
        ],
    };
    Conversation::new(
        texts.iter().map(|(text, whose, name)| Known {
            text: text.into(),
            whose: *whose,
            quoted: match name.as_str() {
                "receipt" => Whose::Writer,
                "copy" => Whose::Note,
                "assignment" => Whose::Frame,
                _ => Whose::Shared,
            },
            has_holes: name == "template",
            name: name.clone(),
        }),
        &SENDERS,
    )
}

const SENDERS: [&str; 4] = ["Firnwall", "@firm.example", "@reply.firm.example", "@firnwall.example"];

#[test]
fn a_cut_is_said_where_it_happens() {
    let quote = marked(CONFIRMATION, "> ", "\n");
    let mail = format!("Thank you.\n\n{}{quote}\nMonday is fine.\n", BEGINNINGS[4]);
    let cut = conversation(Reader::Consultants).cut(&mail, Reader::Consultants);
    assert!(cut.is_shortened);
    let lines: Vec<&str> = cut.text.lines().collect();
    assert_eq!((lines[0], *lines.last().unwrap()), ("Thank you.", "Monday is fine."));
    assert!(
        lines[2].starts_with('[') && lines[2].ends_with("lines not shown: they repeat our mail of 24 November]"),
        "{}",
        cut.text
    );
}

#[test]
fn of_each_way_to_begin_a_quote_nothing_is_left() {
    let conversation = conversation(Reader::Consultants);
    for beginning in BEGINNINGS {
        for mark in ["> ", ""] {
            let quote = [beginning, &marked(CONFIRMATION, mark, "\n")].concat();
            let cut = conversation.cut(&format!("Gerne.\n\n{quote}"), Reader::Consultants).text;
            assert!(cut.starts_with("Gerne.\n\n[") && cut.lines().count() == 3, "{beginning}: {cut}");
        }
    }
}

/// A thread has the same header, subject or footer at each of its mails.
#[test]
fn a_quote_that_says_a_thing_twice_is_cut_whole() {
    let header = |day: &str| {
        format!(
            "Von: Firnwall <desk@firm.example>\nGesendet: {day}. November 2026 09:30\nAn: Vera Read <vera@visitor.example>\n\
             Betreff: Unser Bericht zum Audit\n\n"
        )
    };
    let text = "Der Bericht liegt bei, wir besprechen ihn am Montag.\n\nFreundliche Grüsse\nAnna Muster\n";
    let thread = format!("{text}\n{}{text}\n{}Der Bericht kommt.\n\n{text}", header("20"), header("19"));
    let known = Known::new(&thread, Whose::Shared, "it");
    let conversation = Conversation::new([known], &SENDERS);
    for mark in ["", "> "] {
        let body = marked(&thread, mark, "\n");
        let cut = conversation.cut(&format!("Danke.\n\n{}{body}", header("23")), Reader::Consultants).text;
        assert!(cut.starts_with("Danke.\n\n[") && cut.lines().count() == 3, "{cut}");
    }
}

const HEADER: &str = "Von: Firnwall <desk@firm.example>\nGesendet: Montag, 23. November 2026 09:30\nAn: Vera Read <vera@visitor.example>\n\
    Betreff: AW: Ihre Anfrage\n";

#[test]
fn words_of_the_writers_in_the_form_of_a_header_stay() {
    for reader in [Reader::Consultants, Reader::Visitor] {
        let conversation = conversation(reader);
        for words in [
            "Datum: Montag, 7. Dezember, zehn Uhr",
            "Kopie: bitte auch an Peter Muster, unseren CEO",
            "Mo: 8 bis 10 Uhr\nDo: 10 bis 12 Uhr",
            "A: 12'000 bei Start\nAn: Rest bei Abnahme",
            "Date: Monday, 7 December",
            "Betreff: siehe Telefon von heute",
        ] {
            for gap in ["", "\n"] {
                let mail = format!("Einverstanden.\n{words}\n{gap}{HEADER}\n{ANSWER}");
                let cut = conversation.cut(&mail, reader);
                assert!(words.lines().all(|line| cut.text.contains(line)), "{words}: {}", cut.text);
                assert!(!cut.text.contains("Gesendet"), "{}", cut.text);
            }
        }
        for words in ["Entscheid: Wir nehmen die Offerte nicht an", "Antwort: nein"] {
            let cut = conversation.cut(&format!("Siehe unten.\n\n{HEADER}{words}\n\n{ANSWER}"), reader);
            assert!(cut.text.contains(words), "{}", cut.text);
        }
        let cut = conversation.cut(&format!("Ja.\n\n{HEADER}Wichtigkeit: Hoch\n\n{ANSWER}"), reader);
        assert!(!cut.text.contains("Von:"), "{}", cut.text);
    }
}

#[test]
fn a_sentence_in_the_form_of_an_attribution_stays() {
    for words in [
        "On 24 November 2026 I declined this from desk@firm.example:",
        "Am 24.11.2026 um 10:00 abgesagt von desk@firm.example:",
        "Le 24 novembre 2026, frauduleux, de desk@firm.example :",
        "Le 23.11.2026 refusé par desk@firm.example :",
        "Am 23.11.2026 falsch abgerechnet von desk@firm.example:",
        "Am 24.11.2026 mit Dank abgelehnt, desk@firm.example:",
        "On 23 Nov 2026 we cancelled, desk@firm.example:",
        "Il 24 novembre 2026 rifiutato da desk@firm.example:",
        "Am 24. November 2026 schrieb leider niemand:",
    ] {
        for reader in [Reader::Consultants, Reader::Visitor] {
            let mail = format!("Hello\n\n{words}\n{}", marked(ANSWER, "> ", "\n"));
            let cut = conversation(reader).cut(&mail, reader);
            assert!(cut.text.contains(words), "{words}: {}", cut.text);
        }
    }
}

/// The author of an answer learns what was sent of it.
#[test]
fn who_names_somebody_else_in_front_of_a_quote_hears_what_was_sent() {
    let cut = |line: &str| {
        let mail = format!("Ja.\n\n{line}\n{}", marked(ANSWER, "> ", "\n"));
        conversation(Reader::Consultants).cut(&mail, Reader::Consultants).is_shortened
    };
    assert!(!cut("Am 23.11.2026 um 09:30 schrieb Firnwall <desk@firm.example>:"));
    assert!(cut("Am 23.11.2026 schrieb Ihr Chef:"));
}

#[test]
fn what_is_struck_out_or_set_in_bold_in_a_quote_is_an_answer() {
    let quote = |mark: (&str, &str)| {
        let lines = marked(OFFER, "", "<br>")
            .replace("Option B: zwei Wochen im Januar", &[mark.0, "Option B: zwei Wochen im Januar", mark.1].concat());
        format!(
            "<p>Siehe unten.</p><div>Am 23.11.2026 um 09:30 schrieb Firnwall:</div><blockquote>{lines}</blockquote>"
        )
    };
    let conversation = of_offer(Reader::Consultants);
    for (mark, line) in [
        (("<s>", "</s>"), "~~Option B: zwei Wochen im Januar~~"),
        (("<del>", "</del>"), "~~Option B: zwei Wochen im Januar~~"),
        (("<strike>", "</strike>"), "~~Option B: zwei Wochen im Januar~~"),
        (("<b>", "</b>"), "*Option B: zwei Wochen im Januar*"),
        (("<strong>", "</strong>"), "*Option B: zwei Wochen im Januar*"),
    ] {
        let cut = conversation.cut(&text_of(&quote(mark)), Reader::Consultants).text;
        assert!(cut.contains(line), "{cut}");
    }
    let plain =
        marked(OFFER, "> ", "\n").replace("Option B: zwei Wochen im Januar", "*Option B: zwei Wochen im Januar*");
    let cut = conversation.cut(&format!("Siehe unten.\n\n{}{plain}", BEGINNINGS[4]), Reader::Consultants).text;
    assert!(cut.contains("*Option B: zwei Wochen im Januar*"), "{cut}");
    let cut = conversation.cut(&text_of(&quote(("", ""))), Reader::Consultants).text;
    assert!(!cut.contains("Option B"), "{cut}");
}

#[test]
fn what_repeats_nothing_stays() {
    for text in OWN {
        for reader in [Reader::Consultants, Reader::Visitor] {
            let conversation = conversation(reader);
            let cut = conversation.cut(text, reader);
            assert_eq!((words_of(&cut.text), cut.is_shortened), (words_of(text), false), "{text}");
            assert_eq!(internal_line(&conversation, text).filter(|_| reader == Reader::Visitor), None);
        }
    }
}

/// Who has it in front of him says so between own words, or pastes it.
#[test]
fn an_internal_line_that_no_client_has_quoted_is_named() {
    let conversation = conversation(Reader::Visitor);
    for (text, whose, line) in [
        (
            "Good morning\n\nThe customer never pays before the third reminder, so ask for money first this time.\n\nAnna",
            Whose::Note,
            "The customer never",
        ),
        (
            "As I heard, his boss called me about it yesterday evening, and he was not amused.",
            Whose::Note,
            "As I heard",
        ),
        ("As the first line of a reply: #claim, #close, #note, #spam, #help.", Whose::Frame, "As the first line"),
        (
            "Yes.\n> Reply to this mail: your answer goes to the visitor from our address,\nNo.",
            Whose::Frame,
            "> Reply to",
        ),
    ] {
        let (found, named) = internal_line(&conversation, text).unwrap();
        assert!(found == whose && named.starts_with(line), "{text}: {named}");
    }
    for text in
        ["Please reply to this mail within two days.", INQUIRY, ANSWER, &format!("{INQUIRY} Reply to this mail.")]
    {
        assert_eq!(internal_line(&conversation, text), None, "{text}");
    }
}

/// A mail of ours that its reader fills in.
const OFFER: &str = "Guten Tag\n\nWir gehen davon aus, dass der Nachtest nicht im Preis der Offerte enthalten ist.\n\n\
    | Posten | Tage | Preis |\n| Analyse der Protokolle | 3 | 7200 |\n| Nachtest mit Bericht | 1 | 2400 |\n\n\
    Haben Sie ein SIEM?\nJa\nNein\nHaben Sie OT?\nJa\nNein\n\n☐ Termin am 7. Dezember um zehn Uhr\n☐ Termin am 14. Dezember um zehn Uhr\n\n\
    Reserve: -5 Tage, oder keine?\n\nBudget?\n500 CHF\n1000 CHF\n\nOption A: eine Woche im Dezember\nOption B: zwei Wochen im Januar\n\
    Option C: drei Wochen im Februar\n\nFreundliche Grüsse\nAnna Muster";

fn of_offer(reader: Reader) -> Conversation {
    let (own, ours) = match reader {
        Reader::Consultants => (Whose::Writer, Whose::Shared),
        Reader::Visitor => (Whose::Shared, Whose::Shared),
    };
    let texts = [(INQUIRY, own), ("Guten Tag\n\nJa, bitte.\n\nVera Read", own), (OFFER, ours)];
    let known = |(text, whose)| Known::new(text, whose, "our mail");
    Conversation::new(texts.map(known), &SENDERS)
}

fn missing<'a>(text: &str, wanted: &'a str) -> Option<&'a str> {
    let bare = |line: &str| line.trim_start_matches(['>', ' ']).trim().to_owned();
    let lines: Vec<String> = text.lines().map(bare).collect();
    wanted.lines().find(|line| !lines.contains(&bare(line)))
}

#[test]
fn what_a_person_makes_of_a_quote_is_shown() {
    let attribution = "On Mon, 23 Nov 2026 at 09:30, Firnwall <desk@firm.example> wrote:\n\n";
    let mark = |text: &str| marked(text, "> ", "\n");
    let changed = [
        ("nicht im Preis", "immer im Preis"),
        ("| 3 | 7200 |", "| 3 | 5000 |"),
        ("☐ Termin am 14.", "☒ Termin am 14."),
        ("Reserve: -5 Tage", "Reserve: 5 Tage"),
        ("keine?", "keine!"),
        ("1000 CHF", "1000 CHF 👍"),
        ("500 CHF\n", "500 CHF\n👍\n"),
        ("500 CHF\n", "500 CHF\n???\n"),
        ("500 CHF\n", "500 CHF\n:-)\n"),
        ("Haben Sie OT?\n", "Haben Sie OT?\n\n月曜日\n"),
        ("der Nachtest nicht", "der Nächtest nicht"),
        ("Reserve: -5 Tage", "Reserve: <5 Tage"),
        ("Reserve: -5 Tage", "Reserve: ~5 Tage"),
        ("500 CHF\n1000", "500 C#\n1000"),
        ("Option B:", "-> Option B:"),
        ("Option B: zwei Wochen im Januar", "~~Option B: zwei Wochen im Januar~~"),
        ("3 | 7200", "3 | 7.200"),
    ];
    let consultants = of_offer(Reader::Consultants);
    for (from, to) in changed {
        let line = OFFER.replace(from, to);
        let line = line.lines().find(|line| !OFFER.lines().any(|known| known == *line)).unwrap();
        for quote in [mark(&OFFER.replace(from, to)), OFFER.replace(from, to)] {
            let cut = consultants.cut(&format!("Siehe unten.\n\n{attribution}{quote}"), Reader::Consultants).text;
            assert_eq!(missing(&cut, line), None, "{cut}");
            assert!(cut.lines().count() < 16, "the rest is cut: {cut}");
        }
    }
}

/// What was deleted says something, or what is left.
#[test]
fn what_a_person_leaves_of_a_quote_is_shown() {
    let attribution = "On Mon, 23 Nov 2026 at 09:30, Firnwall <desk@firm.example> wrote:\n\n";
    let mark = |text: &str| marked(text, "> ", "\n");
    let consultants = of_offer(Reader::Consultants);
    let deleted = OFFER.replacen("Ja\nNein\nHaben", "Nein\nHaben", 1);
    for (mail, wanted) in [
        (
            format!(
                "Wir nehmen diese.\n\n{attribution}{}",
                mark(
                    "Option B: zwei Wochen im Januar\nOption C: drei Wochen im Februar\n\nFreundliche Grüsse\nAnna Muster"
                )
            ),
            "Option B: zwei Wochen im Januar\nOption C: drei Wochen im Februar",
        ),
        // What was deleted is the answer.
        (format!("Guten Tag\n\n{attribution}{}", mark(&deleted)), "Haben Sie ein SIEM?\nNein\nHaben Sie OT?"),
        (format!("Guten Tag\n\n{attribution}{}", mark("Haben Sie ein SIEM?\nJa")), "Haben Sie ein SIEM?\nJa"),
        (mark("1000 CHF"), "1000 CHF"),
        (format!("Wie besprochen:\n{}", mark("1000 CHF")), "1000 CHF"),
        (format!("In der Shell:\n{}", mark("Ja\nNein")), "Ja\nNein"),
        (format!("{attribution}{}", mark(OFFER)), OFFER),
        // The quote is deleted, and its attribution is left.
        (format!("{attribution}Ja, bitte.\n\nVera Read"), "Ja, bitte.\nVera Read"),
        (
            format!(
                "{attribution}{}\nOption B: zwei Wochen im Januar\nOption C: drei Wochen im Februar",
                mark(OFFER.split_once("\n\nFreundliche").unwrap().0)
            ),
            "Option B: zwei Wochen im Januar\nOption C: drei Wochen im Februar",
        ),
        (
            format!("{attribution}{}\nWir nehmen:\n\nOption C: drei Wochen im Februar", mark(OFFER)),
            "Wir nehmen:\nOption C: drei Wochen im Februar",
        ),
    ] {
        let cut = consultants.cut(&mail, Reader::Consultants).text;
        assert_eq!(missing(&cut, wanted), None, "{mail}\n===\n{cut}");
    }
    assert_eq!(
        consultants.cut(&format!("{attribution}{}", mark("1000 CHF")), Reader::Consultants).text.lines().count(),
        3
    );
}

/// The author has marked it with an own hand, and nothing of it is new to the visitor.
#[test]
fn what_a_consultant_quotes_by_hand_goes_out() {
    let note = Known::new("Der Preis beträgt für diese Kundin nur CHF 20'000, sagt der Chef.", Whose::Note, "");
    let cut = Conversation::new([note.clone()], &SENDERS)
        .cut(&format!("Wir bestätigen:\n\n> {}", note.text), Reader::Visitor);
    assert!(cut.text.contains("20'000"), "so that it is held: {cut:?}");
    let conversation = of_offer(Reader::Visitor);
    let table = "| Posten | Tage | Preis |\n| Analyse der Protokolle | 3 | 5000 |\n| Nachtest mit Bericht | 1 | 2400 |";
    for text in [
        "Einverstanden mit dieser Fassung:\n\n> Wir gehen davon aus, dass der Nachtest immer im Preis der Offerte enthalten ist.",
        "Bitte bestätigen Sie diesen Satz:\n\n> Wir gehen davon aus, dass der Nachtest nicht im Preis der Offerte enthalten ist.",
        &format!("So?\n\n{table}\n\nFreundliche Grüsse"),
        "> Haben Sie ein SIEM?\n> Haben Sie OT?\n\nBeides?",
        "👍",
    ] {
        let cut = conversation.cut(text, Reader::Visitor);
        assert_eq!((cut.text.as_str(), cut.is_shortened, doubt(&cut)), (text, false, None));
        assert_eq!(internal_line(&conversation, text), None);
    }
}

/// Outlook writes the targets of our links into the text of a quote, other clients an address behind itself.
#[test]
fn our_own_page_is_cut_however_a_client_writes_its_links() {
    let page = "Threat detection and response\n\nVera Read\nMuster Maschinen AG\nvera@visitor.example\n\n\
        Answer due Tuesday, 1 December 2026, 18:00 in Zurich\n\n> Since Monday our monitoring reports logins at night from two addresses that we do not know.\n\n\
        Reply to this mail: your answer goes to the visitor from our address, and your colleagues get a copy.\nI answer it Done Spam More\n\n\
        FW-7K3Q-9D2M\nWill be deleted 24 November 2028, 09:30 UTC, later if there is contact in between";
    let known = |text, whose| Known { quoted: Whose::Shared, ..Known::new(text, whose, "") };
    let conversation = Conversation::new([known(INQUIRY, Whose::Shared), known(page, Whose::Frame)], &SENDERS);
    let target = "mailto:r1-7k3q9d2m-0123456789abcdef@reply.firm.example?subject=Re:%20Your%20inquiry&body=%23claim";
    for (open, close) in [("<", ">"), (" <", "> "), (" (", ") ")] {
        let link = |name: &str| [name, open, target, close].concat();
        let links = [link("I answer it"), link("Done"), link("Spam"), link("More")].concat();
        let quote = page
            .replace("I answer it Done Spam More", &links)
            .replace("vera@visitor.example", &link("vera@visitor.example"))
            .replace("\n> ", "\n");
        for mark in ["", "> "] {
            let mail = format!(
                "Gerne.\n\nVon: Firnwall <desk@firm.example>\nGesendet: Montag\nAn: a\nBetreff: x\n\n{}",
                marked(&quote, mark, "\n")
            );
            let cut = conversation.cut(&mail, Reader::Visitor);
            assert_eq!((cut.text.as_str(), doubt(&cut)), ("Gerne.", None), "{mail}");
        }
    }
}

/// Of a mail that is not of this ticket only the lines are known that all such mails have.
#[test]
fn what_is_unknown_within_a_quote_of_ours_is_in_doubt() {
    let conversation = conversation(Reader::Visitor);
    let other = notification().replace("Vera Read", "Somebody Else").replace("vera@visitor", "else@other");
    let other = other.replace("Since Monday our monitoring", "Secretly we have paid, and since Tuesday our monitoring");
    let mail = format!("Gerne.\n\n{}{}", BEGINNINGS[0], marked(&other, "> ", "\n"));
    let cut = conversation.cut(&mail, Reader::Visitor);
    assert!(doubt(&cut).is_some_and(|line| line.contains("Secretly")), "{cut:?}");
    let own = format!("Gerne.\n\n{}{}", BEGINNINGS[0], marked(&notification(), "> ", "\n"));
    assert_eq!(conversation.cut(&own, Reader::Visitor).doubts, []);
}

/// Who marks it has it from us; and our fields are no sentences.
#[test]
fn a_short_line_of_ours_is_named_where_it_is_quoted() {
    let known = |text, whose| Known { quoted: Whose::Shared, ..Known::new(text, whose, "") };
    let texts = [
        known("Nie ohne Vorkasse\nYes", Whose::Note),
        known("Nobody has claimed it.\nVisitor         Vera Read\n> Good morning", Whose::Frame),
        known("Good morning\nTuesday is fine.", Whose::Shared),
        known("> Tuesday is fine.\nTuesday is fine.", Whose::Frame),
    ];
    let conversation = Conversation::new(texts, &[]);
    for line in ["> Nie ohne Vorkasse", "> > Nobody has claimed it.", "Visitor Vera Read", "> Visitor: Vera Read"] {
        let found = internal_line(&conversation, &format!("Guten Tag\n\n{line}\n\nJa."));
        assert_eq!(found, Some((Whose::Frame, line.to_owned())));
    }
    for line in ["Nie ohne Vorkasse", "Nobody has claimed it.", "> Yes", "> Good morning", "> Tuesday is fine."] {
        assert_eq!(internal_line(&conversation, &format!("Guten Tag\n\n{line}\n\nJa.")), None, "{line}");
    }
}

/// What is known of one mail alone, or is no sentence, anybody may write.
#[test]
fn a_sentence_of_our_templates_is_internal_with_few_words() {
    let own = "Nobody answers this inquiry yet.";
    let texts = |has_holes, said: &'static str| {
        let template = format!("{own}\n{{% if mail.is_own %}}\nCall to be sure.\nit, and nothing was done.");
        [
            Known { has_holes, ..Known::new(template, Whose::Frame, "") },
            Known::new("This one is of one mail.", Whose::Frame, ""),
            Known::new(said, Whose::Shared, ""),
        ]
    };
    let of = |has_holes, said, line: &str| {
        let conversation = Conversation::new(texts(has_holes, said), &[]);
        internal_line(&conversation, &format!("Guten Tag\n\n{line}\n\nJa.")).map(|found| found.0)
    };
    assert_eq!(of(true, "Yes.", own), Some(Whose::Frame));
    assert_eq!(of(true, "Yes.", "nobody answers this inquiry yet"), Some(Whose::Frame));
    for (has_holes, said, line) in [
        (false, "Yes.", own),
        (true, own, own),
        (true, "Yes.", "Nobody answers this inquiry yet, says Ben."),
        (true, "Yes.", "Call to be sure."),
        (true, "Yes.", "it, and nothing was done."),
        (true, "Yes.", "This is of one mail."),
    ] {
        assert_eq!(of(has_holes, said, line), None, "{line}");
    }
}

/// Of those that stand together the first; one `#send` must not send a line that nobody has named.
#[test]
fn every_place_with_internal_lines_is_named() {
    let note = "The customer never pays in time.\nHis boss has told me so.";
    let mail = "Nobody has claimed it so far today.\nThe answer was due on Monday at noon.";
    let conversation = Conversation::new([Known::new(note, Whose::Note, ""), Known::new(mail, Whose::Frame, "")], &[]);
    let (first, last) = mail.split_once('\n').unwrap();
    let found = conversation.internal_lines(&format!("Hi\n{first}\n\n{last}\nYes.\n{note}\n\nNo.\n{last}"));
    let lines: Vec<_> = found.iter().map(|(whose, line)| (*whose, line.as_str())).collect();
    let named = [(Whose::Note, "The customer never pays in time."), (Whose::Frame, first), (Whose::Frame, last)];
    assert_eq!(lines, [&named[..], &[(Whose::Frame, last)]].concat());
}

/// However it is broken into lines. A few words anybody may write, so that they are in doubt.
#[test]
fn a_short_line_of_a_note_is_named_as_well() {
    let known = |text, whose| Known::new(text, whose, "");
    let note =
        "Zahlt nie. Vorkasse verlangen!\nDer Kunde zahlt leider nie pünktlich.\nこの会社は支払いません。\nDanke Ben";
    let many = std::iter::repeat_n(known("FW\nThis is our confidential footer of the firm for all", Whose::Note), 12);
    let footer = known("This is our confidential footer of the firm for all", Whose::Shared);
    let conversation = Conversation::new(many.chain([known(note, Whose::Note), footer]), &[]);
    for (text, whose) in [
        ("Guten Tag\n\nZahlt nie. Vorkasse verlangen!", Whose::Frame),
        ("Guten Tag\n\nDer Kunde zahlt leider nie pünktlich.", Whose::Note),
        ("Guten Tag\n\n> Der Kunde zahlt\n> leider nie pünktlich.", Whose::Note),
        ("Zahlt nie.\nVorkasse verlangen! Der Kunde zahlt leider nie pünktlich.", Whose::Note),
        ("Guten Tag\n\nこの会社は支払いません。", Whose::Note),
    ] {
        assert_eq!(internal_line(&conversation, text).map(|found| found.0), Some(whose), "{text}");
    }
    for text in ["Guten Tag\n\nDanke Ben", "This is our confidential footer of the firm for all"] {
        assert_eq!(internal_line(&conversation, text), None, "{text}");
    }
}

/// Whose mail it was, and where a link leads, is what a reader asks.
#[test]
fn a_quote_of_somebody_else_stays_with_who_sent_it() {
    let offer = "Unsere Offerte liegt für Sie bereit, bitte prüfen Sie sie bald: https://firnwall.example/offers/1";
    let known = Known::new(offer, Whose::Shared, "our mail");
    let conversation = Conversation::new([known], &SENDERS);
    let cut = |mail: &str| conversation.cut(mail, Reader::Consultants).text;
    for sender in [
        "Von: Firnwall <desk@firnwa11.example>\nGesendet: Montag\nAn: a@b.example\nBetreff: x\n\n",
        "Von: \"desk@firm.example\" <ceo@evil.example>\nGesendet: Montag\nAn: a@b.example\nBetreff: x\n\n",
        "On Mon, 23 Nov 2026 at 09:30, Firnwall <desk@firm.example.evil.example> wrote:\n\n",
    ] {
        let shown = cut(&format!("Ist das von Ihnen?\n\n{sender}{}", marked(offer, "> ", "\n")));
        assert_eq!(missing(&shown, sender.trim_end()), None, "{shown}");
    }
    for link in [
        "https://evil.example/login?next=https://firnwall.example/offers/1",
        "http://firnwall.example/offers/1",
        "https://firnwall.example/offers/1 (https://evil.example/)",
    ] {
        let quote = offer.replace("https://firnwall.example/offers/1", link);
        let shown = cut(&format!("Der Link stimmt nicht:\n\n{}{}", BEGINNINGS[0], marked(&quote, "> ", "\n")));
        assert_eq!(missing(&shown, &quote), None, "{shown}");
    }
}

/// A tracker, or a copy of our mail by somebody else: its reader sees to whom the links lead.
#[test]
fn a_page_is_cut_whatever_its_links_became_and_the_cut_names_to_whom_they_lead() {
    let page = |target: &str| {
        let link = format!("<a href=\"{target}\">https://firnwall.example/offers/2026-118?lang=de</a>");
        let lines = marked(ANSWER, "", "<br>").replace("https://firnwall.example/offers/2026-118?lang=de", &link);
        text_of(&format!(
            "<p>Ja, gerne. Was ist das: <a href=\"https://evil.example/x\">Anmelden</a>?</p>\
             <div>Am 23.11.2026 um 09:30 schrieb Firnwall:</div><blockquote>{lines}</blockquote>"
        ))
    };
    let conversation = conversation(Reader::Consultants);
    for (target, links) in [
        ("https://firnwall.example/offers/2026-118?lang=de", ""),
        (
            "https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Ffirnwall.example%2Foffers%2F2026-118%3Flang%3Dde&amp;data=x",
            "",
        ),
        ("https://click.tracker.example/c/8f3a?u=1", ", with links to click.tracker.example"),
    ] {
        let cut = conversation.cut(&page(target), Reader::Consultants).text;
        let (own, said) = cut.split_once("\n\n").unwrap();
        assert_eq!(own, "Ja, gerne. Was ist das: Anmelden [https://evil.example/x]?");
        assert!(said.starts_with('[') && said.ends_with(&format!("our mail of 25 November{links}]")), "{cut}");
    }
}

/// A number in front of an attribution is the writer's, one behind a mark the quote's.
#[test]
fn a_number_beside_a_mark_of_a_quote_has_its_author() {
    let conversation = of_offer(Reader::Consultants);
    let quote = marked(OFFER, ">", "\n");
    for beginning in BEGINNINGS.iter().filter(|beginning| beginning.starts_with("في") || beginning.starts_with("пн"))
    {
        let cut = conversation.cut(&format!("10 {beginning}{quote}"), Reader::Consultants).text;
        assert_eq!(cut.lines().next(), Some("10"), "{beginning}");
    }
    let cut = conversation.cut(&format!("Siehe unten.\n\n{}{quote}", BEGINNINGS[4]), Reader::Consultants).text;
    assert!(!cut.contains("CHF"), "{cut}");
    let left = quote.replace(">Option A: eine Woche im Dezember\n", "");
    let cut = conversation.cut(&format!("Siehe unten.\n\n{}{left}", BEGINNINGS[4]), Reader::Consultants).text;
    assert!(cut.contains("Option B"), "{cut}");
}

/// Behind the banner of a server, and in other words than ours.
#[test]
fn an_attribution_with_a_mailbox_of_ours_never_goes_to_the_visitor() {
    let conversation = conversation(Reader::Visitor);
    let quote = marked(&notification(), "> ", "\n");
    for (above, left) in [
        ("Am 21. November 2026 10:30:00 MEZ schrieb Firnwall <r1-0123@reply.firm.example>:\n", ""),
        ("Firnwall <desk@firm.example> hat am Montag, 23. November 2026 um 10:30:00 MEZ Folgendes geschrieben:\n", ""),
        ("On 23 Nov 2026, at 09:30, Firnwall <desk@firm.example> wrote:\n> \u{feff}\n", ""),
        ("On Mon, 23 Nov 2026 at 09:30, Firnwall: answer OVERDUE <r1-0123@reply.firm.example> wrote:\n", ""),
        ("Am 23.11.2026 um 09:30 schrieb \"Firnwall: did you write this?\" <r1-0123@reply.firm.example>:\n", ""),
        (
            "On 23 November 2026 we told Firnwall: please call <desk@firm.example>:\n",
            "\n\nOn 23 November 2026 we told Firnwall: please call <desk@firm.example>:",
        ),
        (
            "Von: Firnwall <desk@firm.example>\nGesendet: Montag\nAn: Anna <anna@own.example>;\n<ben@own.example>\nPriorità: alta\nBetreff: x\n\n",
            "",
        ),
        (
            "Von: Firnwall <desk@firm.example>\nGesendet: Montag\nAn: a\nBetreff: x\n\nVORSICHT: Diese Mail kommt von ausserhalb.\n\n",
            "\n\nVORSICHT: Diese Mail kommt von ausserhalb.",
        ),
    ] {
        let cut = conversation.cut(&format!("Gerne.\n\n{above}{quote}"), Reader::Visitor);
        assert_eq!((cut.text.as_str(), doubt(&cut)), (format!("Gerne.{left}").as_str(), None), "{above}");
    }
}

/// Its author has pasted it, or has left it of a deleted quote: who wrote it decides whether it goes.
#[test]
fn what_an_author_pasted_is_held_and_no_attribution_of_a_quote() {
    let conversation = conversation(Reader::Visitor);
    let header = "From: Firnwall <desk@firm.example>\nSent: Monday, 23 November 2026 09:30\nTo: cfo@visitor.example\n\
                  Subject: Invoice 4711";
    let attribution = "On Mon, 23 Nov 2026 at 09:30, Firnwall <desk@firm.example> wrote:";
    let left = "On Mon, 23 Nov 2026 at 09:30, Firnwall: answer OVERDUE <desk@firm.example> wrote:";
    let marked_quote = marked(&notification(), "> ", "\n");
    let quote = format!("{}{marked_quote}", BEGINNINGS[0]);
    let banner = "Dieses Mail kommt von aussen.\nWer es schrieb, ist unbekannt.\nÖffnen Sie nichts.";
    for (pasted, quote) in [
        (format!("Gefälscht war:\n\n{header}"), ""),
        (format!("Gefälscht war:\n\n{header}"), &*quote),
        (format!("Darauf:\n\n{attribution}\n\nBitte zahlen."), ""),
        (format!("Darauf:\n\n{attribution}\n\nBitte zahlen."), &*quote),
        (format!("Gerne.\n\n{left}"), ""),
        (left.to_owned(), ""),
        (format!("Gerne.\n\n{left}\n>"), ""),
        (format!("Gerne.\n\n{attribution}\n-----Original Message-----\n> Nicht von uns."), ""),
        (format!("Gerne.\n\n{attribution}\n\n{banner}\nMelden Sie\nes uns."), &*marked_quote),
        (format!("Gerne.\n\n{attribution}\n\nDarauf:"), &*quote),
        (
            format!("Gerne.\n\n{attribution}\n\nDarauf."),
            &*format!("Am 23.11.2026 um 09:30 schrieb Firnwall:\n{marked_quote}"),
        ),
    ] {
        let cut = conversation.cut(&format!("{pasted}\n\n{quote}"), Reader::Visitor);
        assert_eq!(words_of(&cut.text), words_of(&pasted), "{pasted}");
        assert!(doubt(&cut).is_some_and(|line| pasted.contains(line) && line.contains("Firnwall")), "{pasted}");
        let first =
            conversation.cut(&format!("Ja.\n\n{attribution}\n\n{banner}\n\n{marked_quote}\n{pasted}"), Reader::Visitor);
        assert!(!first.doubts.is_empty() && first.text.starts_with(&format!("Ja.\n\n{banner}\n")), "{}", first.text);
    }
    for rule in ["________________\n\n", "-----Original Message-----\n", "-----Original Message-----\n\n--------\n"] {
        let cut = conversation.cut(&format!("Gerne.\n\n{attribution}\n{rule}{marked_quote}"), Reader::Visitor);
        assert_eq!((cut.text.as_str(), doubt(&cut)), ("Gerne.", None), "{rule}");
    }
}

/// Its words are those of servers, however many lines it has.
#[test]
fn a_long_banner_above_a_quote_holds_no_answer() {
    let banner = "CAUTION: This email originated\nfrom outside of the organization.\nDo not click links\nor open attachments\n\
                  unless you recognize the sender.";
    let quote = marked(&notification(), "> ", "\n");
    let cut =
        conversation(Reader::Visitor).cut(&format!("Ja.\n\n{}{banner}\n\n{quote}", BEGINNINGS[0]), Reader::Visitor);
    assert_eq!((cut.text.as_str(), doubt(&cut)), (format!("Ja.\n\n{banner}").as_str(), None));
}

#[test]
fn an_attribution_of_a_page_alone_says_nothing() {
    let conversation = conversation(Reader::Visitor);
    let page = format!("{}Ja.\n", BEGINNINGS[0]);
    assert_eq!(conversation.cut_page(&page).trim(), "Ja.");
}

/// Of a server whose phrases nobody knows, in front of the quote and behind it.
#[test]
fn a_whole_mail_of_ours_between_lines_of_a_server_is_a_quote() {
    let header = "Von: Firnwall <desk@firm.example>\nGesendet: Montag\nAn: a\nBetreff: x\n\n";
    let (banner, footer) = ("Dieses Mail stammt nicht aus unserem Haus.", "Geprüft durch SuperMailGate 7.3.");
    let reader = Reader::Consultants;
    let mail = format!("Gerne.\n\n{header}{banner}\n\n{ANSWER}\n{footer}").replace("\n> ", "\n");
    let cut = conversation(reader).cut(&mail, reader);
    assert!(words_of(&cut.text).len() < 40, "{}", cut.text);
    for own in ["Gerne.", banner, footer] {
        assert!(cut.text.contains(own) && cut.is_shortened, "{own}: {}", cut.text);
    }
    // A part of it, or what somebody pastes for the visitor, is somebody's.
    let part = ANSWER.replace("Guten Tag Frau Read\n\n", "");
    for (reader, pasted) in [(Reader::Consultants, part.as_str()), (Reader::Visitor, NOTE)] {
        let mail = format!("Hier:\n\n{pasted}\n\nWas nun?");
        assert_eq!(words_of(&conversation(reader).cut(&mail, reader).text), words_of(&mail));
    }
}

/// A quote that was deleted leaves its attribution; a line of a template with few words can be anybody's.
#[test]
fn few_words_around_a_hole_are_no_line_of_ours() {
    let template = "{{ name }} – reply to {{ address }}\nAnswer due {{ due }}\n{{ x }} in the subject.";
    let known = Known { has_holes: true, ..Known::new(template, Whose::Frame, "") };
    let conversation = Conversation::new([known], &SENDERS);
    for line in ["I will reply to you.", "Answer due: Friday", "Please put it in the subject."] {
        let cut = conversation.cut(&format!("{}{line}\n\nAnna", BEGINNINGS[0]), Reader::Visitor);
        assert!(cut.text.contains(line), "{cut:?}");
    }
}

#[test]
fn a_full_stop_behind_a_hole_is_of_what_fills_it() {
    let template = "On {{ at }} this inquiry was closed\nby {{ who }}. It is open again, and its time runs anew.\n\nYou answer it.\n\
                    Answers also go to {{ address }}. Write #only in a reply ({{ why }}) to leave them out.";
    let known = Known { has_holes: true, ..Known::new(template, Whose::Frame, "") };
    let sent = "On Sunday, 29 November 2026 this inquiry was closed\nby anna. It is open again, and its time runs anew.\n\n\
                You answer it.\nAnswers also go to a@own.example, b@own.example. Write #only in a reply (soon) to leave them out.";
    let mail = format!("Gladly.\n\n{}{}", BEGINNINGS[0], marked(sent, "> ", "\n"));
    assert_eq!(Conversation::new([known], &SENDERS).cut(&mail, Reader::Visitor).text, "Gladly.");
}

#[test]
fn a_mail_of_ours_is_cut_where_it_no_longer_says_the_same() {
    let template = "Nobody answers this inquiry yet.\nYou answer this inquiry.\nNobody else has this mail.\nSent to {{ others }} as well as to you.\n";
    let sent = |owner| {
        format!(
            "Urgent: Incident response\nVera Visitor\nA firm of four words\nAnswer due Wednesday, 5 May 2027, 10:58\n{owner}\n\
             Sent to ben as well as to you.\n\n> Our mail server is encrypted.\n\nReply to this mail: your answer goes to the visitor."
        )
    };
    let now = sent("You answer this inquiry.");
    let known = [(template, true), (&now, false)]
        .map(|(text, has_holes)| Known { has_holes, ..Known::new(text, Whose::Shared, "our mail") });
    let conversation = Conversation::new(known, &SENDERS);
    let mail = |owner| format!("#note\nHe called.\n\n{}{}", BEGINNINGS[0], marked(&sent(owner), "> ", "\n"));
    let cut = |owner| conversation.cut(&mail(owner), Reader::Consultants).text;
    let shown = cut("Nobody answers this inquiry yet.");
    assert!(shown.starts_with("#note\nHe called.\n\n[") && !shown.contains('>'), "{shown}");
    assert!(
        !cut("Nobody answers this inquiry yet.\nNobody else has this mail.").contains('>'),
        "two lines of a template"
    );
    assert!(cut("I answer it from now on.").contains("> I answer it from now on."));
}

/// A visitor who writes much does not push our own texts out.
#[test]
fn long_mails_of_a_visitor_leave_room_for_what_is_ours() {
    let long = "a b c d e f g h\n".repeat(16_384);
    let known = |text, whose| Known { quoted: Whose::Shared, ..Known::new(text, whose, "") };
    let quoting = format!("{}\n{}", notification(), marked(&long, "> ", "\n"));
    let many = std::iter::repeat_n(known(&*long, Whose::Shared), 8);
    let frames = std::iter::repeat_n(known(&*quoting, Whose::Frame), 40);
    let conversation = Conversation::new(many.chain(frames).chain([known(NOTE, Whose::Note)]), &[]);
    assert!(conversation.is_complete());
    assert_eq!(internal_line(&conversation, &format!("Own.\n{NOTE}")).unwrap().0, Whose::Note);
    let notes = std::iter::repeat_n(known(&*long, Whose::Note), 20);
    assert!(!Conversation::new(notes, &[]).is_complete());
}

/// An answer below a long quote is read, and one of which not all can be shown is not sent.
#[test]
fn of_a_long_mail_the_answer_is_seen() {
    let lines: Vec<String> = (0..20_000).map(|number| format!("Line {number} of an answer with many words")).collect();
    let ours = lines.join("\n");
    let known = Known::new(&ours, Whose::Shared, "our mail");
    let conversation = Conversation::new([known], &SENDERS);
    let cut = conversation.cut(&format!("{}{}\nYes.", BEGINNINGS[4], marked(&ours, "> ", "\n")), Reader::Consultants);
    assert!(cut.text.ends_with("\n\nYes.") && cut.doubts.is_empty());
    let cut = conversation.cut(&"word ".repeat(60_000), Reader::Visitor);
    assert_eq!(doubt(&cut), Some("[37855 more bytes of text are not shown]"));
    let cut = conversation.cut(&format!("Yes.\n\n{NOT_READ}"), Reader::Visitor);
    assert_eq!(doubt(&cut), Some(NOT_READ));
}

/// Each line could begin an attribution.
#[test]
fn attributions_by_the_thousand_are_looked_at_in_bounded_number() {
    for line in [
        format!("{}111 wrote:\na\n", "On ".repeat(260)),
        "1 wrote:\n".to_owned(),
        "On 1.1.26 x@y wrote:\na\n".to_owned(),
    ] {
        let text = line.repeat(256 * 1024 / line.len());
        let known = |text| Known::new(text, Whose::Shared, "");
        let conversation = Conversation::new([known("a\n1 wrote:")], &SENDERS);
        assert!(!conversation.cut(&text, Reader::Consultants).text.is_empty());
    }
}

/// What a client has put between own words would be cut at an end: the line that is held is one that goes out.
#[test]
fn a_line_of_ours_that_stays_is_held_whatever_stands_around_it() {
    let conversation = conversation(Reader::Visitor);
    let frame = "Reply to this mail: your answer goes to the visitor from our address,\nand your colleagues get a copy. The first answer \
                 claims the inquiry.\nAs the first line of a reply: #claim, #close, #note, #spam, #help.";
    let mail =
        format!("Own.\n\n{frame}\n\nOn Monday, Firnwall <desk@firm.example> wrote:\n{}", marked(INQUIRY, "> ", "\n"));
    let cut = conversation.cut(&mail, Reader::Visitor).text;
    assert!(!cut.contains("your answer goes") || internal_line(&conversation, &cut).is_some(), "{cut}");
}

/// Who quotes by hand, or says something again, wants it to be read.
#[test]
fn words_that_the_visitor_has_may_be_said_again() {
    let conversation = conversation(Reader::Visitor);
    for text in [
        "On 26 November 2026 you wrote:\n\nThe plant in Olten is not affected so far.\n\nIs that still so?".to_owned(),
        format!("Here it is again:\n\n{ANSWER}"),
        ANSWER.to_owned(),
    ] {
        assert_eq!(words_of(&conversation.cut(&text, Reader::Visitor).text), words_of(&text), "{text}");
    }
    let typed =
        conversation.cut("> The plant in Olten is not affected so far.\nIs that still so?", Reader::Visitor).text;
    assert_eq!(typed, "> The plant in Olten is not affected so far.\nIs that still so?", "the answer needs it");
}

/// Within a quoted line, above it on the line of its attribution, and where a client puts a mark.
#[test]
fn words_in_the_midst_of_a_quote_stay() {
    let conversation = conversation(Reader::Consultants);
    let quoted = marked(CONFIRMATION, "> ", "\n");
    for (from, to) in [
        ("The first consultation is free.", "The first consultation is free. Really?"),
        ("A consultant will read your inquiry", "A consultant (which one?) will read your inquiry"),
        ("The first consultation is free.", "And the second?"),
        ("1 December 2026, 18:00", "2 December 2026, 18:00"),
    ] {
        let mail = format!("Hello\n\n{}{}", BEGINNINGS[4], quoted.replace(from, to));
        let cut = conversation.cut(&mail, Reader::Consultants).text;
        assert!(cut.contains(to), "{to}: {cut}");
    }
}

#[test]
fn a_page_is_cut_as_a_text_is() {
    let quote = marked(CONFIRMATION, "", "<br>");
    let conversation = conversation(Reader::Consultants);
    let cut = |html: &str| conversation.cut(&text_of(html), Reader::Consultants).text;
    let above = cut(&format!("<div>Ja, bitte.</div><blockquote>{quote}</blockquote>"));
    assert!(above.starts_with("Ja, bitte.\n\n[") && above.lines().count() == 3, "{above}");
    let attribution = "Am Freitag, 27. November 2026, 08:16 Uhr, schrieb Firnwall &lt;no-reply@firnwall.example&gt;:";
    let inline =
        cut(&format!("<div>Es ist dringend. {attribution}</div><blockquote type=\"cite\">{quote}</blockquote>"));
    assert!(inline.starts_with("Es ist dringend.\n\n["), "{inline}");
    let below = cut(&format!("<div>{attribution}</div><blockquote>{quote}</blockquote><p>Am Montag um zehn.</p>"));
    assert!(below.ends_with("Am Montag um zehn.") && below.lines().count() == 3, "{below}");
    let source = cut(&format!("<div>Ja.</div><div id=\"OLK_SRC_BODY_SECTION\"><div>{quote}</div></div>"));
    assert!(source.starts_with("Ja.\n\n["), "{source}");
}

/// Who writes the same again says it again.
#[test]
fn the_writers_own_words_are_a_quote_only_where_one_is_marked() {
    let conversation = conversation(Reader::Consultants);
    assert_eq!(conversation.cut(INQUIRY, Reader::Consultants).text, INQUIRY);
    let quote = marked(INQUIRY, "> ", "\n");
    assert!(
        conversation
            .cut(&format!("Nothing new?\n\n{quote}"), Reader::Consultants)
            .text
            .starts_with("Nothing new?\n\n[")
    );
}

#[test]
fn a_bomb_of_words_is_cut_in_bounded_time() {
    let texts = [
        "a ".repeat(400_000),
        format!("{}\n", "a b c d e f g h").repeat(40_000),
        "> ".repeat(100_000),
        "\n".repeat(250_000),
    ];
    let known = || texts.iter().map(|text| Known { has_holes: true, ..Known::new(text, Whose::Frame, "") });
    let conversation = Conversation::new(known(), &[]);
    for text in &texts {
        for reader in [Reader::Consultants, Reader::Visitor] {
            let cut = conversation.cut(&text[..text.floor_char_boundary(256 * 1024)], reader);
            assert!(cut.text.len() <= 256 * 1024 + 200);
            internal_line(&conversation, &text[..text.floor_char_boundary(256 * 1024)]);
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_cut(text in "(\\PC|> |\n|a b c d e f g h |\\(https://|<https://|\\(mailto:|x@y>|The first consultation is free|https://|On 1.1.26 x@y wrote:\n){0,60}") {
        for reader in [Reader::Consultants, Reader::Visitor] {
            let cut = conversation(reader).cut(&text, reader);
            prop_assert!(cut.text.len() <= text.len() + 100 + 2 * text.lines().count());
        }
    }
}
