//! A consultant's own formatting goes to the visitor and the colleagues beside the text, or not at all.

use std::sync::Arc;

use mail_parser::MessageParser;
use mailer::addresses::Party;
use uuid::Uuid;
use worker::intake::Fate;

use super::{CONSULTANT, Ticket, VISITOR, dmarc, settings, settle, signed, take, ticket};
use crate::support::World;

const COLLEAGUE: &str = "ben@own.example";
const TEXT: &str = "Wimplethorpe starts *soon*:\n\n   - plan\n   - price\n\nSee the offer <https://own.example/offer>.";
const HTML: &str = "<div>Wimplethorpe starts <b style=\"color:red\">soon</b>:</div><ul><li>plan</li><li>price</li></ul>\
    <div>See <a href=\"https://own.example/offer\">the offer</a>.</div>";
const FORMATTED: &str = "<div>Wimplethorpe starts <b>soon</b>:</div>\
    <ul style=\"margin:0 0 1em;padding:0 0 0 2em\"><li>plan</li><li>price</li></ul>\
    <div>See <a href=\"https://own.example/offer\">the offer</a>.</div>";

struct Case {
    world: World,
    ticket: Ticket,
}

impl Case {
    async fn new() -> Self {
        let world = World::new().await;
        let case = Self { ticket: ticket(&world).await, world };
        case.drain().await;
        case
    }

    async fn drain(&self) {
        let consultants = Some(vec![CONSULTANT.to_owned(), COLLEAGUE.to_owned(), "cleo@own.example".to_owned()]);
        let delivery = Arc::into_inner(self.world.delivery_with_intake(&settings())).unwrap();
        self.world.drain(&Arc::new(delivery.with_consultants(consultants))).await;
    }

    /// A consultant's mail with two parts, proven by the receiving host.
    async fn writes(&self, from: &str, text: &str, html: &str) {
        self.writes_as(from, from, text, html).await;
    }

    /// `owner`: for whom the address was made.
    async fn writes_as(&self, owner: &str, from: &str, text: &str, html: &str) {
        let own = signed().reply(&self.ticket.reference.parse().unwrap(), &Party::Consultant(owner.to_owned()));
        assert_eq!(self.sends(&own, from, text, html).await, Some(Fate::Command));
    }

    async fn sends(&self, to: &str, from: &str, text: &str, html: &str) -> Option<Fate> {
        let id = Uuid::new_v4();
        let proof = dmarc("pass").replace("visitor.example", from.split_once('@').unwrap().1);
        let raw = format!(
            "From: {from}\nTo: desk@own.example\nSubject: Re: We have received your inquiry\nMessage-ID: <{id}@own.example>\n\
             {}MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=x\n\n\
             --x\nContent-Type: text/plain; charset=utf-8\n\n{text}\n\
             --x\nContent-Type: text/html; charset=utf-8\n\n{html}\n--x--\n",
            proof.replace("\r\n", "\n")
        );
        take(&self.world, to, &raw.replace('\n', "\r\n")).await;
        settle(&self.world).await
    }

    /// Text and HTML of the last mail to an address.
    fn last(&self, to: &str) -> (String, String) {
        let mails = self.world.server.accepted();
        let mail = mails.iter().rfind(|mail| mail.to == to).unwrap();
        let parsed = MessageParser::default().parse(mail.data.as_bytes()).unwrap();
        (parsed.body_text(0).unwrap().replace("\r\n", "\n"), parsed.body_html(0).unwrap().replace("\r\n", "\n"))
    }
}

#[tokio::test]
async fn the_formatting_of_an_answer_goes_to_the_visitor_and_to_the_colleagues() {
    let case = Case::new().await;
    let quote = format!("<blockquote>Firnwall &lt;{}&gt; wrote: Will be deleted</blockquote>", case.ticket.address);
    case.writes(CONSULTANT, TEXT, &format!("<html><head><title>x</title></head><body>{HTML}{quote}</body></html>"))
        .await;
    case.drain().await;
    for to in [VISITOR, COLLEAGUE] {
        let (text, html) = case.last(to);
        assert!(text.replace("> ", "").contains("   - plan\n"), "{text}");
        assert!(html.contains(FORMATTED), "{html}");
        assert!(!html.contains("Will be deleted") && !html.contains("color:red"), "{html}");
    }
}

