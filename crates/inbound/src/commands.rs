//! Verbs in a consultant's mail: lines such as `#claim`, before any other text; those that go with an answer also below it.
//! `verbs.txt` has their names and what each does, in four languages.

use std::{collections::HashMap, sync::LazyLock};

use entity::{Language, TicketReference};
use strum_macros::IntoStaticStr;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::characters::is_removed;

/// Characters that are looked for.
const MAX_SEARCHED: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Command {
    Claim,
    Assign(String),
    Close,
    Reopen,
    Spam,
    /// Makes a suspected inquiry an ordinary one.
    Release,
    /// Answers go to nobody whom the visitor has copied, or to them again.
    Only,
    All,
    /// Answers go to this address instead.
    To(String),
    /// The named ticket of the same person goes on for this one.
    Merge(TicketReference),
    Note,
    Send,
    /// Opens a ticket for the sender of the forwarded mail below, or for who has called.
    New,
    /// Likewise, for whom the author names.
    #[strum(serialize = "new")]
    NewFor(String),
    /// Puts a mail from quarantine on a ticket.
    Attach(TicketReference),
    /// The files that are held, of the mail with this code, or of the last one that has any.
    File(String),
    /// Reads each turn of this ticket, or only those of an own one.
    Follow,
    Mute,
    /// Out of the reminders until then.
    Wait(String),
    /// The author is away until then, or no more.
    Away(String),
    Back,
    /// The conversation once more, as one mail.
    History,
    /// Removes the mail that it answers, or its file of this name or number.
    Erase(String),
    /// The inquiries with these words.
    Find(String),
    Status,
    /// In the language of its verb.
    Help(Language),
    /// A word that is no verb, or a verb with an argument that it does not take.
    Unknown,
}

impl Command {
    /// Whether it is done once the text of the same mail is sent.
    pub fn goes_with_answer(&self) -> bool {
        matches!(
            self,
            Self::Claim
                | Self::Assign(_)
                | Self::Close
                | Self::Wait(_)
                | Self::Follow
                | Self::Mute
                | Self::Only
                | Self::Merge(_)
        )
    }
}

/// A verb in one language.
struct Named {
    /// In English.
    verb: &'static str,
    language: Language,
    /// The first one is shown.
    names: Vec<&'static str>,
    argument: &'static str,
    meaning: &'static str,
}

/// A paragraph for each verb.
static VERBS: LazyLock<Vec<Named>> = LazyLock::new(|| {
    let languages = [Language::En, Language::De, Language::Fr, Language::It];
    let mut all = Vec::new();
    for verb in include_str!("verbs.txt").split("\n\n") {
        for (language, line) in languages.into_iter().zip(verb.lines()) {
            let mut parts = line.splitn(4, '|').skip(1).map(str::trim);
            let mut part = || parts.next().unwrap_or_default();
            let names: Vec<_> = part().split(' ').collect();
            let verb = all.last().filter(|_| language != Language::En).map_or(names[0], |first: &Named| first.verb);
            all.push(Named { verb, language, names, argument: part(), meaning: part() });
        }
    }
    all
});

/// English before the others.
static NAMES: LazyLock<HashMap<&str, (&str, Language)>> = LazyLock::new(|| {
    let all = VERBS.iter().rev().flat_map(|one| one.names.iter().map(|name| (*name, (one.verb, one.language))));
    all.collect()
});

/// What `#help` lists: each verb with what stands behind it, and what it does.
pub fn help(language: Language) -> impl Iterator<Item = (String, &'static str)> {
    let listed = VERBS.iter().filter(move |named| named.language == language);
    listed.map(|named| (format!("#{} {}", named.names[0], named.argument).trim().to_owned(), named.meaning))
}

/// What a mail commands, and the text below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commands {
    pub commands: Vec<Command>,
    pub text: String,
    /// The text stands above the verbs, so no client has added it.
    pub is_above: bool,
}

fn read_first(text: &str) -> Commands {
    let mut commands = Vec::new();
    let mut lines = text.lines();
    let mut rest = Vec::new();
    for line in lines.by_ref() {
        let visible = visible(line);
        if visible.is_empty() {
            continue;
        }
        let Some((command, argument)) = command(visible) else {
            rest.push(line);
            break;
        };
        if command == Command::Note && !argument.is_empty() {
            rest.push(argument);
        }
        commands.push(command);
    }
    rest.extend(lines);
    Commands { commands, text: rest.join("\n").trim().to_owned(), is_above: false }
}

