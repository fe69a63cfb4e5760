use proptest::prelude::*;

use super::*;
use crate::{attachments::Kind, headers::TooLarge, mail::Unreadable};

const REPLY: &str = "Received: from a\r\nReceived: from b\r\nDelivered-To: R1-7k3q9d2m-0123456789abcdef@reply.firm.example\r\n\
    From: =?utf-8?q?Pr=C3=B6be?= Muster <Probe@Visitor.example>\r\nTo: \"Desk\" <desk@firm.example>, b@firm.example\r\n\
    Subject: =?utf-8?b?UsO8Y2tmcmFnZQ==?= \r\n [FW-7K3Q-9D2M]\r\nMessage-ID: <1@visitor.example>\r\n\
    In-Reply-To: <o1@firm.example>\r\nReferences: <t@firm.example>,<o0@firm.example> o1@firm.example\r\n\
    Content-Type: text/plain; charset=iso-8859-1\r\n\r\nGr\u{fc}ezi\r\n\r\nOn Monday, Firnwall <a@b.example> wrote:\r\n> x\r\n";

fn read(raw: &[u8]) -> Result<ParsedMail, Unreadable> {
    Ok(ParsedMail::of(&Mail::read(raw)?))
}

fn parsed(raw: &str) -> ParsedMail {
    // The samples are written with Latin-1 characters only.
    let bytes: Vec<u8> = raw.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    read(&bytes).unwrap()
}

#[test]
fn reads_a_reply() {
    let parsed = parsed(REPLY);
    let from = parsed.from.unwrap();
    assert_eq!((from.name.as_deref(), from.address.as_str()), (Some("Pröbe Muster"), "probe@visitor.example"));
    assert_eq!(parsed.subject, "Rückfrage [FW-7K3Q-9D2M]");
    assert_eq!(parsed.message_id.as_deref(), Some("1@visitor.example"));
    assert_eq!(parsed.answered_ids, ["o1@firm.example", "o0@firm.example", "t@firm.example"]);
    assert_eq!(
        parsed.recipients,
        ["r1-7k3q9d2m-0123456789abcdef@reply.firm.example", "desk@firm.example", "b@firm.example"]
    );
    assert_eq!((parsed.hops, parsed.unclear), (2, None));
    assert_eq!((parsed.new_text.lines().next(), parsed.text.contains("> x")), (Some("Grüezi"), true));
}

#[test]
fn reads_where_each_kind_of_server_says_that_the_mail_went() {
    for name in ["X-Original-To", "Delivered-To", "X-Gm-Original-To", "Envelope-To"] {
        let parsed = parsed(&format!("{name}: r1-x@reply.firm.example\r\nTo: all@list.example\r\n\r\nHi\r\n"));
        assert_eq!(parsed.delivered_to, ["r1-x@reply.firm.example"], "{name}");
    }
}

#[test]
fn the_first_sender_counts_and_a_second_one_is_told() {
    let parsed = parsed(&format!("From: evil@evil.example\r\n{REPLY}"));
    assert_eq!(parsed.from.unwrap().address, "evil@evil.example");
    assert_eq!(parsed.unclear, Some(("From", Unclear::Repeated)));
}

#[test]
fn no_answer_waits_for_its_signature_wherever_a_gateway_puts_it() {
    let parsed = parsed(
        "From: a@b.example\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nAgreed.\n\
         --x\nContent-Type: application/pkcs7-signature; name=smime.p7s\n\nMIAG\n\
         --x\nContent-Type: application/octet-stream; name=smime.p7s\nContent-Transfer-Encoding: base64\n\n\
         MCEGCSqGSIb3DQEHAqAUMBICAQExADALBgkqhkiG9w0BBwE=\n\
         --x\nContent-Type: application/pgp-signature; name=OpenPGP_signature.asc\n\n-----BEGIN PGP SIGNATURE-----\n\
         --x\nContent-Type: text/plain; name=signature.asc\nContent-Disposition: attachment\n\n-----BEGIN PGP SIGNATURE-----\n\
         --x\nContent-Type: application/pgp-signature\n\n-----BEGIN PGP SIGNATURE-----\n\
         --x\nContent-Type: application/pkcs7-signature; name=contract.p7s\n\nMIAG\n\
         --x\nContent-Type: application/octet-stream; name=signature.asc\n\nMZ\n\
         --x\nContent-Type: application/pgp-keys\n\n-----BEGIN PGP PUBLIC KEY BLOCK-----\n\
         --x\nContent-Type: application/pgp-keys\n\n-----BEGIN PGP PRIVATE KEY BLOCK-----\n--x--\n",
    );
    let seen = parsed.attachments.iter().filter(|file| file.kind != Kind::Logo);
    let seen: Vec<_> = seen.map(|file| (file.name.as_str(), file.kind)).collect();
    let [key, private] = [("public-key.asc", Kind::Allowed), ("public-key.asc", Kind::Held)];
    assert_eq!(seen, [("contract.p7s", Kind::Held), ("signature.asc", Kind::Held), key, private]);
    assert_eq!(parsed.new_text, "Agreed.");
}

