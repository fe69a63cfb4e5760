//! The comparison with generated mails, whose every word has a known author.

use super::*;

/// Paragraphs of people, with what deceives phrases.
pub(super) const OWN: [&str; 50] = [
    "Our contact there is desk@firm.example:",
    "Betreff: die Offerte vom 24. November 2026\nDatum: egal",
    "10",
    "Von wem kam die Mail vom 23.11.2026 an desk@firm.example?",
    "Wir nehmen:\nOption B: zwei Wochen im Januar",
    "Wir gehen davon aus, dass der Nachtest immer im Preis der Offerte enthalten ist.",
    "| Posten | Tage | Preis |\n| Analyse der Protokolle | 3 | 5000 |",
    "👍",
    "☒ Termin am 7. Dezember um zehn Uhr",
    "Kind regards\nClara Writer\nWriter & Sons",
    "Thank you for the quick answer, we discussed it this morning.",
    "It was the best of times, it was the worst of times, it was the age of wisdom.",
    "On Tuesday, 24 November 2026, you wrote:\nthat two persons are enough, and we agree.",
    "The auditor said: \"Who keeps the keys keeps the house.\"\nWe could not answer him.",
    "2026-11-26 02:14:07 sshd[812]: Accepted password for root from 203.0.113.7 port 5022\n2026-11-26 02:14:09 sshd[812]: session opened",
    "From: CEO <ceo@evil.example>\nSent: Thursday, 26 November 2026 10:00\nTo: CFO <cfo@visitor.example>\nSubject: Urgent payment\n\n\
     Please pay 50'000 to IBAN CH00.",
    "The CFO has already paid. What should we do? Our bank closes at 17:00.",
    "Offer A: CHF 24,000.\n--\nOffer B: CHF 31,000, with night shifts.",
    "Erstens: der Server.\n\n—\n\nZweitens: die Firewall ist offen, bitte dringend.",
    "if a > b {\n> echo \"quoted\"\n>> append\n}",
    "Von: Zürich\nNach: Bern\nUm: 10:30",
    "Sent from my desk, it is easier than my phone, and the password is on page 2.",
    "Anna Berger <anna@visitor.example>\nBen Huber <ben@visitor.example>\nCarla Rossi <carla@visitor.example>",
    "The first consultation is free.",
    "Wann passt es Ihnen?",
    "Freundliche Grüsse\nVera Read",
    "Als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte, war das Netz weg.",
    "Am Montag schrieb uns der Kunde:\nDas Netz steht seit gestern.",
    "Longtemps, je me suis couché de bonne heure; maintenant c'est le serveur qui dort.",
    "Le 23 novembre 2026 à 09:30, notre directeur a écrit :\nil faut agir.",
    "Nel mezzo del cammin di nostra vita ci ritrovammo senza rete.",
    "Il direttore ha scritto:\nbisogna agire entro venerdì.",
    "- SIEM: Sentinel oder Splunk\n- OT: nur passiv\n- Start: 11. Januar",
    "---\nsection two\n---",
    "-----Original Message-----\nwas the subject of the phishing mail, nothing else.",
    "> this is how the ransom note begins\n> your files are ours",
    "On 3 servers we saw this:\nerror 17",
    "> \n| a | b |\n| 1 | 2 |",
    "Yes.",
    "Ja, bitte am Montag.",
    "Diese Nachricht ist vertraulich, bitte nicht weiterleiten.",
    "Attention: the external partner starts on Monday, do not click on the link that he sends.",
    "Please reply to this mail within two days and name a date.",
    "Forwarded message from our bank follows:\n---------- Forwarded message ---------\nFrom: Bank <info@bank.example>\nSubject: Account\n\nYour account is blocked.",
    "The price beträgt 10 und nicht 12.",
    "{{ not a template }} and {% neither %} of them",
    "Our reference is 4711. Please quote it when you call.",
    "We read it & replied <yesterday>; cf. [1] and https://visitor.example/a?b=c#d",
    "Die Pumpe im Werk Süd meldet seit gestern einen Fehler.\nBitte rufen Sie mich an.",
    "Grazie mille, a martedì!",
];

