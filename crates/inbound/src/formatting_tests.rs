use mail_parser::decoders::html::html_to_text;
use proptest::prelude::*;

use super::*;
use crate::characters::is_removed;

fn html_of(html: &str, text: &str) -> Option<String> {
    let formatted = of_html(html, text)?;
    assert_says(&formatted.html, text);
    Some(formatted.html)
}

/// As Apple Mail writes it, and Outlook, whose text has the description of the picture.
#[test]
fn beside_a_logo_an_answer_keeps_its_formatting() {
    const PICTURE: &str = "--b\nContent-Type: image/png\nContent-Disposition: inline\nContent-ID: <logo>\n\nx\n";
    let page = |words: &str| {
        format!("--b\nContent-Type: text/html\n\n<html><head><title>x</title></head><body>{words}</body></html>\n")
    };
    let mail = |kind: &str, text: &str, parts: &[String]| {
        let parts = parts.concat();
        format!(
            "Content-Type: multipart/alternative; boundary=a\n\n--a\nContent-Type: text/plain\n\n{text}\n--a\n\
             Content-Type: multipart/{kind}; boundary=b\n\n{parts}--b--\n--a--\n"
        )
    };
    let own = "Our price is <b>fixed</b>.<ul><li>One</li><li>Two</li></ul>";
    for (raw, text) in [
        (
            mail(
                "mixed",
                "Our price is fixed.\n• One\n• Two\n\nAnna Muster\n",
                &[page(own), PICTURE.to_owned(), page("Anna <i>Muster</i>")],
            ),
            "Our price is fixed.\n• One\n• Two\n\nAnna Muster",
        ),
        (
            mail(
                "related",
                "Our price is fixed.\n• One\n• Two\n[A logo of ours]\nAnna Muster\n",
                &[
                    page(&format!("{own}<img src=\"cid:logo\" alt=\"A logo of ours\"><p>Anna Muster</p>")),
                    PICTURE.to_owned(),
                ],
            ),
            "Our price is fixed.\n• One\n• Two\n\nAnna Muster",
        ),
    ] {
        let mail = Mail::read(raw.as_bytes()).unwrap();
        assert_eq!(crate::parsed_mail::ParsedMail::of(&mail).new_text, text);
        let html = formatted(&mail, text).map(|formatted| formatted.html).unwrap_or_default();
        assert!(html.contains(">fixed</") && html.contains("<li") && html.contains("Muster"), "{html}\n{raw}");
    }
}

/// Of the HTML what a reader sees, without white space.
fn shown(html: &str) -> String {
    // By another reader than the one that is tested.
    html_to_text(html).chars().filter(|c| !c.is_whitespace()).collect()
}

/// The HTML has the words of the text in their order, and no other; and nothing that is not ours.
fn assert_says(html: &str, text: &str) {
    let mut rest: String = without_targets(text).chars().filter(|c| !c.is_whitespace() && !is_removed(*c)).collect();
    for c in shown(html).chars() {
        let at = rest.find(c).unwrap_or_else(|| panic!("{c} is not in\n{text}\nbut in\n{html}"));
        assert!(is_mark(&rest[..at]), "{:?} is lost in\n{html}", &rest[..at]);
        rest = rest[at + c.len_utf8()..].to_owned();
    }
    assert!(is_mark(&rest), "{rest} is lost in\n{html}");
    for hidden in [
        "class=",
        "id=",
        "src",
        "<img",
        "<style",
        "<script",
        "<form",
        "<input",
        "<svg",
        "<iframe",
        "<!--",
        "title=",
        "javascript:",
        "data:",
        "cid:",
        " on",
        "url(",
        "background",
        "font-size:0",
        "display:",
    ] {
        let tags: Vec<&str> = html.split('<').filter_map(|tag| tag.split('>').next()).collect();
        let tags = tags.join("<");
        assert!(!tags.contains(hidden), "{hidden} in\n{html}");
    }
}

fn without_targets(text: &str) -> String {
    let mut parts = text.split("<https://");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('>').unwrap_or_default().1)
}