/// Each with the words that a reader sees.
#[test]
fn whatever_label_the_charset_has_the_words_are_readable() {
    for (label, bytes, words) in [
        ("; charset=Shift_JIS", &b"\x83e\x83X\x83g"[..], "テスト"),
        ("; charset=iso-2022-jp", b"\x1b$B%F%9%H\x1b(B", "テスト"),
        ("; charset=\"gbk\"", b"\xc4\xe3\xba\xc3", "你好"),
        ("; charset=gb2312", b"\xc4\xe3\xba\xc3", "你好"),
        ("; charset=big5", b"\xa7A\xa6n", "你好"),
        ("; charset=gb2312", "Grüezi".as_bytes(), "Grüezi"),
        ("; charset=gb2312", b"QQ\xc8\xba: 12345", "QQ群: 12345"),
        ("; charset=shift_jis", "你好吗".as_bytes(), "你好吗"),
        ("; charset=euc-kr", b"\xbe\xc8\xb3\xe7", "안녕"),
        ("; charset=utf-16le", b"H\0i\0", "Hi"),
        ("; charset=koi8-r", b"\xf0\xd2\xc9", "При"),
        ("; charset=iso-8859-15", b"5 \xa4", "5 €"),
        ("", b"Gr\xfcezi, 300 \x80 \x96 gut", "Grüezi, 300 € – gut"),
        ("", "Grüezi".as_bytes(), "Grüezi"),
        ("; charset=us-ascii", b"Gr\xfcezi", "Grüezi"),
        ("; charset=us-ascii", "Grüezi".as_bytes(), "Grüezi"),
        ("; charset=utf-8", b"Gr\xfcezi", "Grüezi"),
        ("; charset=iso-8859-1", "Grüezi – €".as_bytes(), "Grüezi – €"),
        ("; charset=x-unknown", b"Gr\xfcezi", "Grüezi"),
        ("; charset=hz-gb-2312", b"Hello", "Hello"),
        ("; charset=iso-2022-kr", b"Hello", "Hello"),
        (
            "; charset=gbk",
            b"\xc4\xe3\xba\xc3, \xc4\xe3\xba\xc3, \xff, and so on, and so on",
            "你好, 你好, \u{fffd}, and so on, and so on",
        ),
        ("; charset=gbk", b"Gr\xfc\x20ezi \xe4\x20\xf6\x20", "Grü ezi ä ö "),
        ("; charset=utf-8", b"Gr\xc3\xbcezi, \xc3\xa4 \xff", "Grüezi, ä ÿ"),
        ("", b"\xabMEN\xdc\xbb", "«MENÜ»"),
    ] {
        let raw = [b"From: a@b.example\r\nContent-Type: text/plain", label.as_bytes(), b"\r\n\r\n", bytes].concat();
        assert_eq!(read(&raw).unwrap().text, words, "{label}");
    }
    let subject = "Re: =?iso-2022-jp?B?GyRCJUYlOSVIGyhC?= =?gbk?Q?=C4=E3=BA=C3?= =?utf-8?q?=C3=BC?= a =?x";
    let read = parsed(&format!("From: a@b.example\r\nSubject: {subject}\r\n\r\n"));
    assert_eq!(read.subject, "Re: テスト你好ü a =?x");
}

#[test]
fn a_page_says_its_charset_itself() {
    let page = b"From: a@b.example\r\nContent-Type: text/html\r\n\r\n<meta charset=\"gbk\"><p>\xc4\xe3\xba\xc3</p>";
    assert_eq!(read(page).unwrap().text.trim(), "你好");
}

#[test]
fn an_encoding_that_goes_wrong_costs_no_word() {
    let long = "a".repeat(3_000_000);
    for (encoding, body, text) in [
        ("quoted-printable", "100 % = 50, a==b, =FCber=\nall=20\n", "100 % = 50, a==b, überall \n"),
        ("base64", "QWxsIHRoZSB3b3Jkcy4=\n-- \nA list, for all\n", "All the words.-- \nA list, for all\n"),
        ("base64", "Hello\nAll, the words\n", "Hello\nAll, the words\n"),
        ("base64", "QWxsIHRo!!ZSB3b3Jkcy\nBh*bmQgbW9yZS4\n", "All the words and more."),
        ("base64", "\u{d0}\u{af}\n", "\u{42f}\n"),
        ("base64", "Ja!\n", "Ja!\n"),
        ("base64", "QWxsIHRoZSB3b3Jkcy4=\n-- \n\u{d0}\u{a1}\u{d0}\u{bf}\n", "All the words.-- \n\u{421}\u{43f}\n"),
        ("quoted-printable", "100 = 20 and = AB=\n, =3D", "100 = 20 and = AB, ="),
        ("7bit", "It shows =C3=BC for it.\n", "It shows =C3=BC for it.\n"),
        ("7bit", "=C3=BCberall =3D ei=\nns =\n", "überall = eins "),
        ("7bit", "a=20 b=C3=BC c=1", "a=20 b=C3=BC c=1"),
        ("7bit", "See x.example/?a=20&b=FC and QUI=\n", "See x.example/?a=20&b=FC and QUI=\n"),
        (
            "8bit",
            &format!("\u{fc}{long}"),
            &format!("\u{fc}{}\n\n{NOT_READ}\n\n{}", &long[2..MAX_TEXT / 4 * 3], &long[..MAX_TEXT / 4]),
        ),
    ] {
        let fields = format!("From: a@b.example\nContent-Type: text/plain\nContent-Transfer-Encoding: {encoding}");
        assert!(parsed(&format!("{fields}\n\n{body}")).text == text, "{encoding}");
        let parts = format!(
            "From: a@b.example\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\
             Content-Transfer-Encoding: {encoding}\n\n{body}\n--b\nContent-Type: text/html\n\n<p>The page.</p>\n--b--\n"
        );
        assert_eq!(parsed(&parts).text.matches(&text[..text.len().min(20)]).count(), 1, "{encoding}");
    }
    let broken =
        "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<p>All == the <b>words</b>.</p>\n";
    let with = |text: &str| {
        let parts = format!("--b\nContent-Type: text/plain\n\n{text}\n--b\n{broken}--b--\n");
        parsed(&format!("From: a@b.example\nContent-Type: multipart/alternative; boundary=b\n\n{parts}")).text
    };
    assert_eq!(with("All == the\n*words*.").matches("words").count(), 2, "the page says something else");
    assert_eq!(with("All == the\nwords.").trim(), "All == the\nwords.");
    assert_eq!(with("Read below.").trim(), "Read below.\nAll == the words.");
}

