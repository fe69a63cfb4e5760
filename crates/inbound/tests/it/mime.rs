//! Charsets and labels that mails use, and forms of MIME that no standard allows: the words are read.

use encoding_rs::Encoding;
use inbound::{mail::Mail, parsed_mail::ParsedMail};

/// A label, and a sentence of people who use it.
const CHARSETS: [(&str, &str); 31] = [
    ("utf-8", "Grüezi, der Server ist verschlüsselt."),
    ("unicode-1-1-utf-8", "Grüezi, der Server ist verschlüsselt."),
    ("us-ascii", "The server is encrypted."),
    ("ISO-8859-1", "Grüezi, der Server ist verschlüsselt."),
    ("latin1", "Où êtes-vous ? Le réseau ne répond plus."),
    ("iso-8859-2", "Zażółć gęślą jaźń, proszę o kontakt."),
    ("iso-8859-4", "Mūsu serveris ir šifrēts, lūdzu zvaniet."),
    ("iso-8859-5", "Сервер зашифрован, позвоните сегодня."),
    ("iso-8859-6", "الخادم مشفر، اتصل اليوم"),
    ("iso-8859-7", "Ο διακομιστής είναι κρυπτογραφημένος."),
    ("iso-8859-8-i", "השרת מוצפן, נא להתקשר היום."),
    ("iso-8859-9", "Sunucu şifrelendi, lütfen bugün arayın."),
    ("iso-8859-13", "Serveris užšifruotas, prašome paskambinti."),
    ("iso-8859-15", "Die Übersicht kostet 300 €, schœn."),
    ("iso-8859-16", "Serverul este criptat, vă rugăm sunați."),
    ("windows-1250", "Server je zašifrovaný, prosím volejte."),
    ("windows-1251", "Сервер зашифрован, позвоните сегодня."),
    ("cp1252", "Die Übersicht kostet 300 € – „so nicht“."),
    ("windows-1256", "الخادم مشفر، اتصل اليوم"),
    ("windows-1258", "Đơn hàng đang chưa xong."),
    ("tis-620", "เซิร์ฟเวอร์ถูกเข้ารหัส"),
    ("koi8-r", "Сервер зашифрован, позвоните сегодня."),
    ("koi8-u", "Сервер зашифровано, зателефонуйте."),
    ("macintosh", "Grüezi, der Server ist verschlüsselt."),
    ("ibm866", "Сервер зашифрован, позвоните сегодня."),
    ("gb2312", "服务器被加密，请今天联系我们。"),
    ("gb18030", "服务器被加密，请今天联系我们。"),
    ("big5", "伺服器被加密，請今天聯絡我們。"),
    ("Shift_JIS", "サーバーが停止しました。お電話ください。"),
    ("iso-2022-jp", "サーバーが停止しました。お電話ください。"),
    ("ks_c_5601-1987", "서버가 암호화되었습니다. 전화 주세요."),
];

/// As mail programs name them, although no list has them.
const OTHER_LABELS: [(&str, &str, &str); 6] = [
    ("cp932", "shift_jis", "サーバーが停止しました。"),
    ("x-euc-jp", "euc-jp", "サーバーが停止しました。"),
    ("cp949", "euc-kr", "서버가 암호화되었습니다."),
    ("cp936", "gbk", "服务器被加密。"),
    ("cp950", "big5", "伺服器被加密。"),
    ("iso-8859-8-e", "iso-8859-8", "השרת מוצפן."),
];

fn encoded(label: &str, sentence: &str) -> Vec<u8> {
    let (bytes, _, has_errors) = Encoding::for_label(label.as_bytes()).unwrap().encode(sentence);
    assert!(!has_errors, "{label} has each letter");
    bytes.into_owned()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0, |bits, byte| (bits << 8) | usize::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let is_filled = place <= chunk.len();
            text.push(if is_filled { char::from(DIGITS[(bits >> (18 - 6 * place)) & 63]) } else { '=' });
        }
    }
    text
}

