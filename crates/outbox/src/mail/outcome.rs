//! What a receipt says of each verb: what it did, or why an answer waits.

/// What an action did that concerns the owner.
pub(super) const OF_OWNER: [(&str, &str, &str); 6] = [
    ("claim", "taken", "{{ owner }} answers this inquiry already. Write #assign and your name to take it over."),
    ("wait", "taken", "{{ owner }} answers this inquiry. Write #assign and your name first to put it off."),
    ("assign", "done", "The inquiry is assigned to {{ owner }}, who gets the conversation so far."),
    ("assign", "unchanged", "{{ owner }} answers the inquiry already."),
    ("status", "claimed", "{{ owner }} answers this inquiry."),
    ("status", "closed", "This inquiry is closed. {{ owner }} has answered it."),
];

/// What an action did. `owner` answers the inquiry, if it is known.
pub(super) fn sentence(verb: &str, outcome: &str, owner: &str) -> String {
    let is_said = |(of, with, _): &&(&str, &str, &str)| (*of, *with) == (verb, outcome);
    let known = !owner.is_empty() || outcome != "closed";
    let owner = if owner.is_empty() { "A colleague" } else { owner };
    let found = OF_OWNER.iter().find(is_said).filter(|_| known);
    found.map_or_else(|| fixed(verb, outcome).to_owned(), |(.., sentence)| sentence.replace("{{ owner }}", owner))
}

fn fixed(verb: &str, outcome: &str) -> &'static str {
    match (verb, outcome) {
        (_, "waits" | "unsent" | "gone" | "merged") => not_done(outcome),
        ("merge", outcome) => of_merge(outcome),
        ("claim", "done") | ("status", "mine") => "You answer this inquiry.",
        ("claim", "unchanged") => "You answer this inquiry already.",
        ("assign", "several") => "Several consultants have this name. Write the address.",
        ("assign", _) => "No consultant has this name or address. Nothing was done.",
        ("close", "done") => "The inquiry is closed.",
        ("close", _) => "The inquiry is closed already.",
        ("reopen", "done") => "The inquiry is open again.",
        ("release", "done") => "The inquiry is no spam.",
        ("reopen" | "release", _) => "The inquiry is open already.",
        ("spam", "done") => "The inquiry is marked as spam.",
        ("spam", _) => "The inquiry is marked as spam already.",
        ("note", "held") => {
            "Nothing was done: a line of your note begins with a verb. Write the verb as the first line, or the note without it."
        }
        ("note", _) => "Your note goes to your colleagues. The visitor does not see it.",
        ("status", "open") => "Nobody has claimed this inquiry.",
        ("status", "closed") => "This inquiry is closed.",
        ("status", _) => "This inquiry is marked as spam.",
        ("send", outcome) => of_send(outcome),
        ("answer", "done") => "Your answer is sent.",
        ("answer", outcome) => of_answer(outcome),
        ("new", "done") => "The inquiry is opened for the sender of the mail that you have forwarded.",
        ("new", "by_phone") => "The inquiry by phone is opened, and your colleagues are notified.",
        ("new", _) => "Nothing was done: forward the mail to our public address, with #new as the first line.",
        ("file", "done") => {
            "The files are attached, up to 16 MiB, in a zip with the password: infected. Open them where nothing can be harmed."
        }
        ("file", "deleted") => "Nothing is attached: the bytes of a mail are deleted after 30 days.",
        ("file", "large") => "Nothing is attached: the file has more than 16 MiB. An operator can take it out.",
        ("file", _) => {
            "Nothing is attached: no mail of this inquiry has a file that is held, or none with this code has a file."
        }
        ("erase", outcome) => of_removal(outcome),
        ("only" | "all" | "to", outcome) => of_side(verb, outcome),
        ("follow" | "mute" | "wait" | "away" | "back" | "history", _) => of_reader(verb, outcome),
        _ => "A line of your mail begins with # and is no command. Nothing was done, and nothing is sent.",
    }
}

/// What `#send` did, or why it sent nothing.
fn of_send(outcome: &str) -> &'static str {
    match outcome {
        "done" => "Your answer is sent.",
        "note" => {
            "Your answer has a note or a signed address, which the visitor must not read. Write it again without it."
        }
        "several" => "Several answers of yours wait. Reply with #send to the mail that names the one to send.",
        "older" => {
            "An answer of yours waits, but it is not the one that your mail is about. To send it, reply with #send to the mail that \
             names it."
        }
        "unchanged" => "This answer is sent already.",
        "empty" => "Nothing is sent: the mail that waits has no text. Write the answer again.",
        "other" => {
            "No answer that waits is sent, since another text stands below #send. To send one, reply with #send alone to the mail that \
             names it."
        }
        "restricted" => "Nothing is sent: the processing of this inquiry is restricted.",
        "held_quote" | "held_uncompared" => of_answer(outcome),
        "without_below" => "What stands below #send, or is attached to it, is not sent. To send it, write it again.",
        "shortened" => "Lines of mails that it repeats are left out: the visitor gets what is shown below.",
        _ => "No answer of yours waits.",
    }
}

/// Why a verb has done nothing, whichever it is.
fn not_done(outcome: &str) -> &'static str {
    match outcome {
        "waits" => "What your mail asks for besides is not done. Write it again when the answer is sent.",
        "unsent" => {
            "The inquiry is neither closed nor put off yet: words stand below, perhaps an answer. Reply with #send and the verb below it to \
             do both, or with the verb alone."
        }
        "gone" => "The inquiry has been deleted. Nothing was done.",
        _ => "Nothing was done: another inquiry goes on for this one. Reply to a mail of that one.",
    }
}