/// The verbs of the first lines; without any, those of the last ones above the mark of a signature that go with an answer.
pub fn read(text: &str) -> Commands {
    let first = read_first(text);
    if !first.commands.is_empty() {
        return first;
    }
    let mut lines: Vec<&str> = first.text.lines().collect();
    let end = lines.iter().position(|line| is_mark(line)).unwrap_or(lines.len());
    let is_last = |line: &&&str| command(visible(line)).is_some_and(|(command, _)| command.goes_with_answer());
    let last = end - lines[..end].iter().rev().take_while(|line| visible(line).is_empty() || is_last(line)).count();
    let commands: Vec<_> = lines.drain(last..end).filter_map(|line| Some(command(visible(line))?.0)).collect();
    if commands.is_empty() {
        return first;
    }
    Commands { commands, text: lines.join("\n").trim().to_owned(), is_above: true }
}

/// What begins a signature (RFC 3676, section 4.3).
pub(crate) fn is_mark(line: &str) -> bool {
    visible(line) == "--"
}

/// A text without a verb, as if its first line was `#note`.
pub fn as_note(text: String) -> String {
    let read = read_first(&text);
    if read.commands.is_empty() && !read.text.is_empty() { format!("#note\n{text}") } else { text }
}

/// What a mail looks for whose sole verb is `#find`.
pub fn searched(text: &str) -> Option<String> {
    match read(text).commands.as_slice() {
        [Command::Find(words)] => Some(words.chars().take(MAX_SEARCHED).collect()),
        _ => None,
    }
}

pub fn verb_within(text: &str) -> Option<Command> {
    verbs_within(text).next()
}

/// The verbs at the beginnings of words, whatever marks stand in front of them and behind the `#`: their author may have meant them.
/// In a quoted line only the first word may be one. Behind a blank only a note at the beginning of a line: `# Status` is a heading,
/// and only a note is for nobody else.
pub fn verbs_within(text: &str) -> impl Iterator<Item = Command> {
    text.lines().flat_map(|line| {
        let places = line.match_indices(SIGNS).take(MAX_SIGNS).map(|(at, _)| line.split_at(at));
        places.filter_map(move |(before, rest)| {
            let link = before.rsplit(char::is_whitespace).next().unwrap_or_default();
            let is_begin = before.trim_end_matches(SIGNS).chars().next_back().is_none_or(|c| !c.is_alphanumeric());
            let is_quoted = line.trim_start().starts_with(['>', '|']);
            let is_first = !before.contains(char::is_alphabetic);
            if !is_begin || link.contains('/') && link.contains(char::is_alphanumeric) || is_quoted && !is_first {
                return None;
            }
            let (marks, behind) = rest.split_at(rest.find(char::is_alphanumeric)?);
            // A table, or the way to a page.
            if marks.contains(['|', ';', ',', '/']) {
                return None;
            }
            let is_apart = marks.contains(char::is_whitespace);
            let is_of_word = |c: &char| c.is_alphanumeric() || is_within(*c);
            let word: String = behind.chars().take_while(is_of_word).collect();
            let of =
                |line: String| command(&line).map(|(command, _)| command).filter(|found| *found != Command::Unknown);
            let found = of(format!("#{word}")).or_else(|| of(format!("#{word} anybody")))?;
            (!is_apart || is_first && found == Command::Note).then_some(found)
        })
    })
}

/// The first lines that are no command, or none on a ticket.
pub fn unknown_lines(text: &str) -> impl Iterator<Item = &str> {
    let is_none = |command: Option<Command>| {
        matches!(command, Some(Command::Unknown | Command::Attach(_) | Command::Find(_) | Command::Erase(_)))
    };
    let of = |line: &str| command(visible(line)).map(|(command, _)| command);
    let lines = text.lines().filter(|line| !visible(line).is_empty());
    lines.take_while(move |line| of(line).is_some()).filter(move |line| is_none(of(line)))
}

/// Without what nobody sees at its ends: a client may put it in front of the `#`, and the mail still says a verb.
pub fn visible(text: &str) -> &str {
    text.trim_matches(is_unseen)
}