fn percent(bytes: &[u8], mark: char) -> String {
    bytes.iter().flat_map(|byte| [mark.to_string(), format!("{byte:02X}")]).collect()
}

fn read(raw: &[u8]) -> ParsedMail {
    ParsedMail::of(&Mail::read(raw).unwrap())
}

/// What is not read.
fn check(label: &str, bytes: &[u8], sentence: &str) -> Vec<String> {
    let mut unread = Vec::new();
    let mut check = |found: &str, expected: &str, place: String| {
        if found != expected {
            unread.push(format!("{label} {place}: {found:?}"));
        }
    };
    let word = format!("=?{label}?B?{}?=", base64(bytes));
    let other_word = format!("=?{label}?Q?{}?=", percent(bytes, '='));
    let name = |value: &str| format!("Content-Disposition: attachment;\r\n {value}\r\n");
    for (encoding, body) in [
        ("8bit", bytes.to_vec()),
        ("base64", base64(bytes).into_bytes()),
        ("quoted-printable", percent(bytes, '=').into_bytes()),
    ] {
        let labels = [label.to_owned(), label.to_uppercase(), format!("\"{label}\""), format!("'{label}'")];
        for (label, semicolon) in labels.iter().flat_map(|label| [(label, ";"), (label, "")]) {
            let head = format!(
                "From: a@b.example\r\nSubject: {word}\r\nMIME-Version: 1.0\r\nContent-Type: text/plain{semicolon} charset={label}\r\n\
                 Content-Transfer-Encoding: {encoding}\r\n\r\n"
            );
            let parsed = read(&[head.as_bytes(), &body].concat());
            check(&parsed.new_text, sentence, format!("as {semicolon:?} {label} in {encoding}"));
            check(&parsed.subject, sentence, "in the subject".to_owned());
        }
    }
    let parsed = read(format!("From: a@b.example\r\nSubject: {other_word}\r\n\r\nx").as_bytes());
    check(&parsed.subject, sentence, "in the subject, quoted".to_owned());
    for value in [
        format!("filename*={label}''{}.bin", percent(bytes, '%')),
        format!("filename=\"=?{label}?B?{}?=.bin\"", base64(bytes)),
    ] {
        let raw = format!(
            "From: a@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\ntext\r\n--x\r\n\
             Content-Type: application/octet-stream\r\n{}\r\nbytes\r\n--x--\r\n",
            name(&value)
        );
        let parsed = read(raw.as_bytes());
        check(&parsed.attachments[0].name, &format!("{sentence}.bin"), format!("in a name: {value}"));
    }
    unread
}

#[test]
fn every_charset_is_read_by_its_label() {
    let known = CHARSETS.map(|(label, sentence)| (label, label, sentence));
    let all = known.into_iter().chain(OTHER_LABELS);
    let unread: Vec<_> =
        all.flat_map(|(label, known, sentence)| check(label, &encoded(known, sentence), sentence)).collect();
    assert!(unread.is_empty(), "{}:\n{}", unread.len(), unread.join("\n"));
}

const WORDS: &str = "Grüezi, das ist der ganze Text: bitte rufen Sie an.";

