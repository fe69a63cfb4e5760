use proptest::prelude::*;

use super::*;

const NEW: &str = "Thank you, that helps.\n\nCould we talk on Tuesday at 10:30?";

/// How clients introduce the quoted mail, each with its quote.
const QUOTES: [&str; 34] = [
    "On Mon, 23 Nov 2026 at 09:30, Firnwall <desk@firm.example> wrote:\n\n> We have your inquiry.\n> FW-7K3Q-9D2M\n",
    "On 23 Nov 2026, at 09:30, Firnwall <r1-7k3q9d2m-0123456789abcdef@reply.firm.example> wrote:\n\nWe have it.\n",
    "On Mon, Nov 23, 2026 at 9:30 AM Firnwall <\nr1-7k3q9d2m-0123456789abcdef@reply.firm.example> wrote:\n\n> We have it.\n",
    "On Mon, 23 Nov 2026 09:30:00 +0100\nFirnwall <desk@firm.example> wrote:\n\n> We have it.\n",
    "Am 23.11.2026 um 09:30 schrieb Firnwall:\n> Wir haben Ihre Anfrage.\n",
    "Am Mo., 23. Nov. 2026 um 09:30 Uhr schrieb Firnwall <\nr1-7k3q9d2m-0123456789abcdef@reply.firm.example>:\n\n> Danke.\n",
    "Firnwall <desk@firm.example> schrieb am Mo., 23. Nov. 2026, 09:30:\n\n> Danke.\n",
    "> Am 23.11.2026 um 09:30 schrieb Firnwall <desk@firm.example>:\n> \n> Danke.\n",
    "Le lun. 23 nov. 2026 à 09:30, Firnwall <desk@firm.example> a écrit :\n\n> Merci.\n",
    "Le 23 nov. 2026 à 09:30, Firnwall <desk@firm.example> a écrit :\n\nMerci.\n",
    "Il giorno lun 23 nov 2026 alle ore 09:30 Firnwall <desk@firm.example> ha\nscritto:\n\n> Grazie.\n",
    "Il 23/11/2026 09:30, Firnwall ha scritto:\n> Grazie.\n",
    "-----Original Message-----\nFrom: Firnwall <desk@firm.example>\nSent: Monday\nTo: a@b.example\nSubject: x\n\nWe have it.\n",
    "-----Ursprüngliche Nachricht-----\nVon: Firnwall\nGesendet: Montag\nAn: a\nBetreff: x\n\nDanke.\n",
    "-----Message d'origine-----\nDe : Firnwall\nEnvoyé : lundi\nÀ : a\nObjet : x\n\nMerci.\n",
    "-----Messaggio originale-----\nDa: Firnwall\nInviato: lunedì\nA: a\nOggetto: x\n\nGrazie.\n",
    "________________________________\nFrom: Firnwall <desk@firm.example>\nSent: Monday, 23 November 2026 09:30\nTo: a@b.example\nSubject: x\n\nWe have it.\n",
    "Von: Firnwall <desk@firm.example>\nGesendet: Montag, 23. November 2026 09:30\nAn: a@b.example\nBetreff: AW: x\n\nDanke.\n",
    "Von: Firnwall <desk@firm.example>\nDatum: Montag, 23. November 2026 um 09:30\nAn: a@b.example\nBetreff: x\n\nDanke.\n",
    "De : Firnwall <desk@firm.example>\nDate : lundi 23 novembre 2026 à 09:30\nÀ : a@b.example\nObjet : x\n\nMerci.\n",
    "Da: Firnwall <desk@firm.example>\nData: lunedì 23 novembre 2026 09:30\nA: a@b.example\nOggetto: R: x\n\nGrazie.\n",
    "*Von:* Firnwall <desk@firm.example>\n*Gesendet:* Montag\n*An:* a@b.example\n*Betreff:* x\n\nDanke.\n",
    "-------- Ursprüngliche Nachricht --------\nVon: Firnwall <desk@firm.example>\nDatum: 23.11.26 09:30\nAn: a\nBetreff: x\n\nDanke.\n",
    "-------- Original-Nachricht --------\nBetreff: x\nVon: Firnwall\nAn: a\n\nDanke.\n",
    "--- Please reply above this line ---\n\nWe have it.\n",
    "> --- Please reply above this line ---\n>\n> We have it.\n",
    "On Mon, 23 Nov 2026 09:30:00 +0100 Firnwall <desk@firm.example> wrote\n\nWe have it.\n",
    "Monday, 23 November 2026, 9:30 AM +0100 from Firnwall <desk@firm.example>:\n\nWe have it.\n",
    "пн, 23 нояб. 2026 г. в 09:30, Firnwall <desk@firm.example>:\n\n> We have it.\n",
    "Message du : 23/11/2026 09:30\nDe : \"Firnwall\" <desk@firm.example>\nA : a@b.example\nCopie à : \nSujet : x\n\nMerci.\n",
    "2026-11-23 9:30 GMT+01:00 Firnwall <desk@firm.example>:\n\n> We have it.\n",
    "> We have it.\n> FW-7K3Q-9D2M\n",
    "-- \nProbe Muster\nMuster Maschinen AG\n\nAm 23.11.2026 um 09:30 schrieb Firnwall <desk@firm.example>:\n> Danke.\n",
    "Von meinem iPhone gesendet\n\n> Am 23.11.2026 um 09:30 schrieb Firnwall <desk@firm.example>:\n> \n> Danke.\n",
];

