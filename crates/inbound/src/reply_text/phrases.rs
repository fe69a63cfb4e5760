//! What programs write into a mail around a person's words.

use super::is_rule;

/// What a phone or a service puts below a mail.
pub(super) fn is_device_line(line: &str) -> bool {
    const DEVICES: [&str; 4] =
        ["sent from my ", "envoyé de mon ", "inviato dal mio ", "diese nachricht wurde von meinem "];
    const STARTS: [&str; 31] = [
        "sent from ",
        "sent via ",
        "sent with ",
        "sent by ",
        "sent on the go",
        "from my iphone",
        "from my ipad",
        "someone from mobile",
        "get outlook for ",
        "get [outlook for ",
        "envoyé depuis ",
        "envoyé à partir ",
        "envoyé avec la messagerie sécurisée",
        "envoyé avec proton",
        "obtenir outlook pour ",
        "obtenez outlook pour ",
        "télécharger outlook pour ",
        "inviato da ",
        "ottieni outlook per ",
        "scarica outlook per ",
        "enviado desde ",
        "enviado do ",
        "gesendet von ",
        "gesendet mit ",
        "holen sie sich outlook für ",
        "sendt fra ",
        "skickat från ",
        "verzonden met ",
        "verzonden vanaf ",
        "wysłane z ",
        "從我的 iphone",
    ];
    let line = line.trim_matches(['<', '>', '(', ')', '*', ' ']).to_lowercase();
    let starts_with = |starts: &[&str]| starts.iter().any(|start| line.starts_with(start));
    // "Sent by registered mail yesterday." is a person's sentence; a service's own has a link.
    let is_sentence = line.ends_with(['.', '!', '?']) && !line.contains("](");
    let is_german = line.starts_with("von meinem ") && line.contains("gesendet");
    let is_outlook =
        line.starts_with("outlook für ") && (line.ends_with("beziehen") || line.ends_with("herunterladen"));
    let is_device = starts_with(&DEVICES) || is_german || is_outlook || !is_sentence && starts_with(&STARTS);
    is_device && line.len() < 160
}

/// `-----Original Message-----` and its relatives.
pub(super) fn is_banner(line: &str) -> bool {
    const TEXTS: [&str; 19] = [
        "original message",
        "originalmeldung",
        "original-nachricht",
        "originalnachricht",
        "ursprüngliche nachricht",
        "weitergeleitete nachricht",
        "message d'origine",
        "message d’origine",
        "message original",
        "message transféré",
        "messaggio originale",
        "messaggio inoltrato",
        "mensaje original",
        "mensaje reenviado",
        "mensagem original",
        "oorspronkelijk bericht",
        "doorgestuurd bericht",
        "forwarded message",
        "forwarded by",
    ];
    let bare = line.trim_matches(['*', ' ']);
    let text = bare.trim_matches(['-', '_', '=', ' ']).to_lowercase();
    let is_ruled = bare.starts_with("--") && bare.len() < 120;
    (is_ruled && TEXTS.iter().any(|known| text.starts_with(known)))
        || [
            "begin forwarded message:",
            "anfang der weitergeleiteten nachricht:",
            "début du message réexpédié :",
            "inizio messaggio inoltrato:",
        ]
        .contains(&bare.to_lowercase().as_str())
}

/// What a mail server appends to every mail: that it is confidential, signed or checked.
pub(super) fn is_notice(lines: &[&str]) -> bool {
    const STARTS: [&str; 22] = [
        "diese e-mail",
        "dieses e-mail",
        "diese email",
        "diese mail",
        "diese nachricht",
        "der inhalt dieser",
        "die information",
        "ce message",
        "ce courriel",
        "ce mail",
        "cet e-mail",
        "cet email",
        "le contenu de ce",
        "questo messaggio",
        "questa e-mail",
        "questa email",
        "il contenuto di quest",
        "this e-mail",
        "this email",
        "this message",
        "the information in this",
        "the content of this",
    ];
    const SUBJECTS: [&str; 16] = [
        "vertraulich",
        "irrtümlich",
        "verschlüsselt",
        "gesichert",
        "signiert",
        "viren",
        "confidenti",
        "par erreur",
        "chiffré",
        "signé",
        "riservat",
        "per errore",
        "cifrat",
        "in error",
        "encrypted",
        "virus",
    ];
    let mut words = lines.iter().map(|line| line.trim()).filter(|line| !is_rule(line));
    let Some(first) = words.next().map(str::to_lowercase) else { return false };
    let rest: Vec<String> = words.map(str::to_lowercase).collect();
    let mentions = |line: &String| SUBJECTS.iter().any(|subject| line.contains(subject));
    STARTS.iter().any(|start| first.starts_with(start)) && (mentions(&first) || rest.iter().any(mentions))
}

/// What a mail server puts in front of a mail from outside: where it comes from, and what not to open.
pub(super) fn is_warning(lines: &[&str]) -> bool {
    const TAGS: [&str; 4] = ["[extern]", "[external]", "[externe]", "[esterno]"];
    const STARTS: [&str; 12] = [
        "[ext",
        "[est",
        "caution",
        "warning",
        "external",
        "achtung",
        "vorsicht",
        "warnung",
        "externe",
        "attention",
        "prudence",
        "attenzione",
    ];
    const OUTSIDE: [&str; 6] = ["extern", "ausserhalb", "außerhalb", "outside", "extérieur", "estern"];
    const ADVICE: [&str; 10] =
        ["klick", "anhänge", "anhang", "click", "attachment", "clique", "pièces jointes", "clicca", "allegat", "link"];
    const LONGEST: usize = 600;
    let text = lines.join(" ").to_lowercase();
    let text = text.trim_matches(['*', ' ']);
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    TAGS.contains(&text)
        || text.len() <= LONGEST && STARTS.iter().any(|start| text.starts_with(start)) && has(&OUTSIDE) && has(&ADVICE)
}