/// How clients begin the quote.
pub(super) const BEGINNINGS: [&str; 53] = [
    "On Mon, 23 Nov 2026 at 09:30, Firnwall <desk@firm.example> wrote:\n\n",
    "On 23 Nov 2026, at 09:30, Firnwall <r1-7k3q9d2m-0123456789abcdef@reply.firm.example> wrote:\n\n",
    "On Mon, Nov 23, 2026 at 9:30 AM Firnwall <\nr1-7k3q9d2m-0123456789abcdef@reply.firm.example> wrote:\n\n",
    "On Mon, 23 Nov 2026 09:30:00 +0100\nFirnwall <desk@firm.example> wrote:\n\n",
    "Am 23.11.2026 um 09:30 schrieb Firnwall:\n",
    "Am Mo., 23. Nov. 2026 um 09:30 Uhr schrieb Firnwall <\nr1-7k3q9d2m-0123456789abcdef@reply.firm.example>:\n\n",
    "Firnwall <desk@firm.example> schrieb am Mo., 23. Nov. 2026, 09:30:\n\n",
    "Le lun. 23 nov. 2026 à 09:30, Firnwall <desk@firm.example> a écrit :\n\n",
    "Le 23 nov. 2026 à 09:30, Firnwall <desk@firm.example> a écrit :\n\n",
    "Il giorno lun 23 nov 2026 alle ore 09:30 Firnwall <desk@firm.example> ha\nscritto:\n\n",
    "Il 23/11/2026 09:30, Firnwall ha scritto:\n",
    "-----Original Message-----\nFrom: Firnwall <desk@firm.example>\nSent: Monday\nTo: a@b.example\nSubject: x\n\n",
    "-----Ursprüngliche Nachricht-----\nVon: Firnwall\nGesendet: Montag\nAn: a\nBetreff: x\n\n",
    "-----Message d'origine-----\nDe : Firnwall\nEnvoyé : lundi\nÀ : a\nObjet : x\n\n",
    "-----Messaggio originale-----\nDa: Firnwall\nInviato: lunedì\nA: a\nOggetto: x\n\n",
    "________________________________\nFrom: Firnwall <desk@firm.example>\nSent: Monday, 23 November 2026 09:30\nTo: a@b.example\nSubject: x\n\n",
    "Von: Firnwall <desk@firm.example>\nGesendet: Montag, 23. November 2026 09:30\nAn: a@b.example\nBetreff: AW: x\n\n",
    "Von: Firnwall <desk@firm.example>\nDatum: Montag, 23. November 2026 um 09:30\nAn: a@b.example\nBetreff: x\n\n",
    "De : Firnwall <desk@firm.example>\nDate : lundi 23 novembre 2026 à 09:30\nÀ : a@b.example\nObjet : x\n\n",
    "Da: Firnwall <desk@firm.example>\nData: lunedì 23 novembre 2026 09:30\nA: a@b.example\nOggetto: R: x\n\n",
    "*Von:* Firnwall <desk@firm.example>\n*Gesendet:* Montag\n*An:* a@b.example\n*Betreff:* x\n\n",
    "-------- Ursprüngliche Nachricht --------\nVon: Firnwall <desk@firm.example>\nDatum: 23.11.26 09:30\nAn: a\nBetreff: x\n\n",
    "-------- Original-Nachricht --------\nBetreff: x\nVon: Firnwall\nAn: a\nDatum: x\n\n",
    "On Mon, 23 Nov 2026 09:30:00 +0100 Firnwall <desk@firm.example> wrote\n\n",
    "Monday, 23 November 2026, 9:30 AM +0100 from Firnwall <desk@firm.example>:\n\n",
    "пн, 23 нояб. 2026 г. в 09:30, Firnwall <desk@firm.example>:\n\n",
    "Message du : 23/11/2026 09:30\nDe : \"Firnwall\" <desk@firm.example>\nA : a@b.example\nCopie à : \nSujet : x\n\n",
    "2026-11-23 9:30 GMT+01:00 Firnwall <desk@firm.example>:\n\n",
    "Op ma 23 nov. 2026 om 09:30 schreef Firnwall <desk@firm.example>:\n\n",
    "El lun, 23 nov 2026 a las 9:30, Firnwall (<desk@firm.example>) escribió:\n\n",
    "On 23 Nov 2026 at 9:30 AM +0100, Firnwall <desk@firm.example>, wrote:\n",
    "On Mon, Nov 23, 2026 at 9:30 AM, Firnwall < desk@firm.example > wrote:\n\n",
    "On Monday, November 23, 2026 at 09:30:41 AM GMT+1, Firnwall <desk@firm.example> wrote: \n\n\n",
    "On November 23, 2026, Firnwall <desk@firm.example> wrote:\n\n",
    "On November 23, 2026 at 9:30 AM GMT+1 desk@firm.example wrote:\n\n",
    "------- Original Message -------\nOn Monday, November 23rd, 2026 at 9:30 AM, Firnwall <desk@firm.example> wrote:\n\n",
    "---- On Mon, 23 Nov 2026 09:30:00 +0100 Firnwall <desk@firm.example> wrote ----\n\n",
    "Firnwall <desk@firm.example> schrieb:\n\n",
    "Gesendet: Montag, 23. November 2026 um 09:30 Uhr\nVon: \"Firnwall\" <desk@firm.example>\nAn: a@b.example\nBetreff: x\n\n",
    "----Ursprüngliche Nachricht----\nVon : desk@firm.example\nDatum : 23/11/2026 - 09:30 (MEZ)\nAn : a@b.example\nBetreff : x\n\n",
    "-------- Weitergeleitete Nachricht --------\nBetreff: \tx\nDatum: \tMon, 23 Nov 2026 09:30:00 +0100\nVon: \tFirnwall <desk@firm.example>\nAn: \ta@b.example\n\n",
    "Date: Mon, 23 Nov 2026 09:30:00 +0100\nSubject: x\nFrom: desk@firm.example\nTo: a@b.example\n\n",
    "De : Firnwall <desk@firm.example>\nEnvoyé le : lundi 23 novembre 2026 09:30\nÀ : a@b.example\nObjet : x\n\n",
    "W dniu 23.11.2026 o 09:30, użytkownik Firnwall <desk@firm.example> napisał:\n",
    "tir. 24. nov. 2026 kl. 09.30 skrev Firnwall <desk@firm.example>:\n\n",
    "In data 23 novembre 2026 09:30:00 Firnwall <desk@firm.example> ha scritto:\n\n",
    "Firnwall <desk@firm.example> 于2026年11月23日周一 09:30写道：\n\n",
    "2026年11月23日(月) 9:30 Firnwall <desk@firm.example>:\n\n",
    "2026년 11월 23일 (월) 오전 9:30, Firnwall <desk@firm.example>님이 작성:\n\n",
    "差出人: Firnwall <desk@firm.example>\n送信日時: 2026年11月23日 9:30\n宛先: a@b.example\n件名: x\n\n",
    "发件人：Firnwall <desk@firm.example>\n发送时间：2026年11月23日 9:30\n收件人：a@b.example\n主题：x\n\n",
    "في ٢٣\u{200f}/١١\u{200f}/٢٠٢٦، الساعة ٩:٣٠ ص، كتب \u{200f}\u{202a}Firnwall\u{202c}\u{200f} <desk@firm.example>:\n\n",
    "\u{202b}בתאריך יום ב׳, 23 בנוב׳ 2026 ב-9:30 מאת \u{202a}Firnwall\u{202c}\u{200f} <\u{202a}desk@firm.example\u{202c}\u{200f}>:\u{202c}\n\n",
];