/// Each has the words of one text, and no file but where one is.
#[test]
fn whatever_is_wrong_with_the_structure_the_words_are_shown() {
    let multipart = "From: a@b.example\nMIME-Version: 1.0\nContent-Type: multipart/";
    let file = "Content-Type: application/pdf; name=\"plan.pdf\"\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\nJVBERi0xLjc=\n";
    let words = "Content-Type: text/plain\n\nAll the words.\n";
    let html = "Content-Type: text/html\n\n<p>All the words.</p>\n";
    for (raw, files) in [
        (format!("\n\n{multipart}mixed; boundary=b\n\n--b\n{words}--b--\n"), 0),
        ("\u{ef}\u{bb}\u{bf}From: a@b.example\n\nAll the words.\n".to_owned(), 0),
        ("From: a@b.example\nContent-Type: text\n\nAll the words.\n".to_owned(), 0),
        (format!("{multipart}alternative\n\nAll the words.\n"), 0),
        (format!("{multipart}alternative; boundary=never\n\nAll the words.\n"), 0),
        (format!("{multipart}mixed; boundary=never\n\n--b\n{words}--b\n{file}--b--\n"), 1),
        (format!("{multipart}mixed\n\n--b\n{words}--b\n{file}--b--\n"), 1),
        (format!("{multipart}mixed; boundary=b\n\n--b\n{words}"), 0),
        (format!("{multipart}mixed; boundary*0=\"b\";\n boundary*1=\"c\"\n\n--bc\n{words}--bc\n{file}--bc--\n"), 1),
        (format!("{multipart}mixed; boundary=b\n\n--b\n{words}--b\n{file}"), 1),
        (
            format!(
                "{multipart}mixed; boundary=o\n\n--o\nContent-Type: multipart/alternative;\n boundary=\"i\"\n\n--i\n{words}--o\n{file}--o--\n"
            ),
            1,
        ),
        (
            format!(
                "{multipart}alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\n \u{a0}\n--b\n{html}--b--\n"
            ),
            0,
        ),
        (format!("{multipart}alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\n\n--b\n{html}--b--\n"), 0),
        (format!("{multipart}alternative; boundary=b\n\n--b\n{words}--b\n{html}--b--\n"), 0),
    ] {
        for end in ["\n", "\r\n"] {
            let parsed = parsed(&raw.replace('\n', end));
            let seen: Vec<_> = parsed.attachments.iter().map(|file| (file.name.as_str(), file.kind)).collect();
            let expected = [("plan.pdf", Kind::Allowed)];
            assert_eq!((parsed.text.trim(), &seen[..]), ("All the words.", &expected[..files]), "{raw}");
        }
    }
}

#[test]
fn the_name_of_a_file_is_readable_in_pieces_and_in_raw_bytes() {
    for (field, name) in [
        ("attachment; filename=\"Offerte_Z\u{fc}rich.pdf\"", "Offerte_Zürich.pdf"),
        ("attachment; filename=\"Offerte_Z\u{c3}\u{bc}rich.pdf\"", "Offerte_Zürich.pdf"),
        (
            "attachment;\r\n filename*0*=ISO-8859-1''Angebot%20Z%FCrich%20;\r\n filename*1*=M%FCller.pdf",
            "Angebot Zürich Müller.pdf",
        ),
        ("attachment; filename*1=\"ler.pdf\"; filename*0*=utf-8'de'M%C3%BCl", "Müller.pdf"),
        ("attachment; filename*=UTF-8''M%C3%BCller.pdf; filename=x.pdf", "Müller.pdf"),
        ("attachment; filename=\"=?iso-2022-jp?B?GyRCJUYlOSVIGyhCLnBkZg==?=\"", "テスト.pdf"),
        ("attachment; filename=\"100%25.pdf\"", "100%25.pdf"),
    ] {
        let parsed = parsed(&format!(
            "From: a@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nSee below.\r\n--x\r\n\
             Content-Type: application/pdf\r\nContent-Disposition: {field}\r\n\r\n%PDF-1.7\r\n--x--\r\n"
        ));
        assert_eq!(parsed.attachments[0].name, name, "{field}");
    }
}

#[test]
fn an_attached_picture_is_no_logo_and_an_attached_mail_has_its_subject() {
    let picture = |disposition| {
        format!(
            "--x\r\nContent-Type: image/png; name=\"qr.png\"\r\nContent-ID: <l>\r\n{disposition}\
            Content-Transfer-Encoding: base64\r\n\r\niVBORw0KGgoAAAA=\r\n"
        )
    };
    let parsed = parsed(&format!(
        "From: a@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n{}{}--x\r\nContent-Type: message/rfc822\r\n\r\n\
         From: c@d.example\r\nSubject: Your invoice\r\n\r\nPay.\r\n--x--\r\n",
        picture("Content-Disposition: attachment\r\n"),
        picture("")
    ));
    let seen: Vec<_> = parsed.attachments.iter().map(|file| (file.name.as_str(), file.kind)).collect();
    assert_eq!(seen, [("qr.png", Kind::Allowed), ("qr.png", Kind::Logo), ("Your invoice.eml", Kind::Held)]);
}

#[test]
fn lists_attachments_and_holds_what_is_not_on_the_list() {
    let parsed = parsed(
        "From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nSee below.\r\n\
         --x\r\nContent-Type: application/pdf; name=\"plan.pdf\"\r\nContent-Disposition: attachment\r\n\r\n%PDF-1.7 plan\r\n\
         --x\r\nContent-Type: application/pdf; name=\"tool.exe\"\r\nContent-Disposition: attachment\r\n\r\nMZ\r\n\
         --x\r\nContent-Type: image/png; name=\"logo.png\"\r\nContent-ID: <l>\r\nContent-Disposition: inline\r\n\
         Content-Transfer-Encoding: base64\r\n\r\niVBORw0KGgoAAAA=\r\n--x--\r\n",
    );
    let seen: Vec<_> = parsed.attachments.iter().map(|file| (file.name.as_str(), file.kind)).collect();
    assert_eq!(seen, [("plan.pdf", Kind::Allowed), ("tool.exe", Kind::Held), ("logo.png", Kind::Logo)]);
    assert_eq!((parsed.text.trim(), parsed.more_attachments), ("See below.", 0));
}

#[test]
fn holds_and_lists_what_comes_after_twenty_attachments() {
    let part = "--x\r\nContent-Type: application/pdf; name=\"plan.pdf\"\r\nContent-Disposition: attachment\r\n\r\n%PDF-1.7\r\n";
    let with = |count| {
        let head = "From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n";
        parsed(&format!("{head}{}--x--\r\n", part.repeat(count)))
    };
    let of = |parsed: &ParsedMail, kind| parsed.attachments.iter().filter(|file| file.kind == kind).count();
    let some = with(23);
    assert_eq!((of(&some, Kind::Allowed), of(&some, Kind::Held), some.more_attachments), (20, 3, 0));
    let many = with(1_003);
    assert_eq!((many.attachments.len(), many.more_attachments), (1_000, 3));
}