/// Emphasis, a bullet, or a number of a list.
fn is_mark(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '*' | '_' | '/' | '-' | '•' | '.') || c.is_ascii_digit())
}

/// As clients write a mail in both parts.
/// As Word writes them; a table without is one for layout.
#[test]
fn a_cell_keeps_its_lines() {
    let html = "<table border=0><tr><td style='border:solid windowtext 1.0pt'>Part</td><td style='border:none'>Price</td></tr></table>";
    let written = html_of(html, "Part\tPrice\n").unwrap();
    assert!(
        written
            .contains("<td style=\"border:1px solid #8a94a3;padding:2px 8px;text-align:left;vertical-align:top\">Part")
    );
    assert!(written.contains("<td style=\"padding:2px 16px 2px 0;text-align:left;vertical-align:top\">Price"));
}

#[test]
fn the_formatting_of_mail_clients_is_kept() {
    let list = "style=\"margin:0 0 1em;padding:0 0 0 2em\"";
    for (client, html, text, expected) in [
        (
            "Gmail",
            "<div dir=\"ltr\"><div>Guten Tag</div><div><br></div><div>Wir bieten <b>zwei</b> Wochen:</div><ul><li>SIEM</li><li>OT<br></li></ul><div>Mehr <a href=\"https://firm.example/plan\">im Plan</a>.</div></div>",
            "Guten Tag\n\nWir bieten *zwei* Wochen:\n\n   - SIEM\n   - OT\n\nMehr im Plan <https://firm.example/plan>.\n",
            format!(
                "<div><div>Guten Tag</div><div><br></div><div>Wir bieten <b>zwei</b> Wochen:</div><ul {list}><li>SIEM</li><li>OT<br></li></ul><div>Mehr <a href=\"https://firm.example/plan\">im Plan</a>.</div></div>"
            ),
        ),
        (
            "Outlook",
            "<html><head><style>p.MsoNormal {margin:0cm}</style></head><body lang=DE-CH><div class=\"WordSection1\"><p class=\"MsoNormal\"><span lang=\"DE-CH\">Guten Tag<o:p></o:p></span></p><p class=\"MsoNormal\"><o:p>&nbsp;</o:p></p><p class=\"MsoNormal\"><b>Ja</b>, <i>gerne</i>. <a href=\"https://firm.example/\">Plan</a></p></div></body></html>",
            "Guten Tag\n\n \n\nJa, gerne. Plan<https://firm.example/>\n",
            "<div><p style=\"margin:0\">Guten Tag</p><p style=\"margin:0\">\u{a0}</p><p style=\"margin:0\"><b>Ja</b>, <i>gerne</i>. <a href=\"https://firm.example/\">Plan</a></p></div>".to_owned(),
        ),
        (
            "Outlook's own lists",
            "<p class=MsoListParagraph style='margin-left:0cm'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>SIEM</p>",
            "·         SIEM",
            "<p style=\"margin:0\">·\u{a0}\u{a0}\u{a0} SIEM</p>".to_owned(),
        ),
        (
            "Outlook on the web",
            "<div class=\"elementToProof\">Zwei Punkte:</div><ol start=\"3\" data-editing-info=\"{}\"><li><div role=\"presentation\">Start</div></li><li>Preis</li></ol>",
            "Zwei Punkte:\n\n  3.  Start\n  4.  Preis\n",
            format!("<div>Zwei Punkte:</div><ol start=\"3\" {list}><li><div>Start</div></li><li>Preis</li></ol>"),
        ),
        (
            "Apple Mail",
            "<html><body style=\"overflow-wrap: break-word;\">Bonjour<div><br></div><div><ul class=\"MailOutline\"><li>un</li><li>deux</li></ul></div><div><b><u>Merci</u></b></div></body></html>",
            "Bonjour\n\n• un\n• deux\nMerci\n",
            format!(
                "Bonjour<div><br></div><div><ul {list}><li>un</li><li>deux</li></ul></div><div><b><u>Merci</u></b></div>"
            ),
        ),
        (
            "Thunderbird",
            "<p>Buongiorno</p><p>Sì, <i>volentieri</i> e <b>subito</b>. <u>Prezzo</u>: 3/4</p><pre>ping -c 1\n  host</pre>",
            "Buongiorno\n\nSì, /volentieri/ e *subito*. _Prezzo_: 3/4\n\nping -c 1\n  host\n",
            "<p style=\"margin:0 0 1em\">Buongiorno</p><p style=\"margin:0 0 1em\">Sì, <i>volentieri</i> e <b>subito</b>. <u>Prezzo</u>: 3/4</p><pre style=\"margin:0 0 1em;white-space:pre-wrap\">ping -c 1\n  host</pre>".to_owned(),
        ),
        (
            "a table and a heading",
            "<h1>Offer</h1><table border=1 width=\"900\" background=\"https://t.example/x.png\"><tr><th>Part</th><td bgcolor=red>Price</td></tr></table>",
            "Offer\n\nPart\tPrice\n",
            "<h2 style=\"margin:1em 0 .5em;font-size:1.25em\">Offer</h2><table style=\"margin:0 0 1em;border-collapse:collapse\"><tbody><tr><th style=\"border:1px solid #8a94a3;padding:2px 8px;text-align:left;vertical-align:top\">Part</th><td style=\"border:1px solid #8a94a3;padding:2px 8px;text-align:left;vertical-align:top\">Price</td></tr></tbody></table>".to_owned(),
        ),
        (
            "a mail link and signs",
            "<p>a &lt; b &amp;&nbsp;c: <a href=\"mailto:anna@firm.example\">anna@firm.example</a> &lt;!</p>",
            "a < b & c: anna@firm.example <!",
            "<p style=\"margin:0 0 1em\">a &lt; b &amp;\u{a0}c: <a href=\"mailto:anna@firm.example\">anna@firm.example</a> &lt;!</p>".to_owned(),
        ),
    ] {
        assert_eq!(html_of(html, text).as_deref(), Some(expected.as_str()), "{client}");
    }
}