/// What servers put in front of the quoted text or behind all: lines of nobody, which stay.
const BANNERS: [&str; 4] = [
    "CAUTION: This email originated from outside of the organization.\nDo not click links unless you recognize the sender.\n",
    "[EXTERN] Diese Nachricht kommt von ausserhalb.\n",
    "##- Please type your reply above this line -##\n",
    "_______________________________________________\nSecurity mailing list -- security@lists.visitor.example\n\
     To unsubscribe send an email to security-leave@lists.visitor.example\n",
];

/// A sequence of choices; the same seed gives the same mails.
struct Choices(u64);

impl Choices {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    fn one_in(&mut self, chance: usize) -> bool {
        self.below(chance) == 0
    }
}

/// Around a quote, where a page has an element.
const BEGIN: char = '\u{1}';
const END: char = '\u{2}';

/// The mail as a client's page has it.
fn page(choices: &mut Choices, mail: &str) -> String {
    let (open, close) = *choices.of(&[
        ("<blockquote type=\"cite\">", "</blockquote>"),
        ("<div class=\"gmail_quote\"><blockquote style=\"margin:0 0 0 .8ex\">", "</blockquote></div>"),
        ("<div style=\"border:none;border-top:solid #E1E1E1 1.0pt\">", "</div>"),
        ("<table><tr><td>", "</td></tr></table>"),
        ("<div>", "</div>"),
    ]);
    let (begin, empty, end) = *choices.of(&[
        ("<p>", "<p>&nbsp;</p>", "</p>\n"),
        ("<div>", "<div><br></div>", "</div>"),
        ("", "<br>\n", "<br>\n"),
        ("<p class=MsoNormal><span lang=DE>", "<p class=MsoNormal><o:p>&nbsp;</o:p></p>", "<o:p></o:p></span></p>\r\n"),
    ]);
    let mut page = "<html><head><style>p { margin: 0 }</style></head><body>".to_owned();
    for line in mail.replace(BEGIN, "\n\u{1}\n").replace(END, "\n\u{2}\n").lines() {
        let words = line.trim_end().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        match words.as_str() {
            "\u{1}" => page.push_str(open),
            "\u{2}" => page.push_str(close),
            "" => page.push_str(empty),
            _ => page.extend([begin, &words, end]),
        }
    }
    page + "</body></html>"
}