#[tokio::test]
async fn a_link_that_names_something_of_ours_leaves_the_text_alone() {
    let case = Case::new().await;
    let id = signed().message_id(Uuid::nil());
    let own = signed().reply(&case.ticket.reference.parse().unwrap(), &Party::Consultant(CONSULTANT.to_owned()));
    let targets = [
        format!("mailto:{COLLEAGUE}"),
        "mailto:Cleo%40Own.Example".to_owned(),
        format!("mailto:{own}"),
        format!("https://safe.example/?url=mailto%3A{}&amp;x=1", own.replace('@', "%2540")),
        format!("https://archive.example/{id}"),
        format!("https://archive.example/?id={}", id.replace('@', "%40")),
    ];
    for (number, target) in targets.iter().enumerate() {
        // The same words again would be a robot's.
        let text = format!("Ask Ben about Wimplethorpe {number}.");
        let html = format!("<p>Ask <a href=\"{target}\">Ben</a> about <b>Wimplethorpe</b> {number}.</p>");
        case.writes(CONSULTANT, &text, &html).await;
        case.drain().await;
        let (sent, html) = case.last(VISITOR);
        assert!(sent.contains(&text) && html.contains(&text), "{target}: {html}");
        assert!(!html.contains("href") && !html.contains("<b>"), "{target}: {html}");
    }
    // The check can fail: an own address is no secret, whatever form of it the author writes from.
    for (from, text) in [(CONSULTANT, "Write to me."), ("anna+desk@own.example", "Or write to me.")] {
        let html = format!("<p>{text} <a href=\"mailto:{CONSULTANT}\">Here</a></p>");
        case.writes_as(CONSULTANT, from, &format!("{text} Here"), &html).await;
        case.drain().await;
        let link = format!("<a href=\"mailto:{CONSULTANT}\">Here</a>");
        let html = case.last(VISITOR).1;
        assert!(html.contains(&format!("{text} {link}")), "{from}: {html}");
    }
}

#[tokio::test]
async fn words_that_only_the_html_has_never_leave() {
    for hidden in [
        "<span style=\"display:none\">Mumblecrust</span>",
        "<font color=\"white\">Mumblecrust</font>",
        "<img src=\"https://t.example/p.gif\" alt=\"Mumblecrust\">",
        "<!-- Mumblecrust --><b title=\"Mumblecrust\"></b>",
    ] {
        let case = Case::new().await;
        let between = HTML.replace("See", &format!("{hidden}See"));
        let pages = [format!("{hidden}{HTML}"), format!("{HTML}{hidden}"), between];
        for (number, html) in pages.iter().enumerate() {
            let numbered = |text: &str| text.replace("plan", &format!("plan {number}"));
            case.writes(CONSULTANT, &numbered(TEXT), &numbered(html)).await;
            case.drain().await;
            let (text, html) = case.last(VISITOR);
            assert!(text.contains("starts *soon*") && html.contains(&format!("plan {number}")), "{html}");
            assert!(!html.contains("Mumblecrust") && !html.contains("t.example"), "{html}");
        }
    }
}