/// What comes after the text is left out: quotes of every client, signatures, and what nobody sees.
#[test]
fn nothing_behind_the_text_goes_on() {
    let text = "Ja, gerne.\n\nFreundliche Grüsse";
    let answer = "<div>Ja, <b>gerne</b>.</div><div>Freundliche Grüsse</div>";
    for behind in [
        "<div class=\"gmail_quote\">Am Di. schrieb Firnwall &lt;r1-x@reply.firm.example&gt;:<blockquote>Will be deleted</blockquote></div>",
        "<div id=\"appendonsend\"></div><hr><div id=\"divRplyFwdMsg\"><b>Von:</b> Firnwall</div><div>Will be deleted</div>",
        "<div style='border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal><b>Von:</b> Firnwall</p></div><p>Will be deleted</p>",
        "<div><blockquote type=\"cite\"><div>Am 24.11.2026 schrieb Firnwall:</div>Will be deleted</blockquote></div>",
        "<span style=\"display:none\">Will be deleted</span>",
        "<a href=\"mailto:c1-x@reply.firm.example\">claim</a>",
        "<!-- Will be deleted --><img src=\"https://t.example/p.gif\" width=1 height=1>",
        "<p>-- <br>Anna Muster<br><img src=\"cid:logo\"></p>",
    ] {
        for page in [format!("<html><body>{answer}{behind}</body></html>"), format!("<div>{answer}<br>{behind}</div>")]
        {
            let html = html_of(&page, text).unwrap();
            assert!(html.ends_with("<div>Freundliche Grüsse</div>") || html.ends_with("Grüsse</div></div>"), "{html}");
            assert!(of_html(&page, text).unwrap().links.is_empty(), "{behind}");
        }
    }
}