#[test]
fn bombs_are_refused_before_the_parser_sees_them() {
    let from = "From: a@b.example\r\n";
    let levels =
        (0..200_000).map(|level| format!("Content-Type: multipart/mixed;\r\n boundary=b{level}\r\n\r\n--b{level}\r\n"));
    let nested: String = [from.to_owned()].into_iter().chain(levels).collect();
    assert_eq!(read(nested.as_bytes()).unwrap_err(), Unreadable::Nesting);
    let messages = format!("{from}{}", "Content-Type: message/rfc822\r\n\r\n".repeat(200_000));
    assert_eq!(read(messages.as_bytes()).unwrap_err(), Unreadable::Nesting);
    // As deep as it may be.
    for deep in ["Content-Type: message/rfc822\r\n\r\n", "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"] {
        read(format!("{from}{}text", deep.repeat(500)).as_bytes()).unwrap();
    }
    let parts =
        format!("{from}Content-Type: multipart/mixed; boundary=x\r\n\r\n{}", "--x\r\n\r\na\r\n".repeat(1_000_000));
    assert_eq!(read(parts.as_bytes()).unwrap_err(), Unreadable::Parts);
    let headers = format!("{from}{}", "X: y\r\n".repeat(100_000));
    assert_eq!(read(headers.as_bytes()).unwrap_err(), Unreadable::Headers(TooLarge::Fields));
    for raw in ["", "\r\n", "\u{feff}\n", "no header", "\0\0\0"] {
        assert_eq!(read(raw.as_bytes()).unwrap_err(), Unreadable::NoHeaders, "{raw:?}");
    }
}

#[test]
fn hostile_content_is_bounded() {
    let divs = format!("From: a@b.example\r\nContent-Type: text/html\r\n\r\n{}deep", "<div>".repeat(100_000));
    assert_eq!(parsed(&divs).text.trim(), "deep");
    let long = format!("From: a@b.example\r\n\r\n{}", "é".repeat(MAX_TEXT));
    let read_long = read(long.as_bytes()).unwrap();
    assert!(read_long.text.len() <= MAX_READ && read_long.new_text.len() <= MAX_SHOWN + 60);
    assert!(read_long.new_text.contains(" more bytes of text are not shown]\n\né"));
    assert!(read_long.text.contains(NOT_READ));
    // Of markup that says little, Outlook writes much.
    let spans = "<span lang=DE style='font-size:11.0pt'></span>".repeat(40_000);
    let page = |spans: &str| format!("From: a@b.example\r\nContent-Type: text/html\r\n\r\n{spans}<p>Below.</p>");
    assert_eq!(parsed(&page(&spans)).new_text, "Below.");
    assert_eq!(parsed(&page(&spans.repeat(4))).new_text, format!("{NOT_READ}\n\nBelow."));
    let part = format!("--x\r\n\r\n{}\r\n", "w".repeat(2 * MAX_TEXT));
    let parts = format!(
        "From: a@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n{part}--x\r\n\r\nBelow.\r\n--x--\r\n"
    );
    let parts = parsed(&parts).text;
    assert!(parts.contains(NOT_READ) && parts.trim_end().ends_with("Below."), "{}", parts.len());
    let picture = "A".repeat(1_500_000);
    let page = format!(
        "From: a@b.example\r\nContent-Type: text/html\r\n\r\n<img src=\"data:image/png;base64,{picture}\"><p>Below.</p>"
    );
    assert_eq!(parsed(&page).new_text, "Below.");
    let words = "w".repeat(2_000);
    let page = format!("From: a@b.example\r\nContent-Type: text/html\r\n\r\n<p>{words} data:image/png {words}</p>");
    assert_eq!(parsed(&page).new_text, format!("{words} data:image/png {words}"));
    assert_eq!(parsed("From: a@b.example\r\n\r\na\0b\r\n").text.trim(), "a\u{fffd}b");
    let ids = format!("From: a@b.example\r\nReferences: {}\r\n\r\n", "<a@b> ".repeat(10_000));
    assert_eq!(parsed(&ids).answered_ids, ["a@b"]);
    let answers = parsed(
        "From: a\0@b.example\r\nIn-Reply-To: <a\0b@c.example>\r\nReferences: <a\u{1}@c.example> <d@c.example>\r\n\r\n",
    );
    assert_eq!((answers.answered_ids, answers.from), (vec!["d@c.example".to_owned()], None));
    let subject = format!("From: a@b.example\r\nSubject: {}\r\n\r\n", "a b\t".repeat(10_000));
    let subject = parsed(&subject).subject;
    assert!(subject.chars().count() == LONGEST_SUBJECT + 1 && subject.ends_with('…'));
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(raw in proptest::collection::vec(any::<u8>(), 0..3000)) {
        let _ = read(&raw);
    }

    #[test]
    fn any_structure_is_read_or_refused(
        raw in "(From: a@b\r\n|Content-Type: multipart/mixed; boundary=x\r\n|Content-Type: message/rfc822\r\n|Content-Transfer-Encoding: base64\r\n|--x\r\n|--x--\r\n|\r\n|<blockquote type=\"cite\">|Content-Type: text/html\r\n|=\\?utf-8\\?b\\?|\\?=|\\PC){0,80}",
    ) {
        if let Ok(parsed) = read(raw.as_bytes()) {
            prop_assert!(parsed.text.len() <= MAX_READ && parsed.subject.chars().count() <= LONGEST_SUBJECT + 1);
        }
    }
}

/// Who pastes a log asks something below it.
#[test]
fn the_words_below_a_long_text_are_shown() {
    let log = "12:04:31 firewall: DROP IN=eth0 SRC=192.0.2.7 DST=198.51.100.9 PROTO=TCP DPT=445\n";
    let question = "Should we shut down now?";
    for lines in [2_500, 4_000, 9_000, 40_000] {
        for (kind, end, tags) in
            [("plain", "\n", ["", ""]), ("html", "<br>\n", ["", ""]), ("html", "\n", ["<pre>", "</pre>"])]
        {
            let text = [tags[0], &log.replace('\n', end).repeat(lines), question, tags[1]].concat();
            let raw = format!("From: a@b.example\nContent-Type: text/{kind}\n\n<p>The log:</p>\n{text}\n");
            let shown = parsed(&raw).new_text;
            assert!(shown.contains("The log:") && shown.ends_with(question), "{lines} {kind}: {}", shown.len());
            let says = shown.contains(" more bytes of text are not shown]") || shown.contains(NOT_READ);
            assert_eq!(says, lines > 2_500, "{lines} {kind}");
        }
    }
    let subject = "Наш почтовый сервер зашифрован, пожалуйста позвоните. ".repeat(8);
    let encoded = |letters: &[char]| {
        let bytes = letters.iter().collect::<String>().into_bytes();
        format!("=?utf-8?q?{}?=", bytes.iter().map(|byte| format!("={byte:02X}")).collect::<Vec<_>>().concat())
    };
    let words: Vec<String> = subject.chars().collect::<Vec<_>>().chunks(9).map(encoded).collect();
    let raw = format!("From: a@b.example\nSubject: {}\n\nx", words.join("\n "));
    assert_eq!(parsed(&raw).subject, subject.trim());
}

