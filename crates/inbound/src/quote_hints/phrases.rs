//! What mail programs write in front of a quoted mail.

/// `-----Original Message-----` and its relatives.
pub(crate) fn is_banner(line: &str) -> bool {
    const TEXTS: &str = "original message|originalmeldung|original-nachricht|originalnachricht|ursprüngliche nachricht|\
        weitergeleitete nachricht|message d'origine|message d’origine|message original|message transféré|messaggio originale|\
        messaggio inoltrato|mensaje original|mensaje reenviado|mensagem original|oorspronkelijk bericht|doorgestuurd bericht|\
        oprindelig meddelelse|oprindelig besked|opprinnelig melding|ursprungligt meddelande|alkuperäinen viesti|forwarded message|\
        forwarded by";
    const OF_APPLE: &str = "begin forwarded message:|forwarded message:|anfang der weitergeleiteten nachricht:|début du message réexpédié :|\
        inizio messaggio inoltrato:";
    let bare = line.trim_matches(['*', ' ']);
    let text = bare.trim_matches(['-', '_', '=', ' ']).to_lowercase();
    let is_ruled = bare.starts_with("--") && bare.len() < 120;
    (is_ruled && TEXTS.split('|').any(|known| text.starts_with(known)))
        || OF_APPLE.split('|').any(|known| known == bare.to_lowercase())
}

/// Words of dates and verbs, in lower case.
pub(super) fn is_of_attribution(word: &str) -> bool {
    const WORDS: &str = "on at am pm um uhr le à il el em op om den dnia giorno alle ore las a w dne gmt utc cet cest from von de г в \
        wrote schrieb geschrieben hat écrit ha scritto scrisse scrive escribió escreveu schreef geschreven skrev napisał napisal \
        napsal написал написав пише писал kirjoitti írta yazdı έγραψε mo di mi do fr sa so пн вт ср чт пт сб вс in data dniu \
        użytkownik uživatel пользователь р о på kl klo pe ma ti ke to tir ons tor fre lør søn mån lör sön στις ο χρήστης vào lúc đã \
        viết ngày mez mesz est edt godz út čt pá no dia às 在 于 写道 寫道 오전 오후 작성 في م ص كتب בתאריך יום א ב ג ד ה ו ש מאת כתב";
    const DAYS_AND_MONTHS: &str = "mon tue wed thu fri sat sun die mit don fre sam son lun mar mer jeu ven dim gio sab dom jan feb fév \
        apr avr abr may mai mag jun jui giu jul lug aug aoû ago sep set oct okt ott nov dec dez déc dic gen ene янв фев мар апр мая июн \
        июл авг сен окт ноя дек";
    WORDS.split_whitespace().any(|known| word == known)
        || word.chars().count() <= 10 && DAYS_AND_MONTHS.split_whitespace().any(|known| word.starts_with(known))
}