/// Joiners and variation selectors, too: they change only what is in front of them.
fn is_unseen(c: char) -> bool {
    c.is_whitespace() || is_removed(c) || matches!(c, '\u{180e}' | '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// Characters of a word that nobody sees, and accents that stand behind their letter.
fn is_within(c: char) -> bool {
    is_unseen(c) && !c.is_whitespace() || is_combining_mark(c)
}

/// Also as keyboards for Japanese and Chinese write it, and what looks like it.
const SIGNS: [char; 4] = ['#', '＃', '﹟', '♯'];
/// Of a line.
const MAX_SIGNS: usize = 100;

/// `None`: a line of text. `#1` and `# heading` are text.
fn command(line: &str) -> Option<(Command, &str)> {
    let line = line.strip_prefix(SIGNS)?.trim_start_matches(|c: char| is_unseen(c) && !c.is_whitespace());
    if !line.starts_with(char::is_alphabetic) {
        return None;
    }
    let (word, argument) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
    let word = word.trim_end_matches(':').chars().filter(|c| !is_unseen(*c)).nfc().collect::<String>().to_lowercase();
    let known = match NAMES.get(word.as_str()).map_or("", |(verb, _)| verb) {
        "claim" => Command::Claim,
        "assign" if !argument.is_empty() => return Some((Command::Assign(argument.to_owned()), "")),
        "wait" => return Some((Command::Wait(argument.to_owned()), "")),
        "away" => return Some((Command::Away(argument.to_owned()), "")),
        "erase" => return Some((Command::Erase(argument.to_owned()), "")),
        "find" => return Some((Command::Find(argument.to_owned()), "")),
        "back" => Command::Back,
        "history" => Command::History,
        "attach" => return Some((argument.parse().map_or(Command::Unknown, Command::Attach), "")),
        "merge" => return Some((argument.parse().map_or(Command::Unknown, Command::Merge), "")),
        "close" => Command::Close,
        "reopen" => Command::Reopen,
        "only" => Command::Only,
        "all" => Command::All,
        "to" if is_address(argument) => return Some((Command::To(address(argument)), "")),
        "spam" => Command::Spam,
        "release" => Command::Release,
        "note" => return Some((Command::Note, argument)),
        "send" => Command::Send,
        "new" if is_address(argument) => return Some((Command::NewFor(address(argument)), "")),
        "new" => Command::New,
        "file" if !argument.contains(char::is_whitespace) => {
            return Some((Command::File(argument.to_lowercase()), ""));
        }
        "follow" => Command::Follow,
        "mute" => Command::Mute,
        "status" => Command::Status,
        "help" => Command::Help(NAMES[word.as_str()].1),
        _ => Command::Unknown,
    };
    Some((if argument.is_empty() { known } else { Command::Unknown }, ""))
}

fn is_address(argument: &str) -> bool {
    argument.contains('@') && !argument.contains(char::is_whitespace)
}

fn address(argument: &str) -> String {
    argument.trim_matches(['<', '>']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands(text: &str) -> (Vec<Command>, String) {
        let Commands { commands, text, .. } = read(text);
        (commands, text)
    }

    #[test]
    fn lines_before_the_text_are_commands_in_four_languages() {
        for (text, expected) in [
            ("#claim", vec![Command::Claim]),
            ("\n  #Übernehmen \n\n#fermer\n", vec![Command::Claim, Command::Close]),
            ("#assign anna", vec![Command::Assign("anna".to_owned())]),
            ("#neu anna@b.example", vec![Command::NewFor("anna@b.example".to_owned())]),
            ("#new anna", vec![Command::Unknown]),
            ("#invia", vec![Command::Send]),
            ("#Freigeben", vec![Command::Release]),
            ("#anfügen fw-7k3q-9d2m", vec![Command::Attach("FW-7K3Q-9D2M".parse().unwrap())]),
            ("#zusammenführen fw-7k3q-9d2m", vec![Command::Merge("FW-7K3Q-9D2M".parse().unwrap())]),
            ("#merge it", vec![Command::Unknown]),
            ("#help", vec![Command::Help(Language::En)]),
            ("#Hilfe", vec![Command::Help(Language::De)]),
            ("#aide", vec![Command::Help(Language::Fr)]),
            ("#aiuto", vec![Command::Help(Language::It)]),
            ("＃claim", vec![Command::Claim]),
            ("#file", vec![Command::File(String::new())]),
            ("#Datei 3F9A2C", vec![Command::File("3f9a2c".to_owned())]),
            ("#file of mine", vec![Command::Unknown]),
            ("#folgen", vec![Command::Follow]),
            ("#Muet", vec![Command::Mute]),
            ("#warten bis 3. Dezember", vec![Command::Wait("bis 3. Dezember".to_owned())]),
            ("#absent 5j", vec![Command::Away("5j".to_owned())]),
            ("#zurück", vec![Command::Back]),
            ("#Verlauf", vec![Command::History]),
            ("#Löschen pass.jpg", vec![Command::Erase("pass.jpg".to_owned())]),
            ("#nur\n#tous", vec![Command::Only, Command::All]),
            ("#an <b@c.example>", vec![Command::To("b@c.example".to_owned())]),
            ("#to Ben", vec![Command::Unknown]),
            ("#suche Beispiel AG", vec![Command::Find("Beispiel AG".to_owned())]),
            ("#Close:", vec![Command::Close]),
            ("#Zuweisen: anna", vec![Command::Assign("anna".to_owned())]),
            ("#u\u{308}bernehmen", vec![Command::Claim]),
        ] {
            assert_eq!(commands(text), (expected, String::new()), "{text}");
        }
    }

    /// Each line of the list is a command, also with what it shows behind the verb.
    #[test]
    fn help_lists_every_verb_in_each_language() {
        let kinds = |language| {
            let read = |(line, meaning): (String, &str)| {
                assert!(meaning.chars().count() > 8, "{line}");
                let line = line.replace("FW-…", "FW-7K3Q-9D2M");
                let line =
                    ["ADDRESS", "ADRESSE", "INDIRIZZO"].iter().fold(line, |line, word| line.replace(word, "b@c.ch"));
                let (commands, text) = commands(&line);
                assert!(!commands.contains(&Command::Unknown) && text.is_empty(), "{line}");
                std::mem::discriminant(&commands[0])
            };
            help(language).map(read).collect::<Vec<_>>()
        };
        let english = kinds(Language::En);
        assert_eq!(english.len(), 25);
        for language in [Language::De, Language::Fr, Language::It] {
            assert_eq!(kinds(language), english);
            let swiss = help(language).all(|(line, meaning)| !format!("{line}{meaning}").contains('ß'));
            assert!(swiss, "{language:?}");
        }
    }

    #[test]
    fn text_ends_the_commands_and_is_kept_as_it_is() {
        let text = "Good morning\n\n#1 is done, see # two\n#spam";
        assert_eq!(commands(text), (vec![], text.to_owned()));
        assert_eq!(commands("#42\nText"), (vec![], "#42\nText".to_owned()));
        assert_eq!(commands("#close\n\nGood morning\n#note"), (vec![Command::Close], "Good morning\n#note".to_owned()));
        for verb in ["#note", "#Note:", "#no\u{ad}te"] {
            let text = format!("{verb} call back\nat noon");
            assert_eq!(commands(&text), (vec![Command::Note], "call back\nat noon".to_owned()));
        }
    }

    #[test]
    fn verbs_that_go_with_an_answer_stand_below_it_too() {
        for (text, expected, answer) in [
            ("On Tuesday.\n\n#close", vec![Command::Close], "On Tuesday."),
            (
                "On Tuesday.\n#assign ben\n\n#folgen\n",
                vec![Command::Assign("ben".to_owned()), Command::Follow],
                "On Tuesday.",
            ),
            ("#claim\nOn Tuesday.\n#close", vec![Command::Claim], "On Tuesday.\n#close"),
            ("On Tuesday.\n#close\n\n-- \nFirm\n#1", vec![Command::Close], "On Tuesday.\n-- \nFirm\n#1"),
            ("On Tuesday.\n#unisci FW-7K3Q-9D2M", vec![Command::Merge("FW-7K3Q-9D2M".parse().unwrap())], "On Tuesday."),
            ("On Tuesday.\n#close it", vec![], "On Tuesday.\n#close it"),
            ("On Tuesday.\n#close\nThanks.", vec![], "On Tuesday.\n#close\nThanks."),
            ("#note\nOn Tuesday.\n#close", vec![Command::Note], "On Tuesday.\n#close"),
        ] {
            assert_eq!(commands(text), (expected, answer.to_owned()), "{text}");
        }
    }

    /// Otherwise the note would go to the visitor.
    #[test]
    fn a_verb_behind_characters_that_nobody_sees_is_a_verb() {
        for unseen in ["\u{200b}", "\u{feff}", "\u{2060}", "\u{ad}", "\u{200e}", "\u{200f}", "\u{200d}\u{a0}\u{7}"] {
            for text in [
                format!("{unseen}#note\ncall back"),
                format!("{unseen}\n {unseen} #note{unseen}\ncall back"),
                format!("#{}note call back", unseen.replace('\u{a0}', "")),
            ] {
                assert_eq!(commands(&text), (vec![Command::Note], "call back".to_owned()), "{text:?}");
            }
            assert!(visible(&format!("{unseen}\n{unseen}#send")).starts_with('#'));
        }
    }

    #[test]
    fn a_text_without_a_verb_becomes_a_note() {
        let note = |text: &str| commands(&as_note(text.to_owned()));
        assert_eq!(note("\nAgreed.\n#1 first"), (vec![Command::Note], "Agreed.\n#1 first".to_owned()));
        assert_eq!(as_note("He never pays.\n#claim".to_owned()), "#note\nHe never pays.\n#claim");
        for text in ["", " \n", "#send", "\u{200b}#claim\nThanks.", "#note a\nb", "#clam"] {
            assert_eq!(as_note(text.to_owned()), text);
        }
    }

    #[test]
    fn a_verb_in_a_text_is_seen() {
        for text in [
            "Hi\n\n#note he never pays",
            "*#note*\nhe never pays",
            "Hi\n - **#Close**",
            "#assign anna, please",
            "a\n\u{200b}#send",
            "a\n> #note Never pays.",
            "Danke. #note Der Kunde zahlt nie.",
            "Hi\n\n“#note he never pays",
            "Hi\n„#note“ zahlt nie",
            "(#note) zahlt nie",
            "[#note] zahlt nie",
            "<#note> zahlt nie",
            "1. #note zahlt nie",
            "Hallo\n##note zahlt nie",
            "# note zahlt nie",
            "1. # note zahlt nie",
            "Hallo\n＃note zahlt nie",
            "Danke (#notiz: zahlt nie)",
            "Danke.#note zahlt nie",
            "Bitte #zuweisen anna",
            "#-note zahlt nie",
            "#_note zahlt nie",
            "-#note- zahlt nie",
            "#Note: zahlt nie",
            "Hallo\n#*note* zahlt nie",
            "Hallo\n#\u{fe0f}\u{20e3}note zahlt nie",
            "Hallo\n/#note zahlt nie",
            "Hallo\n# - note: zahlt nie",
            "Hallo\n#„Notiz“ zahlt nie",
            "Hallo\n♯note zahlt nie",
            "Hallo\n#no\u{ad}te zahlt nie",
            "Hallo\n#u\u{308}bernehmen",
            "Hallo\n#[close]",
            // Nobody knows whether it is meant.
            "See #note above",
            "Issue #close",
        ] {
            assert!(verb_within(text).is_some(), "{text}");
        }
        for text in [
            "# heading",
            "# Status",
            "#1 is done",
            "#hashtag",
            "#Notes of today",
            "C#note",
            "> As the first line of a reply: #claim, #close.",
            "In C# note the type",
            "See https://b.example/#note and b.example/x?y=#note.",
            "#--- Status ---",
            "#!/bin/sh",
            "#-1 close",
            "| # | Note |",
            "#;Status;Kommentar",
            "See /#/status.",
        ] {
            assert_eq!(verb_within(text), None, "{text}");
        }
        let all: Vec<_> = verbs_within("See my #note of Monday (#claim).\n\n# two\n#close").collect();
        assert_eq!(all, [Command::Note, Command::Claim, Command::Close]);
    }

    #[test]
    fn what_is_no_verb_is_unknown_and_never_text() {
        for text in ["#clam", "#close it", "#assign", "#attach", "#attach it", "#claimed", "#Schliessen bitte"] {
            assert_eq!(commands(text), (vec![Command::Unknown], String::new()), "{text}");
            let mail = format!("#claim\n\n{text}\nYes.\n#clam");
            assert_eq!(unknown_lines(&mail).collect::<Vec<_>>(), [text]);
        }
    }
}