const CALENDAR: &str = "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nSUMMARY:Besprechung\r\n\
    DTSTART:20261130T090000Z\r\nDTEND:20261130T093000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
const IN_WORDS: &str = "Invitation: Besprechung\nWhen: Monday, 30 November 2026, 09:00 to 09:30 UTC";

/// Of as many bytes as one page.
#[test]
fn of_many_pages_the_first_ones_and_the_last_one_are_read() {
    let padding = "<!-- -->".repeat(64 * 1024);
    let page = |number: usize| format!("--x\nContent-Type: text/html\n\n<p>Page {number}.</p>{padding}\n");
    let pages: String = (1..=9).map(page).collect();
    let text = parsed(&format!("Content-Type: multipart/mixed; boundary=x\n\n{pages}--x--\n")).new_text;
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines, ["Page 1.", "Page 2.", "Page 3.", "Page 4.", NOT_READ, "Page 9."]);
}

/// Alone, beside a text, and as Google sends it: as a part and as a file.
#[test]
fn an_invitation_is_a_file_and_stands_in_the_text() {
    let part = format!("--x\r\nContent-Type: text/calendar; charset=utf-8; method=REQUEST\r\n\r\n{CALENDAR}\r\n");
    let alternative = "From: a@b.example\r\nContent-Type: multipart/alternative; boundary=x\r\n\r\n";
    let file = part.replace("text/calendar; charset=utf-8; method=REQUEST", "application/ics; name=\"invite.ics\"");
    let words = "--x\r\nContent-Type: text/plain\r\n\r\nHello\r\n";
    for (raw, text, name) in [
        (
            format!("From: a@b.example\r\nContent-Type: text/calendar; method=REQUEST\r\n\r\n{CALENDAR}"),
            "",
            "invitation.ics",
        ),
        (format!("{alternative}{part}--x--\r\n"), "", "invitation.ics"),
        (format!("{alternative}{words}{part}--x--\r\n"), "Hello\n\n", "invitation.ics"),
        (format!("{alternative}{words}{part}{file}--x--\r\n"), "Hello\n\n", "invite.ics"),
        (format!("{alternative}{words}{file}--x--\r\n"), "Hello\n\n", "invite.ics"),
    ] {
        let mail = parsed(&raw);
        assert_eq!(mail.new_text, format!("{text}{IN_WORDS}"), "{raw}");
        let files: Vec<_> = mail.attachments.iter().map(|file| (file.name.as_str(), file.kind)).collect();
        assert_eq!(files, [(name, Kind::Allowed)], "{raw}");
        let read = Mail::read(raw.as_bytes()).unwrap();
        let bytes = crate::attachments::contents(&read, mail.attachments[0].part).unwrap();
        assert!(bytes.starts_with(b"BEGIN:VCALENDAR"));
    }
}

/// A forwarded wave of mails, a dump, a mailbox as text.
#[test]
fn what_people_forward_and_paste_is_read() {
    let mail = "Content-Type: message/rfc822\n\nFrom: bank@evil.example\nSubject: Account\n\
        Content-Type: multipart/alternative; boundary=a\n\n--a\n\nPay.\n--a\nContent-Type: text/html\n\n<p>Pay.</p>\n--a--\n";
    let wave = format!(
        "From: a@b.example\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nAll of today.\n{}--b--\n",
        format!("--b\n{mail}").repeat(100)
    );
    let wave = read(wave.as_bytes()).unwrap();
    assert_eq!((wave.new_text.as_str(), wave.attachments.len()), ("All of today.", 100));
    let comments = "-- dropped table\n".repeat(10_001);
    let pasted = "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nPay.\n".repeat(1_000);
    for kind in ["", "Content-Type: text/plain\n"] {
        for text in [&comments, &pasted, &"--x\n".repeat(10_001)] {
            let parsed = read(format!("From: a@b.example\n{kind}\nThis is in it:\n{text}").as_bytes()).unwrap();
            assert!(
                parsed.new_text.starts_with("This is in it:\n") && parsed.text.trim_end().ends_with(text.trim_end())
            );
        }
    }
    let dump =
        format!("From: a@b.example\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nThe dump:\n{comments}--x--\n");
    assert!(read(dump.as_bytes()).unwrap().new_text.starts_with("The dump:"));
}

#[test]
fn a_text_that_says_nothing_does_not_hide_the_page() {
    let with = |text: &str| {
        format!(
            "From: a@b.example\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n\
             {text}\n--b\nContent-Type: text/html; charset=utf-8\n\n<p>Unser Server ist <s>schon</s> verschl&uuml;sselt.</p>\n--b--\n"
        )
    };
    let page = "Unser Server ist ~~schon~~ verschlüsselt.";
    for (text, more) in [
        ("\u{a0}\u{200c}\u{200c}\u{34f}", ""),
        // Struck out in the page alone.
        ("Unser Server ist schon verschlüsselt.", ""),
        // No words decide what a person has not written.
        ("This is in HTML format. Your mail program does not support it.", "\n\n{}"),
        ("Unser Server ist schon verschlüsselt.\nDie HTML-Datei nicht öffnen!", "\n\nDie HTML-Datei nicht öffnen!"),
        ("-- \nVera", "\n\nVera"),
    ] {
        assert_eq!(read(with(text).as_bytes()).unwrap().new_text, format!("{page}{}", more.replace("{}", text)));
    }
}

const BANNER: &str = "CAUTION: This email originated from outside.\nDo not click links unless you know the sender.";

/// What is read of a text beside a page: of an answer, and by consultants.
fn of_both(text: &str, page: &str) -> (String, String) {
    let raw = format!(
        "From: a@b.example\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n\
         {text}\n--b\nContent-Type: text/html; charset=utf-8\n\n{page}\n--b--\n"
    );
    let lines = |text: &str| text.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    let mut mail = read(raw.as_bytes()).unwrap();
    let of_answer = lines(&mail.new_text);
    mail.show_page();
    (of_answer, lines(&mail.new_text))
}

