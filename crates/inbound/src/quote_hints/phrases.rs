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
pub(crate) fn is_of_attribution(word: &str) -> bool {
    const WORDS: &str = "on at am pm a p m o man um uhr le à il el em op om den dnia giorno alle ore las la(s a w dne gmt utc cet cest from von de г в \
        wrote schrieb geschrieben hat écrit ha scritto scrisse scrive escribió escreveu schreef heeft het volgende geschreven skrev napisał napisal \
        napsal написал написав пише писал kirjoitti írta yazdı έγραψε mo di mi do fr sa so пн вт ср чт пт сб вс in data dniu \
        użytkownik uživatel пользователь р о på kl klo pe ma ti ke to tir ons tor fre lør søn mån lör sön στις ο χρήστης vào lúc đã \
        viết ngày mez mesz est edt godz út čt pá no dia às 在 于 写道 寫道 오전 오후 작성 في م ص كتب בתאריך יום א ב ג ד ה ו ש מאת כתב";
    // Shortened by clients.
    const DAYS_AND_MONTHS: &str = "monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag \
        samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunedì martedì mercoledì giovedì venerdì sabato \
        domenica lunes martes miércoles jueves viernes sábado domingo maandag dinsdag woensdag donderdag vrijdag zaterdag zondag \
        january february march april may june july august september october november december januar jänner februar märz mai juni juli \
        oktober dezember janvier février mars avril juin juillet août septembre octobre novembre décembre gennaio febbraio marzo aprile \
        maggio giugno luglio agosto settembre ottobre dicembre enero febrero abril mayo junio julio septiembre octubre noviembre \
        diciembre janeiro fevereiro março maio junho julho setembro outubro novembro dezembro januari februari maart augustus augusti \
        desember mrz mrt maj marts stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia \
        segunda terça quarta quinta sexta";
    // Of languages that inflect them.
    const BEGINNINGS: &str = "янв фев мар апр мая июн июл авг сен окт ноя дек";
    WORDS.split_whitespace().any(|known| word == known)
        || word.chars().count() > 2 && DAYS_AND_MONTHS.split_whitespace().any(|known| known.starts_with(word))
        || word.chars().count() <= 10 && BEGINNINGS.split_whitespace().any(|known| word.starts_with(known))
}
