//! Helvetica: its encoding in a PDF, and the widths of its letters.

use encoding_rs::WINDOWS_1252;

/// From space to tilde, in thousandths of the size; Adobe's font metrics.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];
/// Bold letters, and those beyond ASCII, are a little wider than the table has them.
const ALLOWANCE: f32 = 1.08;
const OTHER: u16 = 600;

/// In `WinAnsiEncoding`. What it lacks becomes a question mark.
pub(super) fn encode(text: &str) -> Vec<u8> {
    let byte = |letter: char| match *WINDOWS_1252.encode(letter.encode_utf8(&mut [0; 4])).0 {
        [b'\t' | b'\n'] => b' ',
        [byte] if !letter.is_control() => byte,
        _ => b'?',
    };
    text.chars().map(byte).collect()
}

pub(super) fn width(text: &[u8]) -> f32 {
    let of = |letter: &u8| {
        let index = usize::from(*letter).checked_sub(32);
        f32::from(index.and_then(|index| WIDTHS.get(index)).copied().unwrap_or(OTHER))
    };
    text.iter().map(of).sum::<f32>() * ALLOWANCE / 1000.0
}

/// Lines of at most `limit` ems. A word that is longer is divided.
pub(super) fn wrap(text: &[u8], limit: f32) -> Vec<Vec<u8>> {
    let mut lines = vec![Vec::new()];
    for word in text.split(|&byte| byte == b' ').filter(|word| !word.is_empty()) {
        let line = lines.last_mut().expect("there is always a line");
        let longer = [line.as_slice(), b" ", word].concat();
        if line.is_empty() {
            line.extend_from_slice(word);
        } else if width(&longer) <= limit {
            *line = longer;
        } else {
            lines.push(word.to_vec());
        }
        divide_last(&mut lines, limit);
    }
    lines
}

fn divide_last(lines: &mut Vec<Vec<u8>>, limit: f32) {
    while let Some(line) = lines.last_mut() {
        let fits = (1..=line.len()).take_while(|&end| width(&line[..end]) <= limit).count().max(1);
        if fits >= line.len() {
            return;
        }
        let rest = line.split_off(fits);
        lines.push(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_every_letter_and_their_limit() {
        let text = "Zürich – the ledger's hash 5d1c9a0e5d1c9a0e5d1c9a0e5d1c9a0e5d1c9a0e5d1c9a0e ends it";
        let lines = wrap(&encode(text), 20.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| width(line) <= 20.0));
        let together = |lines: &[Vec<u8>]| lines.concat().into_iter().filter(|&byte| byte != b' ').collect::<Vec<_>>();
        assert_eq!(together(&lines), together(&[encode(text)]));
        assert_eq!(encode("ü–漢Žœ"), [0xfc, 0x96, b'?', 0x8e, 0x9c]);
    }
}