/// A gateway finds a text part that is empty, and writes its banner or footer into it.
#[test]
fn what_a_server_put_into_an_empty_text_does_not_hide_the_page() {
    const FOOTER: &str = "This message is confidential and for its recipient alone.";
    const PAGE: &str = "Our <b>second</b> plant is down too.";
    let says = "Our second plant is down too.";
    for (text, page, expected) in [
        // In the page, too; or there in other words, or not at all.
        (
            BANNER,
            format!("<p>{}</p><p>{PAGE}</p>", BANNER.replace('\n', " ")),
            format!("{}\n{says}", BANNER.replace('\n', " ")),
        ),
        (FOOTER, format!("<p>{PAGE}</p><hr><p>{FOOTER}</p>"), format!("{says}\n{FOOTER}")),
        (BANNER, format!("<p>{PAGE}</p>"), format!("{BANNER}\n{says}")),
        (BANNER, format!("<p>[EXTERN]</p><p>{PAGE}</p>"), format!("{BANNER}\n[EXTERN]\n{says}")),
        // The text says what the page says.
        (says, format!("<p>{PAGE}</p>"), says.to_owned()),
        (
            "See https://t.example/p today",
            "<p>See https://t.example/p today</p>".to_owned(),
            "See https://t.example/p today".to_owned(),
        ),
        (
            "See the plan<https://t.example/p> here.",
            "<p>See the <a href=\"https://t.example/p\">plan</a> here.</p>".to_owned(),
            "See the plan (https://t.example/p) here.".to_owned(),
        ),
        ("1. One\n2. Two", "<ol><li>One</li><li>Two</li></ol>".to_owned(), "1. One\n2. Two".to_owned()),
        // Nobody sees it.
        (
            says,
            format!("<div style=\"display: none\">Class: <div>for us</div> alone, never for others</div><p>{PAGE}</p>"),
            says.to_owned(),
        ),
        (says, format!("<p>{PAGE}<font color=white>internal</font></p>"), says.to_owned()),
    ] {
        assert_eq!(of_both(text, &page), (expected.clone(), expected), "{text}\n{page}");
    }
}

/// Of an answer, they may be a quote of what the visitor must not have.
#[test]
fn a_few_words_beside_a_banner_are_for_consultants_alone() {
    const TIP: &str = "You don't often get email from vera@visitor.example. Learn why this is important";
    const ANSWER: &str = "Ja, bitte am Montag um zehn. Gruss Vera";
    const LINK: &str = "https://aka.example/tip";
    let tip = format!("<p>{}</a></p>", TIP.replace("Learn", &format!("<a href=\"{LINK}\">Learn")));
    // As Exchange has it.
    for (text, page, more) in [
        (format!("{TIP}<{LINK}>"), format!("{tip}<p>{ANSWER}</p>"), ANSWER),
        (format!("[{TIP} at {LINK} ]"), format!("{tip}<p>{ANSWER}</p>"), ANSWER),
        (BANNER.to_owned(), format!("<p>{}</p><p>Ja, gerne.</p>", BANNER.replace('\n', "<br>")), "Ja, gerne."),
        (BANNER.to_owned(), format!("<p>{}</p>👍", BANNER.replace('\n', "<br>")), "👍"),
        // The banner has one of the words, too.
        (BANNER.to_owned(), format!("<p>{}</p><p>Thank you!</p>", BANNER.replace('\n', "<br>")), "Thank you!"),
        (
            "See the plan<https://t.example/p>. We begin on Monday.".to_owned(),
            "<p>See the <a href=\"https://t.example/p\">plan</a>. We begin on Monday.</p><blockquote>We ask for 9,000.</blockquote>"
                .to_owned(),
            "> We ask for 9,000.",
        ),
        ("See \"it\" - today".to_owned(), "<p>See “it” – today</p>—".to_owned(), ""),
    ] {
        let (of_answer, shown) = of_both(&text, &page);
        assert!(!of_answer.contains(more) || more.is_empty(), "{of_answer}");
        assert_eq!(shown, format!("{of_answer}\n{more}").trim_end(), "{text}\n{page}");
    }
}

#[test]
fn one_word_of_a_page_counts_beside_what_a_gateway_wrote() {
    for banner in [
        "",
        BANNER,
        "[Sie erhalten nicht häufig E-Mails von vera@visitor.example.\nWeitere Informationen: https://aka.example/tip ]",
        "-----\nDiese E-Mail kommt von ausserhalb.\n-----\n\nThis message is confidential.",
        "Sie erhalten nicht häufig E-Mails von vera@visitor.example.",
        "Vous ne recevez pas souvent de courriers de vera@visitor.example.",
        "Non si ricevono spesso messaggi di posta da vera@visitor.example.",
        "Ce message provient de l’extérieur de l’entreprise.",
    ] {
        assert_eq!(least_alone(banner), 1, "{banner}");
        for own in ["Ja.", "#close"] {
            assert_eq!(least_alone(&format!("{own}\n\n{banner}")), FEW, "{banner}");
        }
    }
}

#[test]
fn a_text_with_marks_and_a_mail_instead_of_a_text_are_read() {
    let enriched = "From: a@b.example\nContent-Type: text/enriched\n\n<bold>The server</bold>\nstands.\n\n<<help>";
    let enriched = read(enriched.as_bytes()).unwrap();
    assert_eq!((enriched.new_text.as_str(), enriched.attachments.len()), ("The server stands.\n<help>", 0));
    let mail = "From: a@b.example\nSubject: Fwd: Account\nContent-Type: message/rfc822\n\n\
        From: Bank <bank@evil.example>\nSubject: Account\n\nClick here.\n";
    assert_eq!(read(mail.as_bytes()).unwrap().new_text, "From: bank@evil.example\nSubject: Account\n\nClick here.");
}

#[test]
fn charsets_that_browsers_do_not_know_are_read() {
    for (label, bytes, words) in [
        ("iso-2022-kr", &b"\x1b$)C\x0e<-9v0!\x0f >OH#H-"[..], "서버가 >OH#H-"),
        ("hz-gb-2312", b"~{7~Nq~} a~~b ~{Fw", "服务 a~b 器"),
        ("ibm437", b"Gr\x81ezi, \x9abersicht \xe0", "Grüezi, Übersicht α"),
        ("CP437", b"Gr\x81ezi", "Grüezi"),
    ] {
        let raw = [format!("Content-Type: text/plain; charset={label}\n\n").as_bytes(), bytes].concat();
        assert_eq!(read(&raw).unwrap().new_text, words, "{label}");
    }
    assert_eq!(read(b"Subject: =?ibm437?Q?Gr=81ezi?=\n\nx").unwrap().subject, "Grüezi");
}