/// The text as a client quotes it.
fn quoted(choices: &mut Choices, text: &str, is_page: bool) -> String {
    let mut text = text.to_owned();
    if choices.one_in(3) {
        text = text.replace('\'', "’").replace("--", "–").replace(['„', '“'], "\"");
    }
    if choices.one_in(4) {
        text = text.replace("https://", "https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2F");
    }
    if choices.one_in(4) {
        text = text.replace(" und ", "\u{a0}und ").replace(" the ", " the\u{200b} ");
    }
    if choices.one_in(4) {
        text = text.replace("\n\n", "\n");
    }
    if choices.one_in(4) {
        text = wrapped(&text, 40 + choices.below(39));
    }
    let end = if choices.one_in(3) { " \n" } else { "\n" };
    let marks: &[&str] = if is_page { &["", "", "", "> "] } else { &["> ", "> ", ">", ">> ", "| ", " > ", "", ""] };
    let mark = *choices.of(marks);
    marked(&text, mark, end)
}

fn wrapped(text: &str, width: usize) -> String {
    let mut lines = String::new();
    for line in text.lines() {
        let mut length = 0;
        for word in line.split(' ') {
            if length > 0 && length + word.chars().count() > width {
                lines.push('\n');
                length = 0;
            } else if length > 0 {
                lines.push(' ');
            }
            lines.push_str(word);
            length += word.chars().count() + 1;
        }
        lines.push('\n');
    }
    lines
}