#[tokio::test]
async fn a_word_beside_a_gateways_banner_is_never_lost() {
    const BANNER: &str =
        "[You don't often get email from this sender. Learn why this is important at https://aka.example/tip ]";
    let page = |words: &str| {
        let link = "<a href=\"https://aka.example/tip\">Learn why this is important</a>";
        format!("<div>You don't often get email from this sender. {link}</div><p>{words}</p>")
    };
    for words in ["Ja, gerne.", "Merci!", "👍"] {
        let case = Case::new().await;
        case.writes(CONSULTANT, BANNER, &page(words)).await;
        case.drain().await;
        assert!(!case.last(VISITOR).0.contains("often get email"), "{words}");
        assert!(case.last(CONSULTANT).0.contains(words), "{words}: {}", case.last(CONSULTANT).0);
        case.writes(CONSULTANT, "#send", "<p>#send</p>").await;
        case.drain().await;
        assert!(case.last(VISITOR).0.contains(words), "{words}: {}", case.last(VISITOR).0);
    }
    let case = Case::new().await;
    let above = "Gladly.</p><p>We come at noon.</p><p>#close";
    case.writes(CONSULTANT, &format!("{BANNER}\n\nGladly.\n\n#close"), &page(above)).await;
    case.writes(CONSULTANT, "#send", "<p>#send</p>").await;
    case.drain().await;
    let (sent, _) = case.last(VISITOR);
    assert!(sent.contains("Gladly.") && sent.contains("We come at noon.") && !sent.contains("#close"), "{sent}");
    let case = Case::new().await;
    case.writes(CONSULTANT, TEXT, HTML).await;
    case.drain().await;
    let copy = case.world.server.accepted().into_iter().rfind(|mail| mail.to == COLLEAGUE).unwrap();
    case.sends(&copy.header("Reply-To").unwrap(), COLLEAGUE, BANNER, &page("Nein, danke.")).await;
    case.drain().await;
    assert!(case.last(CONSULTANT).0.contains("Nein, danke."), "{}", case.last(CONSULTANT).0);
    case.sends(&case.ticket.address, VISITOR, BANNER, &page("Thank you!")).await;
    case.drain().await;
    assert!(case.last(CONSULTANT).0.contains("Thank you!"), "{}", case.last(CONSULTANT).0);
}

/// A gateway has written it into a text that was empty.
#[tokio::test]
async fn words_beside_a_signature_are_never_lost() {
    let signature = "Anna Muster\nFirnwall AG\n+41 44 000 00 00";
    let other = "Anna Muster\nFirnwall AG, Zürich\nTel. +41 44 000 00 00";
    let [greeted, short] = [other, signature].map(|signature| format!("Guten Tag\n\n{signature}"));
    for (text, words) in [
        (signature, "Ja, gerne."),
        (other, "Ja, gerne."),
        (signature, "Ja."),
        (greeted.as_str(), "Sehr gerne."),
        (short.as_str(), "Ja."),
    ] {
        let case = Case::new().await;
        let above = if text.starts_with("Guten") { "<p>Guten Tag</p>" } else { "" };
        let page = format!("{above}<p>{words}</p><p>{}</p>", signature.replace('\n', "<br>"));
        case.writes(CONSULTANT, text, &page).await;
        case.drain().await;
        assert!(!case.last(VISITOR).0.contains("Anna Muster"), "{text}");
        assert!(case.last(CONSULTANT).0.contains(words), "{text}: {}", case.last(CONSULTANT).0);
        case.writes(CONSULTANT, "#send", "<p>#send</p>").await;
        case.drain().await;
        assert!(case.last(VISITOR).0.contains(words), "{text}: {}", case.last(VISITOR).0);
    }
}

#[tokio::test]
async fn without_the_bytes_of_the_mail_the_text_goes_alone() {
    let case = Case::new().await;
    case.writes(CONSULTANT, TEXT, HTML).await;
    case.world.execute("DELETE FROM raw_mail").await;
    case.drain().await;
    let (text, html) = case.last(VISITOR);
    assert!(text.contains("starts *soon*") && html.contains("starts *soon*"), "{html}");
}

#[tokio::test]
async fn an_answer_that_was_held_keeps_its_formatting() {
    let case = Case::new().await;
    case.writes(CONSULTANT, TEXT, HTML).await;
    case.writes(COLLEAGUE, "So do *I*.", "<p>So do <b>I</b>.</p>").await;
    case.drain().await;
    assert!(!case.last(VISITOR).1.contains("So do"), "held");
    case.writes(COLLEAGUE, "#send", "<p>#send</p>").await;
    case.drain().await;
    assert!(case.last(VISITOR).1.contains("So do <b>I</b>."));
}