/// The type of a part says little: what nothing else in the mail says is its text.
#[test]
fn whatever_type_the_only_words_have_they_are_shown() {
    let words = "All the words, \u{fc}ber 20 %.";
    let html = "<html><body><p>All the words, &uuml;ber 20 %.</p></body></html>";
    let mixed = "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n\n--b\n";
    for (head, body) in [
        ("Content-Type: text/plain\nContent-Disposition: attachment", words),
        ("Content-Type: text/html\nContent-Disposition: attachment", html),
        ("Content-Type: plain/text; charset=iso-8859-1", words),
        ("Content-Type: plain", words),
        ("Content-Type: html", html),
        ("Content-Type: application/octet-stream", words),
        ("Content-Type: application/octet-stream", html),
        ("Content-Type: message/partial; number=1; total=2; id=\"x@y\"", words),
        (
            "Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64",
            "QWxsIHRoZSB3b3JkcywgPT09w7xiZXIgMjAgJS4=",
        ),
        ("Content-Type: text/plain", html),
    ] {
        for outer in ["", mixed] {
            let end = if outer.is_empty() { "" } else { "\n--b--" };
            let parsed = parsed(&format!("From: a@b.example\n{outer}{head}\n\n{body}{end}\n"));
            assert_eq!(parsed.new_text.replace("===", ""), words, "{outer}{head}");
            assert!(parsed.attachments.is_empty(), "{outer}{head}");
        }
    }
    for (head, body) in [
        ("Content-Type: application/octet-stream", "MZ\u{1}\u{2}\u{3}"),
        ("Content-Type: application/octet-stream; name=notes.txt", "A file."),
        ("Content-Type: application/pgp-encrypted", "Version: 1"),
        ("Content-Type: application/pgp-keys", "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQ=="),
        ("Content-Type: image/png", "\u{89}PNG\n"),
    ] {
        let parsed = parsed(&format!("From: a@b.example\n{head}\n\n{body}\n"));
        assert_eq!((parsed.new_text.as_str(), parsed.attachments.len()), ("", 1), "{head}");
    }
    let source = "What is this?\n<html><body>x</body></html>";
    assert_eq!(parsed(&format!("From: a@b.example\n\n{source}\n")).new_text, source);
}

#[test]
fn a_character_may_begin_in_one_encoded_word_and_end_in_the_next() {
    let parsed = parsed(
        "From: =?UTF-8?Q?J=C3?= =?UTF-8?B?vHJn?=\r\n =?gbk?q?=C4=E3?= <a@b.example>\r\n\
         Subject: Re: =?UTF-8?B?8J+Y?= =?utf-8?q?=80_?=\r\n =?utf-8?Q?=C3=A4?=x\r\n\
         Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nx\r\n--x\r\nContent-Type: application/pdf;\r\n \
         name=\"=?utf-8?q?=22M=C3?=\r\n =?utf-8?q?=BCller=22;.pdf?=\"\r\n\r\n%PDF-1.7\r\n--x--\r\n",
    );
    assert_eq!(parsed.subject, "Re: 😀 äx");
    assert_eq!(parsed.from.unwrap().name.as_deref(), Some("Jürg你"));
    assert_eq!(parsed.attachments[0].name, "Müller;.pdf");
}

/// RFC 3676, section 4.
#[test]
fn a_word_that_is_broken_over_two_lines_is_one() {
    let with = |kind: &str| {
        parsed(&format!(
            "Content-Type: text/plain; format=flowed{kind}\n\nThe back \nup  \nfails.\n> Wh \n> en?\n> Now \nhere\n-- \nVera\n"
        ))
        .new_text
    };
    assert_eq!(with("; delsp=yes"), "The backup fails.\n> When?\n> Now\nhere\n-- \nVera");
    assert_eq!(with(""), "The back \nup  \nfails.\n> Wh \n> en?\n> Now \nhere\n-- \nVera");
}

#[test]
fn the_words_of_a_picture_are_shown() {
    let long = "word ".repeat(40);
    let long_page = format!("<p><img alt='{long}'></p>");
    let cut = format!("[{}…]", &long[..100]);
    for (page, text) in [
        ("<p>Is it safe? <img alt='NO, pull it' src='https://x.example/e.png'></p>", "Is it safe? [NO, pull it]"),
        ("<p>Is it safe? <IMG src=x ALT = \"R&amp;D says\n&lt;no&gt;\"/> x</p>", "Is it safe? [R&D says <no>] x"),
        ("<p>Agreed <img title=\"an alt='x'\" alt=yes src=cid:x></p>", "Agreed [yes]"),
        ("<p>Agreed <img alt='👍' src='cid:x'></p>", "Agreed 👍"),
        ("<p>Agreed<img class=\"emoji\" alt=\"&#128077;\" height=20></p>", "Agreed👍"),
        ("<p>Merged <g-emoji>🎉</g-emoji><img alt=':tada:'></p>", "Merged 🎉:tada:"),
        (
            "Peter Muster reacted to your message:<br><img alt='👍' src='cid:1'>",
            "Peter Muster reacted to your message:\n👍",
        ),
        ("<p>See <img alt='#close'></p>", "See [#close]"),
        (long_page.as_str(), cut.as_str()),
        (
            "<p>Yes <img alt='NO' width=1 height='1'><img alt='NO' style='display: none'><img alt=\"NO\" height=0>.</p>",
            "Yes .",
        ),
    ] {
        let raw =
            format!("From: a@b.example\nContent-Type: text/html; charset=utf-8\n\n<html><body>{page}</body></html>\n");
        let mail = Mail::read(raw.as_bytes()).unwrap();
        assert_eq!(ParsedMail::of(&mail).new_text, text, "{page}");
        let html = crate::formatting::formatted(&mail, text).map(|formatted| formatted.html);
        assert!(html.is_some_and(|html| !html.contains("<img")), "{page}");
    }
}

