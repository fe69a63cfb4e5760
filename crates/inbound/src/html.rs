//! The text of an HTML mail.

use mail_parser::decoders::html::html_to_text;

use crate::reply_text::DELIMITER;

/// With the line ends that a reader sees, and the delimiter in front of the quote.
pub(crate) fn text_of(html: &str) -> String {
    html_to_text(&with_line_ends(&mark_quote(html)))
}

/// The delimiter in front of the first quote that a mail client has marked: HTML to text loses the mark.
fn mark_quote(html: &str) -> String {
    const MARKS: [&str; 9] = [
        "<blockquote type=\"cite\"",
        "<blockquote class=\"gmail_quote\"",
        "<div class=\"gmail_quote",
        "<div id=\"divrplyfwdmsg\"",
        "<div id=\"appendonsend\"",
        "<div class=\"moz-cite-prefix\"",
        "<div class=\"yahoo_quoted\"",
        "<div class=\"protonmail_quote\"",
        "<div name=\"quote\"",
    ];
    let lower = html.to_ascii_lowercase();
    let first = MARKS.iter().filter_map(|mark| lower.find(mark)).min();
    first.map_or_else(|| html.to_owned(), |at| format!("{}<div>{DELIMITER}</div>{}", &html[..at], &html[at..]))
}

/// A `<br>` where a block begins or ends within a line, and a blank behind a cell: the converter knows `<br>` and `</p>`
/// alone. In linear time.
fn with_line_ends(html: &str) -> String {
    const BLOCKS: [&str; 22] = [
        "p",
        "div",
        "ul",
        "ol",
        "li",
        "dl",
        "dt",
        "dd",
        "table",
        "tr",
        "blockquote",
        "pre",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "section",
        "article",
        "center",
    ];
    let mut text = String::with_capacity(html.len() + html.len() / 8);
    let mut is_line_empty = true;
    for (index, piece) in html.split('<').enumerate() {
        let (tag, words) = if index == 0 { ("", piece) } else { piece.split_once('>').unwrap_or((piece, "")) };
        let name: String =
            tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).take(12).collect();
        let name = name.to_ascii_lowercase();
        if BLOCKS.contains(&name.as_str()) && !is_line_empty && tag != "/p" {
            text.push_str("<br>");
            is_line_empty = true;
        }
        if matches!(name.as_str(), "td" | "th") && tag.starts_with('/') {
            text.push(' ');
        }
        if index > 0 {
            text.push('<');
        }
        // With an attribute it is no line end to the converter.
        match name.as_str() {
            "br" if piece.contains('>') => text.extend(["br>", words]),
            _ => text.push_str(piece),
        }
        is_line_empty |= name == "br" || tag == "/p";
        is_line_empty &= words.trim().is_empty();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_the_lines_that_a_reader_sees() {
        for (html, text) in [
            ("<div>one</div><div>two</div>", "one\ntwo\n"),
            ("<div>one<br></div><div>two<br></div>", "one\ntwo\n"),
            ("<div>one</div><div><br></div><div>two</div>", "one\n\ntwo\n"),
            ("<p>one</p><p>two</p>", "one\ntwo\n"),
            ("one<div>two</div>three", "one\ntwo\nthree"),
            ("<ul><li>one</li><li><b>t</b>wo</li></ul>", "one\ntwo\n"),
            ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc\n"),
            ("one<br class=\"x\">two<br/>three<BR >four", "one\ntwo\nthree\nfour"),
            ("<h1>one</h1>two<hr>three", "one\ntwo\nthree"),
        ] {
            assert_eq!(text_of(html).replace(" \n", "\n"), text, "{html}");
        }
    }
}