/// Of these, nothing is left but the words.
#[test]
fn what_is_no_formatting_goes_away() {
    for html in [
        "<script>alert(1)</script>Ja.",
        "<style>@import url(https://t.example/x.css); p { color: white }</style>Ja.",
        "<img src=\"https://t.example/pixel.gif\" width=\"1\" height=\"1\">Ja.",
        "<img src=x onerror=\"alert(1)\">Ja.",
        "<span onclick=\"alert(1)\" onmouseover=alert(1) style=\"background:url(https://t.example/b)\">Ja.</span>",
        "<form action=\"https://t.example/\"><input name=a value=\"b\">Ja.</form>",
        "<a href=\"javascript:alert(1)\">Ja.</a>",
        "<a href=\" jav&#x09;ascript:alert(1)\">Ja.</a>",
        "<a href=\"data:text/html,x\">Ja.</a>",
        "<a href=\"vbscript:x\">Ja.</a>",
        "<a href=\"//t.example/x\">Ja.</a>",
        "<a href=\"mailto:a@b.example?bcc=c@d.example&amp;body=hidden\">Ja.</a>",
        "<a href=\"cid:part1\">Ja.</a>",
        "<a href=\"https://t.example/pixel\"></a>Ja.",
        "<a href=\"https://t.example/pixel\"> </a>Ja.",
        "<svg><script>alert(1)</script><a xlink:href=\"javascript:alert(1)\">x</a></svg>Ja.",
        "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>Ja.",
        "<iframe src=\"https://t.example/\">x</iframe>Ja.",
        "<object data=\"https://t.example/\">x</object>Ja.",
        "<link rel=stylesheet href=\"https://t.example/x.css\"><base href=\"https://t.example/\">Ja.",
        "<meta http-equiv=refresh content=\"0;url=https://t.example/\">Ja.",
        "<!-- hidden -->Ja.",
        "<!--[if mso]><p>hidden</p><![endif]-->Ja.",
        "<a title=\"hidden\" lang=\"https://t.example/\">Ja.</a>",
        "<p title=\"hidden\" id=\"r1\" class=\"x\" dir=\"rtl\">Ja.</p>",
        "<noscript>hidden</noscript><template>hidden</template><title>hidden</title>Ja.",
        "<div style=\"background-image:url('https://t.example/b.png')\" background=\"https://t.example/b.png\">Ja.</div>",
        "\u{202e}Ja.\u{200b}\u{feff}",
    ] {
        let found = html_of(html, "Ja.").unwrap_or_else(|| panic!("{html}"));
        assert_eq!(shown(&found), "Ja.", "{html}");
        assert!(!found.contains("example") && !found.contains("hidden") && !found.contains("href"), "{found}");
    }
}

/// Any word that the text does not have, seen or not: the text goes alone.
#[test]
fn other_words_than_those_of_the_text_send_the_text_alone() {
    let text = "Der Preis ist 24 000 Franken, nicht mehr.";
    assert!(html_of("<p>Der Preis ist <b>24 000</b> Franken, nicht mehr.</p>", text).is_some());
    for html in [
        "<p>Der Preis ist <b>24 000</b> Franken, mehr.</p>",
        "<p>Der Preis ist <b>24 000</b> Franken.</p>",
        "<p>Der Preis ist <b>24000</b> Franken, nicht mehr.</p>",
        "<p>Der Preis ist 24 000 Franken nicht, mehr.</p>",
        "<p>DerPreis ist 24 000 Franken, nicht mehr.</p>",
        "<p><span style=\"display:none\">Vorschau</span>Der Preis ist 24 000 Franken, nicht mehr.</p>",
        "<p>Der <span style=\"font-size:0\">ganze</span> Preis ist 24 000 Franken, nicht mehr.</p>",
        "<p>Der <font color=white>ganze</font> Preis ist 24 000 Franken, nicht mehr.</p>",
        "<p>Der Preis ist 24 000 Franken, nicht</p>",
        "<p>nicht mehr.</p>",
        "<blockquote>Firnwall schrieb:</blockquote><p>Der Preis ist 24 000 Franken, nicht mehr.</p>",
        "",
        "<p>",
    ] {
        assert_eq!(of_html(html, text).map(|formatted| formatted.html), None, "{html}");
    }
    // A mark of formatting is passed over only where the HTML has that formatting.
    for (html, text) in [
        ("<p>ja</p>", "*ja*"),
        ("<b>ja</b>", "_*/_ja"),
        ("<p>ja</p>", "- ja"),
        ("<ol><li>ja</li></ol>", "2. ja"),
        ("<ol start=0><li>ja</li></ol>", "0. ja"),
        ("<a href=\"https://a.example/\">ja</a>", "ja <https://b.example/>"),
        ("<p>ja</p>", "ja <https://b.example/>"),
        ("<p>ja</p>", ""),
        ("", ""),
    ] {
        assert_eq!(of_html(html, text).map(|formatted| formatted.html), None, "{html} {text}");
    }
}