/// What is removed, or why nothing is.
fn of_removal(outcome: &str) -> &'static str {
    match outcome {
        "done" => {
            "The mail that you replied to is removed from our database, with its files and what your mail repeats of it. Delete it \
             from the mailboxes, too; earlier and later mails may quote it. What you wrote below #erase was not sent and is not kept."
        }
        "file" => {
            "The file is removed from our database, with the bytes of its mail, whose text stays. Delete it from the mailboxes, too. What you \
             wrote below #erase was not sent and is not kept."
        }
        "inquiry" => {
            "Nothing was removed: this is the inquiry itself. A file of it goes by #erase and its name, words by a compliance officer."
        }
        "kept" => "Nothing was removed: a legal hold keeps the mail, or it is gone already.",
        "officer" => {
            "Nothing was removed: the second removal of a day waits for a compliance officer. Tell one which mail it is."
        }
        "several" => {
            "Nothing was removed: several files have this name. Write its number in the list of the mail's files."
        }
        "no_file" => "Nothing was removed: the mail that you replied to has no file of this name.",
        _ => {
            "Nothing was removed: reply to the mail that brought what is to go, with #erase as the first line. Some mail programs do \
             not say which mail they answer: then ask a compliance officer."
        }
    }
}

/// Whether another inquiry goes on for this one.
fn of_merge(outcome: &str) -> &'static str {
    match outcome {
        "done" => {
            "Mails to either come to that one. Its owner and followers stay, those of this one follow it, and #history there shows \
             both."
        }
        "unchanged" => "Nothing was done: that inquiry is this one already.",
        "person" => {
            "Nothing was done: that inquiry came from another address. Only inquiries of the same address become one: answer each."
        }
        "spam" => {
            "Nothing was done: that inquiry is marked as spam. Reply to a mail of it with #reopen, then write #merge again."
        }
        _ => "Nothing was done: no inquiry of yours has this reference. #find and a name or an address lists yours.",
    }
}

/// Where answers go.
fn of_side(verb: &str, outcome: &str) -> &'static str {
    match (verb, outcome) {
        ("only", "done") => "Answers go to nobody whom the visitor has copied.",
        ("only", _) => "Answers go to nobody else already.",
        ("all", "done") => "Answers go to everybody again whom the visitor has copied.",
        ("all", _) => "Nobody is left out of the answers.",
        ("to", "done") => "Answers go to another address from now on. The former one is kept with the inquiry.",
        ("to", "late") => {
            "Nothing was done: the question is older than a day, or answers go elsewhere since. Write #to again."
        }
        _ => "Nothing was done: write an address behind #to that is neither ours nor a consultant's.",
    }
}

/// What changes for its author.
fn of_reader(verb: &str, outcome: &str) -> &'static str {
    match (verb, outcome) {
        ("follow", _) => "You get each mail of this inquiry.",
        ("mute", _) => "You get mails of this inquiry only if you answer it, or if nobody does.",
        ("wait", "unclear") => {
            "Nothing was done: write how many days you wait, such as #wait 5d, or until when, such as #wait 12.12., at most 90 days."
        }
        ("wait", "closed") => "Nothing was done: the inquiry is closed.",
        ("wait", _) => "The inquiry is in no reminder until then, or until the visitor writes.",
        ("away", "unclear") => {
            "Nothing was done: write how many days you are away, such as #away 5d, or your last day, such as #away 12.12., at most 90 days."
        }
        ("away", _) => {
            "Your colleagues get the mails and reminders of your inquiries as well, and read that you are away. #back ends it."
        }
        ("back", _) => "You are back: your absence is over.",
        _ => "You get the conversation in a separate mail.",
    }
}

/// Why an answer waits, or what has become of it.
fn of_answer(outcome: &str) -> &'static str {
    match outcome {
        "held_verb" => {
            "Not sent yet: a line of your mail begins with a verb. Write the verb as the first line of a mail, or reply with #send \
             to send the text as it is."
        }
        "held_below" => {
            "Not sent yet: a line of your mail begins with #note. Reply with #send to send the text as it is, or write it again: \
             for the colleagues with #note as the first line, for the visitor without it."
        }
        "held_note" => {
            "Not sent: your answer has a note or a signed address, which the visitor must not read. Write it again without it."
        }
        "held_quote" => {
            "Not sent yet: your answer has a line that may be internal. Reply with #send to send it as it is, or write it again \
             without what is named below."
        }
        "held_uncompared" => {
            "Not sent yet: your answer could not be compared with everything that the visitor must not read. Reply with #send to \
             send it as it is."
        }
        "held_signature" => {
            "Not sent yet: your mail has no text but a signature. Reply with #send to send it as it is, or write the answer again."
        }
        "held_second" => {
            "Not sent yet: a colleague has answered in the last ten minutes. Reply with #send to send yours as well."
        }
        "held_files" => {
            "Not sent yet: a file of your answer cannot go to the visitor. Reply with #send to send the answer without it."
        }
        "below_verb" => {
            "What stands below a verb may be a signature, so it is not sent to the visitor. Reply with #send to send it."
        }
        _ => "Not sent: your mail has no text.",
    }
}