/// Mails of five structures. `{…}` are the places of faults.
fn structures() -> [(&'static str, String); 5] {
    let plain =
        format!("Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n{WORDS}\r\n");
    let page = format!(
        "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n<html><body><p>{WORDS}</p></body></html>\r\n"
    );
    let file = "Content-Type: application/pdf; name=plan.pdf\r\nContent-Disposition: attachment; filename=plan.pdf\r\n\
                Content-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjc=\r\n";
    let within = |kind: &str, boundary: &str, parts: &[&str]| {
        let parts: String = parts.iter().flat_map(|part| ["--", boundary, "\r\n", part]).collect();
        format!("Content-Type: multipart/{kind}; boundary=\"{boundary}\"\r\n\r\n{parts}--{boundary}--\r\n")
    };
    let alternative = within("alternative", "=_inner.1", &[&plain, &page]);
    let head = |body: &str| format!("From: a@b.example\r\nSubject: x\r\nMIME-Version: 1.0\r\n{body}");
    [
        ("plain", head(&plain)),
        ("page", head(&page)),
        ("alternative", head(&alternative)),
        ("mixed", head(&within("mixed", "=_outer.1", &[&plain, file]))),
        ("nested", head(&within("mixed", "=_outer.1", &[&alternative, file]))),
    ]
}

type Fault = (&'static str, fn(&str) -> Vec<u8>);

/// What goes wrong with each of them.
const FAULTS: [Fault; 18] = [
    ("line ends of Unix", |mail| mail.replace("\r\n", "\n").into()),
    ("line ends of an old Mac", |mail| mail.replace("\r\n", "\r").into()),
    ("empty lines and a mark in front", |mail| format!("\u{feff}\r\n\r\n{mail}").into()),
    ("no last boundary", |mail| mail.rsplit_once("\r\n--=_").map_or(mail, |(kept, _)| kept).to_owned().into()),
    ("cut off behind the words", |mail| mail[..mail.find(WORDS).unwrap() + WORDS.len()].to_owned().into()),
    ("no boundary is named", |mail| {
        mail.replace("; boundary=\"=_outer.1\"", "").replace("; boundary=\"=_inner.1\"", "").into()
    }),
    ("another boundary is named", |mail| mail.replace("boundary=\"=_outer.1\"", "boundary=\"other\"").into()),
    ("a boundary without quotes", |mail| {
        mail.replace("\"=_outer.1\"", "=_outer.1").replace("\"=_inner.1\"", "=_inner.1").into()
    }),
    ("a type without a subtype", |mail| mail.replace("text/plain", "text").replace("text/html", "text").into()),
    ("no semicolon behind a type", |mail| {
        mail.replace("text/plain;", "text/plain").replace("text/html;", "text/html").into()
    }),
    ("an unknown type of text", |mail| {
        mail.replace("text/plain", "text/x-note").replace("text/html", "text/x-note").into()
    }),
    ("an unknown charset", |mail| mail.replace("charset=utf-8", "charset=x-unknown").into()),
    ("a wrong charset", |mail| mail.replace("charset=utf-8", "charset=us-ascii").into()),
    ("an unknown transfer encoding", |mail| mail.replace("Encoding: 8bit", "Encoding: utf-8").into()),
    ("base64 that is none", |mail| mail.replace("Encoding: 8bit", "Encoding: base64").into()),
    ("quoted-printable that is none", |mail| mail.replace("Encoding: 8bit", "Encoding: quoted-printable").into()),
    ("no empty line below the header", |mail| mail.replace("8bit\r\n\r\n", "8bit\r\n").into()),
    ("no type at all", |mail| mail.replace("Content-Type: text/plain; charset=utf-8\r\n", "").into()),
];

#[test]
fn no_fault_of_a_structure_costs_a_word() {
    let mut forms = std::collections::HashSet::new();
    let mut unread = Vec::new();
    for (structure, whole) in structures() {
        assert!(read(whole.as_bytes()).new_text.contains(WORDS), "{structure}");
        for (fault, break_it) in FAULTS {
            let raw = break_it(&whole);
            if raw == whole.as_bytes() || !forms.insert(raw.clone()) {
                continue;
            }
            let text = Mail::read(&raw).map(|mail| ParsedMail::of(&mail).new_text);
            if !text.as_ref().is_ok_and(|text| text.contains(WORDS)) {
                unread.push(format!("{structure}, {fault}: {text:?}"));
            }
        }
    }
    assert!(forms.len() >= 40, "{} forms", forms.len());
    assert!(unread.is_empty(), "{} of {}:\n{}", unread.len(), forms.len(), unread.join("\n"));
}
