//! Scripts that none of the office's languages is written in.

/// Of the letters. Names and terms in a message are fewer than the first.
const FOREIGN_PERCENT: usize = 30;

pub(crate) fn is_foreign(message: &str) -> bool {
    let letters = message.chars().filter(|c| c.is_alphabetic()).count();
    let foreign = message.chars().filter(|c| c.is_alphabetic() && !is_latin(*c)).count();
    foreign * 100 > letters * FOREIGN_PERCENT || message.split_whitespace().any(mixes_scripts)
}

/// Latin with its extensions, and signs such as º.
fn is_latin(c: char) -> bool {
    matches!(u32::from(c), 0..=0x24f | 0x1e00..=0x1eff | 0x2c60..=0x2c7f | 0xa720..=0xa7ff | 0xfb00..=0xfb06)
}

/// A Latin word with letters of another alphabet that look like Latin ones.
fn mixes_scripts(word: &str) -> bool {
    let is_lookalike = |c: char| matches!(u32::from(c), 0x370..=0x52f);
    let latin = word.chars().filter(|c| c.is_alphabetic() && is_latin(*c)).count();
    latin >= 2 && word.chars().filter(|c| c.is_alphabetic()).any(is_lookalike) && !word.contains(['-', '/'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_letters_count_from_a_third_on() {
        assert!(is_foreign("Здравствуйте, предлагаем продвижение сайта"));
        assert!(is_foreign("您好,我们提供 search engine 服务, 请联系我们"));
        assert!(!is_foreign("Grüezi, nous cherchons une société à Genève, perché sì, más o menos, Çelik Şahin Ł"));
        assert!(!is_foreign("Our colleague Иван asks whether you test OT networks in winter, too."));
        assert!(!is_foreign("5 µs, 10 Ω-resistors, α and β versions of the sensor firmware"));
        assert!(!is_foreign("12345 !?"));
    }

    #[test]
    fn a_word_of_two_alphabets_is_a_disguise() {
        assert!(is_foreign("Best рriсes for your viаgrа today, order here, we ship to all countries"));
        assert!(!is_foreign("The β-version and the Москва/Moscow office of our company"));
    }
}