pub(super) fn words_of(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

struct Made {
    mail: String,
    own: Vec<String>,
    quote: String,
    /// Of the quote, lines that somebody has changed, or from between which a line was taken.
    edited: Vec<String>,
}

/// Does to a quote what people do to it. Returns the lines that say something now.
fn edit(choices: &mut Choices, quote: &mut String, reader: Reader) -> Vec<String> {
    let visitors = words_of(INQUIRY);
    let mut lines: Vec<String> = quote.lines().map(str::to_owned).collect();
    let is_asked = |line: &String| {
        let words = words_of(line);
        let is_visitors = || visitors.windows(words.len()).any(|window| window == words);
        words.len() > 3 && !line.contains("://") && (reader == Reader::Consultants || is_visitors())
    };
    let asked: Vec<usize> = (0..lines.len()).filter(|at| is_asked(&lines[*at])).collect();
    if asked.is_empty() {
        return Vec::new();
    }
    let at = *choices.of(&asked);
    let mut edited = vec![at];
    match choices.below(4) {
        0 => {
            let words: Vec<&str> = lines[at].split(' ').filter(|word| word.chars().all(char::is_alphabetic)).collect();
            let word = words.into_iter().max_by_key(|word| word.len()).filter(|word| word.len() > 3).map(str::to_owned);
            let Some(word) = word else { return Vec::new() };
            lines[at] = lines[at].replacen(&word, "quux", 1);
        }
        1 => {
            let sign = *choices.of(&[" ✓", " 👍", " ???", " (ja)", " -7", " — nein"]);
            lines[at].push_str(sign);
        }
        2 => {
            lines.insert(at + 1, (*choices.of(&["☒", "👍", "OK", "nein!", "> ja", "| x |"])).to_owned());
            edited = vec![at + 1];
        }
        // The answer is what is left.
        _ if reader == Reader::Consultants => {
            let has_words = |at: &usize| lines.get(*at).is_some_and(|line| !words_of(line).is_empty());
            // Not where words of the writer's may be put.
            if at == 0 || at.abs_diff(lines.len() / 2) < 3 || ![at - 1, at + 1].iter().all(has_words) {
                return Vec::new();
            }
            lines.remove(at);
            edited = vec![at - 1, at];
        }
        _ => return Vec::new(),
    }
    let edited = edited.into_iter().map(|at| lines[at].trim_matches(['>', '|', ' ']).to_owned()).collect();
    *quote = lines.iter().flat_map(|line| [line, "\n"]).collect();
    edited
}

fn made(choices: &mut Choices, reader: Reader) -> Made {
    let count = 1 + choices.below(3);
    let mut own: Vec<String> = (0..count).map(|_| (*choices.of(&OWN)).to_owned()).collect();
    // Nobody can tell a line of ours from the same line of the writer's where another was changed.
    let repeats = own.iter().any(|text| [CONFIRMATION, ANSWER].iter().any(|known| known.contains(text.as_str())));
    let text = match reader {
        Reader::Consultants => (*choices.of(&[CONFIRMATION, ANSWER, OFFER])).to_owned(),
        Reader::Visitor => choices.of(&to_consultants()).clone(),
    };
    let is_page = choices.one_in(3);
    let (beginning, mut quote) = ((*choices.of(&BEGINNINGS)).to_owned(), quoted(choices, &text, is_page));
    let edited = if !repeats && choices.one_in(4) { edit(choices, &mut quote, reader) } else { Vec::new() };
    let mail = match choices.below(5) {
        4 => format!("{} {beginning}{BEGIN}{quote}{END}", own.join("\n\n")),
        0 | 1 => format!("{}\n\n{beginning}{BEGIN}{quote}{END}", own.join("\n\n")),
        2 => format!("{beginning}{BEGIN}{quote}{END}\n{}\n", own.join("\n\n")),
        _ => {
            let lines: Vec<&str> = quote.lines().collect();
            let at = lines.len() / 2;
            let (above, below) = (lines[..at].join("\n"), lines[at..].join("\n"));
            let (last, first) = own.split_last().unwrap();
            format!("{}\n\n{beginning}{BEGIN}{above}{END}\n\n{last}\n\n{BEGIN}{below}{END}\n", first.join("\n\n"))
        }
    };
    let (mail, banner) = with_banner(choices, mail, &quote);
    own.extend(banner.map(str::to_owned));
    let mail = if is_page { text_of(&page(choices, &mail)) } else { mail.replace([BEGIN, END], "") };
    Made { mail, own, quote, edited }
}

/// What a server has put into the mail stays as the writer's words do.
fn with_banner(choices: &mut Choices, mail: String, quote: &str) -> (String, Option<&'static str>) {
    let banner = *choices.of(&BANNERS);
    let mail = match choices.below(10) {
        0 => format!("{banner}\n{mail}"),
        1 => format!("{}\n\n{banner}", mail.trim_end()),
        2 if mail.contains(quote) => mail.replacen(quote, &format!("{banner}\n{quote}"), 1),
        _ => return (mail, None),
    };
    (mail, Some(banner))
}

/// What was lost of the author's words; how many of the quote's lines are left; and which of the frame reaches the visitor.
struct Verdict {
    lost: Option<String>,
    left: usize,
    leaked: Option<String>,
}

fn judge(made: &Made, cut: &str, reader: Reader) -> Verdict {
    let found = words_of(cut);
    let has = |line: &str| {
        let wanted = words_of(line);
        wanted.is_empty() || found.windows(wanted.len()).any(|window| window == wanted)
    };
    let own_lines = || made.own.iter().flat_map(|text| text.lines());
    // A page has single blanks.
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown = flat(cut);
    let has_edited =
        |line: &&String| has(line) && shown.contains(&flat(line.trim_start_matches(|c: char| !c.is_alphanumeric())));
    let lost = own_lines().find(|line| !has(line)).map(str::to_owned);
    let lost = lost.or_else(|| made.edited.iter().find(|line| !has_edited(line)).cloned());
    let own: Vec<Vec<String>> = own_lines().map(words_of).collect();
    let visitors = words_of(INQUIRY);
    let left = cut.lines().filter(|line| {
        let words = words_of(line);
        if words.len() <= 3 {
            return false;
        }
        let is_own = own.iter().any(|own| own.windows(words.len()).any(|window| window == words));
        // Shown above an answer between the lines of a quote.
        let is_context = line.trim_start().starts_with(['>', '|'])
            && (reader == Reader::Consultants || visitors.windows(words.len()).any(|window| window == words));
        !line.starts_with('[') && !is_own && !is_context
    });
    // Wrapped anew, a line of ours can be shorter. A note is internal where it is quoted, too.
    let quoted = |mail: &str| mail.lines().filter(|line| !line.starts_with('>')).flat_map(words_of).collect();
    let mut ours: Vec<Vec<String>> = to_consultants().iter().map(|mail| quoted(mail)).collect();
    ours.push(words_of(NOTE));
    let leaked = cut.lines().find(|line| {
        let words = words_of(line);
        if words.len() <= 3 {
            return false;
        }
        let is_own = own.iter().any(|own| own.windows(words.len()).any(|window| window == words));
        reader == Reader::Visitor
            && words.len() > 3
            && !is_own
            && ours.iter().any(|ours| ours.windows(words.len()).any(|window| window == words))
    });
    Verdict { lost, left: left.count(), leaked: leaked.map(str::to_owned) }
}

/// With `WORDS_MAILS` and `WORDS_SEED` as many as wanted: `WORDS_MAILS=20000 cargo test -p inbound every_word`.
#[test]
fn every_word_of_the_writer_stays_and_no_line_of_ours() {
    let number =
        |name: &str, default: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (mails, seed) = (number("WORDS_MAILS", 2_000), number("WORDS_SEED", 20_261_127));
    let mut choices = Choices(seed);
    let conversations = [Reader::Consultants, Reader::Visitor].map(|reader| (reader, conversation(reader)));
    let (mut lost, mut leaked, mut left, mut all, mut lines, mut held) = (Vec::new(), Vec::new(), Vec::new(), 0, 0, 0);
    for _ in 0..mails {
        let (reader, conversation) = choices.of(&conversations);
        let made = made(&mut choices, *reader);
        let Cut { text: cut, doubts, .. } = conversation.cut(&made.mail, *reader);
        let verdict = judge(&made, &cut, *reader);
        lines += if made.edited.is_empty() { made.quote.lines().count() } else { 0 };
        let line = (*reader == Reader::Visitor).then(|| conversation.internal_lines(&cut)).into_iter().flatten().next();
        let line = line.map(|found| found.1).or_else(|| doubts.into_iter().next().map(|doubt| doubt.1));
        held += usize::from(line.is_some() && made.edited.is_empty());
        let shown = || format!("{}\n=== {line:?}\n{cut}\n", made.mail);
        lost.extend(verdict.lost.map(|line| format!("lost {line:?} of\n{}", shown())));
        leaked.extend(verdict.leaked.filter(|_| line.is_none()).map(|line| format!("{line:?} of\n{}", shown())));
        if made.edited.is_empty() {
            all += verdict.left;
            left.extend((verdict.left > 0).then(shown));
        }
    }
    println!(
        "seed {seed}: {mails} mails, {} lose words, {} show lines of ours to the visitor, {all} of {lines} lines are left, {held} held",
        lost.len(),
        leaked.len(),
    );
    assert!(lost.is_empty(), "{} of {mails}\n{}", lost.len(), lost[..lost.len().min(13)].concat());
    assert!(leaked.is_empty(), "{} of {mails}\n{}", leaked.len(), leaked[0]);
    assert!(all * 50 <= lines, "{all} of {lines}\n{}", left[..3].concat());
    assert!(held * 20 <= usize::try_from(mails).unwrap(), "{held} of {mails} are held");
}