#[test]
fn what_is_no_words_of_its_authors_is_not_shown_for_a_picture() {
    let hidden = "<span style='display:none'>x<img alt='NO'></span><style><img alt='NO'></style><p>Yes</p>";
    assert_eq!(read(format!("Content-Type: text/html\n\n{hidden}").as_bytes()).unwrap().new_text, "Yes");
    for alt in [
        "",
        " ",
        "image001.png",
        "Screenshot 2026-11-24 at 10.12.JPG",
        "https://firm.example/logo",
        "www.firm.example",
        "cid:image001",
        "Logo",
        "The logo of Muster AG",
        "image",
        "Picture 1",
        "Grafik 12",
        "spacer",
        "&gt;",
        "-",
        "&nbsp;",
        "A picture containing text, sign",
        "Text, letter&#10;&#10;Description automatically generated",
        "Ein Bild, das Text enthält.&#10;&#10;KI-generierte Inhalte können fehlerhaft sein.",
        "Une image contenant texte",
        "Immagine che contiene testo&#10;&#10;Descrizione generata automaticamente",
    ] {
        let page = format!("Content-Type: text/html; charset=utf-8\n\n<p>Yes.<img alt=\"{alt}\" src=\"cid:x\"></p>");
        assert_eq!(read(page.as_bytes()).unwrap().new_text, "Yes.", "{alt}");
    }
}

/// The text says what its author's program has written there of words; an emoji it may have as itself.
#[test]
fn beside_a_text_a_picture_is_an_emoji_alone() {
    let beside = |text: &str, page: &str| {
        format!(
            "From: a@b.example\nContent-Type: multipart/alternative; boundary=x\n\n--x\n\
             Content-Type: text/plain; charset=utf-8\n\n{text}\n--x\nContent-Type: text/html; charset=utf-8\n\n{page}\n--x--\n"
        )
    };
    let raw = beside(
        "We agree 👍, of course",
        "<p>We <b>agree</b> <img alt='👍'>, of course<img alt='Our newest offer of all'></p>",
    );
    let mail = Mail::read(raw.as_bytes()).unwrap();
    let parsed = ParsedMail::of(&mail);
    assert_eq!((parsed.new_text.as_str(), parsed.page_alone.as_str()), ("We agree 👍, of course", ""));
    let html = crate::formatting::formatted(&mail, &parsed.new_text).unwrap().html;
    assert_eq!(html, "<p style=\"margin:0 0 1em\">We <b>agree</b> 👍, of course</p>");
    assert_eq!(read(beside("", "<p>Yes <img alt='of course'></p>").as_bytes()).unwrap().new_text, "Yes [of course]");
    assert!(read(format!("Content-Type: text/html\n\n{}x", "<img alt='".repeat(200_000)).as_bytes()).is_ok());
}

#[test]
fn what_was_typed_into_a_form_is_shown() {
    for (page, text) in [
        ("<p>Your name: <input value='Anna Muster'> x</p>", "Your name: Anna Muster x"),
        ("<p>Port <INPUT TYPE=\"number\" value=443><input type=text></p>", "Port 443"),
        ("<p>x<input type=email value=\"a@b.example\"></p>", "x a@b.example"),
        ("<p>x<input type=hidden value=NO><input type='Submit' value=NO><input type=button value=NO></p>", "x"),
        ("<p>x<input type=password value=NO><input type=reset value=NO><input type=checkbox value=NO></p>", "x"),
        ("<p>x<input value='&lt;b&gt; &amp; c'></p>", "x <b> & c"),
    ] {
        let raw = format!("From: a@b.example\nContent-Type: text/html\n\n{page}\n");
        let mail = Mail::read(raw.as_bytes()).unwrap();
        assert_eq!(ParsedMail::of(&mail).new_text, text, "{page}");
        assert!(crate::formatting::formatted(&mail, text).is_some(), "{page}");
    }
}

#[test]
fn words_of_elements_that_stand_apart_do_not_run_together() {
    for (page, text) in [
        ("<svg><text>one</text></svg><noscript>two</noscript>", "one two"),
        ("<svg><text>one</text><text>two</text></svg>three", "one two three"),
        ("<select><option>one<option>two</select><button>three</button>four", "one two three four"),
        ("<header>one</header><main>two<nav>three</nav></main><footer>four</footer>", "one\ntwo\nthree\nfour"),
        (
            "<figure>one<figcaption>two</figcaption></figure><fieldset><legend>three</legend>four</fieldset>",
            "one\ntwo\nthree\nfour",
        ),
    ] {
        let raw = format!("From: a@b.example\nContent-Type: text/html\n\n{page}\n");
        let lines = read(raw.as_bytes()).unwrap().new_text;
        let lines: Vec<_> = lines.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(lines.join("\n"), text, "{page}");
    }
}

/// Its control codes are no text.
#[test]
fn a_mail_that_is_rtf_is_a_file() {
    let mixed = "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n\n--b\n";
    for kind in ["text/rtf", "application/rtf", "text/richtext"] {
        for (head, end) in [("", ""), (mixed, "\n--b--\n")] {
            let mail = parsed(&format!("From: a@b.example\n{head}Content-Type: {kind}\n\n{{\\rtf1\\ansi Hello}}{end}"));
            let files: Vec<_> = mail.attachments.iter().map(|file| (file.name.as_str(), file.kind)).collect();
            assert_eq!((mail.new_text.as_str(), files), ("", vec![("unnamed.rtf", Kind::Held)]), "{kind}");
        }
    }
}

#[test]
fn another_form_of_the_words_that_are_shown_is_no_file() {
    let mail = |kind: &str, part: &str| {
        let raw = format!(
            "From: a@b.example\nContent-Type: multipart/{kind}; boundary=x\n\n--x\nContent-Type: text/plain\n\nHi\n\
             --x\n{part}\n\n{{\"version\": 1}}\n--x\nContent-Type: text/html\n\n<p>Hi</p>\n--x--\n"
        );
        let parsed = parsed(&raw);
        (parsed.new_text, parsed.attachments.into_iter().map(|file| file.name).collect::<Vec<_>>())
    };
    for form in ["text/vnd.google.email-reaction+json", "text/watch-html", "text/x-amp-html"] {
        assert_eq!(mail("alternative", &format!("Content-Type: {form}")), ("Hi".to_owned(), Vec::new()), "{form}");
    }
    for (kind, part, name) in [
        ("alternative", "Content-Type: text/csv", "unnamed"),
        ("alternative", "Content-Type: text/watch-html; name=a.txt", "a.txt"),
        ("alternative", "Content-Type: text/watch-html\nContent-Disposition: attachment", "unnamed"),
        ("alternative", "Content-Type: text/calendar", "invitation.ics"),
        ("alternative", "Content-Type: application/pdf", "unnamed"),
    ] {
        assert_eq!(mail(kind, part).1, [name], "{part}");
    }
}