#[test]
fn keeps_what_was_written_above_the_quote() {
    for quote in QUOTES {
        for end in ["\n", "\r\n"] {
            let mail = format!("\n{NEW}\n\n{quote}").replace('\n', end);
            assert_eq!(newly_written(&mail), NEW, "{quote}");
        }
    }
}

/// Lines that begin as an attribution does: with "On", "Am", "Le", "Il", "A" or a number.
#[test]
fn a_line_above_the_quote_that_begins_like_an_attribution_is_kept() {
    let texts = [
        "On Tuesday.",
        "On Tuesday at 10:30",
        "Am Dienstag um 10:30 passt es.",
        "Am 24.11.2026 um 10:30",
        "Am Dienstag passt es gut.\nFreundliche Grüsse\nProbe Muster",
        "Le mardi me convient.",
        "Il martedì va bene",
        "A martedì!",
        "At ten.\n\nThank you",
        "10:30 is fine",
    ];
    for text in texts {
        for quote in QUOTES {
            for gap in ["\n\n", "\n"] {
                let mail = format!("{text}{gap}{quote}");
                assert_eq!(newly_written(&mail), text, "{mail}");
            }
        }
    }
}

#[test]
fn keeps_answers_below_and_between_quoted_lines() {
    let below =
        "On Mon, 23 Nov 2026 at 09:30, Firnwall <desk@firm.example> wrote:\n> When?\n\nOn Tuesday.\n-- \nProbe\n";
    assert_eq!(newly_written(below), "On Tuesday.");
    let between = "Am 23.11.2026 um 09:30 schrieb Firnwall:\n> Wann?\nAm Dienstag.\n> Wo?\nIn Zürich.\n";
    assert_eq!(newly_written(between), "> Wann?\nAm Dienstag.\n> Wo?\nIn Zürich.");
    let both = "Answers below.\n\nOn 23 Nov 2026, Firnwall <desk@firm.example> wrote:\n> When?\nOn Tuesday.\n";
    assert_eq!(newly_written(both), "Answers below.\n\n> When?\nOn Tuesday.");
    let forwarded = "---------- Forwarded message ---------\nFrom: A <a@b.example>\nDate: today\nTo: b\nSubject: x\n\nPlease help.\n";
    assert_eq!(newly_written(forwarded), "Please help.");
}

#[test]
fn keeps_sentences_that_look_like_the_beginning_of_a_quote() {
    for text in [
        "Our auditor wrote:\nyou need a plan.",
        "Am Montag schrieb uns der Kunde:\nDas Netz steht.",
        "On Monday we met. On Tuesday the server was gone.",
        "From: the office\nThat is where I write.",
        "Von: Zürich\nNach: Bern\nMontag",
        "The rule is ---------- not a rule.",
        "On 3 servers we saw this:\nerror 17",
        "An: unklar\nVon: unklar",
        "> Only a quote.",
        "```\n--\ncode\n```\nEnd.",
        "[EXTERN] is what our server writes in front of your mails.\n\nWhy?",
        "Attention: the external partner starts on Monday.\n\nSee you",
        "Caution: do not click the link of the external firm.",
        "Diese Nachricht ist vertraulich.\n\nGruss",
        "Outlook für iOS haben wir nicht.",
        "Inviato dal cliente ieri.",
        "Gesendet: gestern\nDatum: heute",
        "Unser Chef hat es am Montag geschrieben:\nja.",
        "We use e-mail from my iPhone and laptops, see below.\nThanks",
    ] {
        assert_eq!(newly_written(text), text);
    }
}

/// What looks like a server's notice is an answer where an answer can be.
#[test]
fn keeps_a_last_sentence_that_begins_like_the_line_of_a_phone() {
    for text in [
        "Sent by registered mail yesterday.",
        "Von meinem Kollegen kommt noch eine Antwort",
        "Gesendet mit der Post!",
        "Inviato da noi?",
    ] {
        let mail = format!("{NEW}\n\n{text}");
        assert_eq!(newly_written(&mail), mail);
    }
}

#[test]
fn keeps_an_answer_that_looks_like_a_notice() {
    let quote = "Am 24.11.2026 um 10:30 schrieb Firnwall:\n> Was ist das?\n\n";
    let answer = "Diese Nachricht ist vertraulich.";
    assert_eq!(newly_written(&format!("{quote}{answer}\n")), answer);
    let between = format!("Siehe unten.\n\n{quote}Ein Plan.\n\n> Und das?\n\n{answer}");
    assert!(newly_written(&between).ends_with(answer));
}

#[test]
fn a_mail_of_nothing_new_is_empty() {
    for text in ["", "\n\n", "-- \nProbe\n", "Von meinem iPhone gesendet\n", "-----\n"] {
        assert_eq!(newly_written(text), "", "{text:?}");
    }
}

/// In quadratic time, the test would not end.
#[test]
fn hostile_texts_take_linear_time() {
    for part in
        ["On ", "a\n", "> ", "From: a\n", "On a 2026,\n", "-", "wrote", "On 1 <@:\n", ">\n\n", "```\n", "\r", ":\n"]
    {
        let text = part.repeat(300_000 / part.len());
        assert!(newly_written(&text).len() <= text.len(), "{part:?}");
    }
}

proptest! {
    #[test]
    fn what_is_kept_was_in_the_mail(text in "(On |wrote|:|>|-- |Von|An|\\PC|\n){0,200}") {
        let kept = newly_written(&text);
        let lines: Vec<&str> = text.split('\n').collect();
        for line in kept.lines() {
            prop_assert!(lines.iter().any(|other| other.trim_end().ends_with(line.trim_end())), "{line:?}");
        }
        prop_assert_eq!(newly_written(&kept).len() <= kept.len(), true);
    }
}
