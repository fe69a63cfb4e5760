//! A server's reply: its code and its enhanced status code.

/// An enhanced status code without its class (RFC 3463): 5.7.26 is `Enhanced { subject: 7, detail: 26 }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enhanced {
    pub subject: u16,
    pub detail: u16,
}

/// A 4yz or 5yz reply. It keeps nothing of the server's text, which can quote an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    pub code: u16,
    pub enhanced: Option<Enhanced>,
    /// Without such a code: the words say that the recipient does not exist.
    pub is_unknown: bool,
}

impl Reply {
    /// `text` is what follows the code, of one or several lines.
    pub fn new(code: u16, text: &str) -> Self {
        let enhanced = Enhanced::find(code / 100, text);
        Self { code, enhanced, is_unknown: enhanced.is_none() && says_unknown(text) }
    }
}

/// As Exim, qmail and others say it. A reply about our sender can quote the same of its address.
fn says_unknown(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|words| text.contains(words));
    says(&[
        "unrouteable address",
        "unroutable address",
        "unknown user",
        "user unknown",
        "no such user",
        "does not exist",
    ]) && !says(&["sender", "relay", "client", "helo", "from"])
}

impl Enhanced {
    /// At the beginning (RFC 2034, section 3), or as qmail writes it: `(#5.1.1)`.
    fn find(class: u16, text: &str) -> Option<Self> {
        let marked = text.split_once("(#").map(|(_, rest)| rest.split(')').next().unwrap_or_default());
        let mut words = text.split_whitespace().next().into_iter().chain(marked);
        words.find_map(|word| Self::parse(class, word))
    }

    /// A code of another class than the reply's says nothing.
    fn parse(class: u16, word: &str) -> Option<Self> {
        let mut parts = word.split('.').map(|part| {
            let is_number = (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| part.parse::<u16>().ok()).flatten()
        });
        let (Some(Some(first)), Some(Some(subject)), Some(Some(detail)), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return None;
        };
        (first == class).then_some(Self { subject, detail })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_an_enhanced_status_code_of_the_replys_class() {
        let enhanced = |subject, detail| Some(Enhanced { subject, detail });
        for (code, text, expected) in [
            (550, "5.7.1 <x>: Sender address rejected", enhanced(7, 1)),
            (550, "5.7.515\nAccess denied", enhanced(7, 515)),
            (553, "sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", enhanced(7, 1)),
            (452, "4.2.2 full", enhanced(2, 2)),
            (554, "4.3.0 of another class", None),
            (550, "Sender verify failed", None),
            (550, "5.7", None),
            (550, "5.7.1.2 is no code", None),
            (550, "5.x.1", None),
            (550, "5.7.65536", None),
            (550, "", None),
        ] {
            assert_eq!(Reply::new(code, text).enhanced, expected, "{text}");
        }
    }

    #[test]
    fn reads_that_a_recipient_is_unknown_only_where_no_code_and_no_word_says_otherwise() {
        for (text, expected) in [
            ("Unrouteable address", true),
            ("<a@b.example>: User unknown", true),
            ("5.7.1 Unrouteable address", false),
            ("Verification failed for <desk@own.example>\nUnrouteable address\nSender verify failed", false),
            ("relay not permitted", false),
            ("rejected", false),
        ] {
            assert_eq!(Reply::new(550, text).is_unknown, expected, "{text}");
        }
    }
}