#[test]
fn a_guard_sees_the_targets_of_links_through_every_layer() {
    let html = "<a href=\"https://safe.example/?url=mailto%253AR1-x%2540Reply.firm.example\">Ja.</a>";
    let links = of_html(html, "Ja.").unwrap().links;
    assert_eq!(links, ["https://safe.example/?url=mailto:r1-x@reply.firm.example"]);
}

/// The sanitizer is quadratic: what it gets is bounded.
#[test]
fn of_hostile_pages_the_sanitizer_gets_a_bounded_part() {
    for part in [
        "<div>",
        "<b a=1>",
        "<p><font color=1><p>x</p>",
        "<table><tr><td>",
        "<blockquote>",
        "<svg><g>",
        "<a href=x><b>",
        "<!--",
        "&amp;",
        "<b><table><td></b></td></table>",
        "<select><option>",
        "<",
        "</b>",
    ] {
        let page = part.repeat(4 * 1024 * 1024 / part.len());
        let read = leading(&page);
        let tags = read.split('<').filter(|tag| tag.starts_with(char::is_alphabetic)).count();
        assert!(tags <= 1_500 && read.matches('&').count() <= 5_000 && read.len() <= 256 * 1024, "{part}");
        assert!(of_html(&page, "Ja.").is_none(), "{part}");
    }
}

/// A page of these pieces, and a text of its words.
fn page() -> impl Strategy<Value = (String, String)> {
    let piece = prop_oneof![
        "[a-z*_/.1-3ü]{1,6}".prop_map(|word| (word.clone(), word)),
        prop_oneof![Just(" "), Just("\n"), Just("&nbsp;"), Just("<br>"), Just("</p><p>"), Just("<div>")]
            .prop_map(|gap| (gap.to_owned(), "\n".to_owned())),
        prop_oneof![
            Just("<b>"),
            Just("</b>"),
            Just("<i>"),
            Just("</ul>"),
            Just("</div>"),
            Just("<table>"),
            Just("</td>")
        ]
        .prop_map(|tag| (tag.to_owned(), String::new())),
        prop_oneof![Just("*"), Just("- "), Just("1. "), Just("<x>")].prop_map(|mark| (String::new(), mark.to_owned())),
        prop_oneof![Just("<ul><li>"), Just("<ol><li>"), Just("<a href=\"https://x\">"), Just("</a>"), Just("<li>")]
            .prop_map(|tag| (tag.to_owned(), String::new())),
        Just(("<span hidden>x</span>".to_owned(), String::new())),
    ];
    proptest::collection::vec(piece, 0..30)
        .prop_map(|pieces| pieces.into_iter().unzip::<_, _, Vec<_>, Vec<_>>())
        .prop_map(|(html, text)| (html.concat(), text.concat()))
}

proptest! {
    /// Whatever the two parts are, no word appears or goes away.
    #[test]
    fn html_that_goes_on_has_the_words_of_the_text((html, text) in page()) {
        if let Some(formatted) = of_html(&html, &text) {
            assert_says(&formatted.html, &text);
            prop_assert_eq!(shown(&SANITIZER.clean(&formatted.html).to_string()), shown(&formatted.html));
        }
    }
}
