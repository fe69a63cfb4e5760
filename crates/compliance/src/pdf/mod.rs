//! Documents of plain pages: headings, paragraphs, and rows of a label and a value. The fonts are those that every reader
//! has, so nothing is embedded, and the same content gives the same bytes.

mod font;

use entity::Language;
use pdf_writer::{Content, Name, Pdf, Rect, Ref, Str, TextStr};

use self::font::{encode, wrap};

const WIDTH: f32 = 595.0;
const HEIGHT: f32 = 842.0;
const MARGIN: f32 = 64.0;
/// Where the values of rows begin.
const VALUES: f32 = MARGIN + 150.0;
const TEXT_SIZE: f32 = 10.0;
const REGULAR: Name<'static> = Name(b"F1");
const BOLD: Name<'static> = Name(b"F2");

/// Where the bars of a picture begin.
const BARS: f32 = VALUES + 80.0;
const BAR_HEIGHT: f32 = 8.0;
const BLUE: [f32; 3] = [0.29, 0.384, 0.522];
const RED: [f32; 3] = [0.784, 0.063, 0.18];

/// A4 pages that are filled from the top.
#[derive(Debug, Default)]
pub(crate) struct Document {
    language: Language,
    pages: Vec<Page>,
    /// From the top of the current page.
    down: f32,
}

#[derive(Debug, Default)]
struct Page {
    lines: Vec<Line>,
    bars: Vec<Bar>,
}

#[derive(Debug)]
struct Bar {
    y: f32,
    width: f32,
    colour: [f32; 3],
}

#[derive(Debug)]
struct Line {
    text: Vec<u8>,
    x: f32,
    y: f32,
    size: f32,
    font: Name<'static>,
}

impl Document {
    pub(crate) fn new(language: Language) -> Self {
        Self { language, ..Self::default() }
    }

    pub(crate) fn title(&mut self, text: &str) {
        self.lines(text, MARGIN, 18.0, BOLD);
        self.down += 8.0;
    }

    /// On the page of the five lines that follow it.
    pub(crate) fn heading(&mut self, text: &str) {
        self.make_room(12.0 + 1.4 * (12.0 + 5.0 * TEXT_SIZE));
        self.down += 10.0;
        self.lines(text, MARGIN, 12.0, BOLD);
        self.down += 2.0;
    }

    pub(crate) fn paragraph(&mut self, text: &str) {
        self.lines(text, MARGIN, TEXT_SIZE, REGULAR);
        self.down += 4.0;
    }

    pub(crate) fn row(&mut self, label: &str, value: &str) {
        // On the page that the value begins on.
        self.make_room(TEXT_SIZE);
        let (above, page) = (self.down, self.pages.len());
        self.lines_between(label, MARGIN, VALUES - TEXT_SIZE, TEXT_SIZE, REGULAR);
        let below = self.down;
        // A label that goes on on the next page has its value there.
        if self.pages.len() == page {
            self.down = above;
        }
        let page = self.pages.len();
        self.lines(value, VALUES, TEXT_SIZE, REGULAR);
        if self.pages.len() == page {
            self.down = self.down.max(below);
        }
    }

    /// A row whose value is drawn, too; `percent` of the room to the right.
    pub(crate) fn bar(&mut self, label: &str, value: &str, percent: u64, is_red: bool) {
        self.row(label, value);
        let y = HEIGHT - MARGIN - self.down;
        let share = f32::from(u8::try_from(percent.min(100)).unwrap_or(100)) / 100.0;
        let bar = Bar { y, width: (WIDTH - MARGIN - BARS) * share, colour: if is_red { RED } else { BLUE } };
        if let Some(page) = self.pages.last_mut().filter(|_| percent > 0) {
            page.bars.push(bar);
        }
    }

    /// A line is a heading after `# `, a label and its value two blanks apart or more, or a paragraph.
    pub(crate) fn text(&mut self, text: &str) {
        for line in text.lines().map(str::trim) {
            match (line.strip_prefix("# "), line.split_once("  ")) {
                (Some(heading), _) => self.heading(heading),
                (None, Some((label, value))) => self.row(label, value.trim()),
                (None, None) => self.paragraph(line),
            }
        }
    }

    fn make_room(&mut self, size: f32) {
        if self.pages.is_empty() || self.down + size > HEIGHT - 2.0 * MARGIN {
            self.pages.push(Page::default());
            self.down = 0.0;
        }
    }

    fn lines(&mut self, text: &str, x: f32, size: f32, font: Name<'static>) {
        self.lines_between(text, x, WIDTH - MARGIN, size, font);
    }

    fn lines_between(&mut self, text: &str, x: f32, right: f32, size: f32, font: Name<'static>) {
        for line in wrap(&encode(text), (right - x) / size) {
            self.make_room(size);
            self.down += size * 1.4;
            let y = HEIGHT - MARGIN - self.down;
            if let Some(page) = self.pages.last_mut() {
                page.lines.push(Line { text: line, x, y, size, font });
            }
        }
    }

    /// The bytes of the file.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.make_room(0.0);
        let [catalog, tree, regular, bold] = [1, 2, 3, 4].map(Ref::new);
        let count = i32::try_from(self.pages.len()).unwrap_or(i32::MAX);
        let page_ref = |number: i32| Ref::new(5 + 2 * number);
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(tree).lang(TextStr(self.language.code()));
        pdf.pages(tree).kids((0..count).map(page_ref)).count(count);
        for (font, name) in [(regular, Name(b"Helvetica")), (bold, Name(b"Helvetica-Bold"))] {
            pdf.type1_font(font).base_font(name).encoding_predefined(Name(b"WinAnsiEncoding"));
        }
        for (filled, number) in self.pages.iter().zip(0..) {
            let content = Ref::new(6 + 2 * number);
            let mut page = pdf.page(page_ref(number));
            page.media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).parent(tree).contents(content);
            page.resources().fonts().pair(REGULAR, regular).pair(BOLD, bold);
            drop(page);
            pdf.stream(content, &draw(filled));
        }
        pdf.finish()
    }
}

fn draw(Page { lines, bars }: &Page) -> Vec<u8> {
    let mut content = Content::new();
    for Bar { y, width, colour: [red, green, blue] } in bars {
        content.set_fill_rgb(*red, *green, *blue);
        content.rect(BARS, *y, *width, BAR_HEIGHT);
        content.fill_nonzero();
    }
    content.set_fill_rgb(0.0, 0.0, 0.0);
    for Line { text, x, y, size, font } in lines {
        content.begin_text();
        content.set_font(*font, *size);
        content.next_line(*x, *y);
        content.show(Str(text));
        content.end_text();
    }
    content.finish().to_vec()
}

#[cfg(test)]
mod tests {
    use super::{font::width, *};

    #[test]
    fn a_long_label_covers_neither_its_value_nor_the_next_row() {
        let mut document = Document::default();
        document.row("Äußerst lange Beschriftung einer Zeile, mit Umlauten und noch mehr", "kurz");
        document.row("Login", &"Rechtsschutzversicherungsgesellschaften".repeat(4));
        document.row("next", "row");
        let lines: Vec<_> = document.pages.iter().flat_map(|page| &page.lines).collect();
        let right = |line: &Line| line.x + width(&line.text) * line.size;
        for line in &lines {
            assert!(right(line) <= if line.x < VALUES { VALUES } else { WIDTH - MARGIN }, "{line:?}");
        }
        let below = |text: &[u8]| lines.iter().find(|line| line.text == text).unwrap().y;
        assert!(lines[1].x < VALUES && below(b"Login") < lines[1].y, "the label has a second line");
        assert!(lines.iter().all(|line| line.text == b"next" || line.text == b"row" || below(b"next") < line.y));
    }

    #[test]
    fn a_heading_is_on_the_page_of_its_first_sentence() {
        for rows in 0..60 {
            let mut document = Document::default();
            (0..rows).for_each(|_| document.row("row", "value"));
            document.heading("Heading");
            document.paragraph("a sentence");
            let page_of = |start: &[u8]| {
                document.pages.iter().position(|page| page.lines.iter().any(|line| line.text.starts_with(start)))
            };
            assert!(
                page_of(b"Heading").is_some() && page_of(b"Heading") == page_of(b"a sentence"),
                "after {rows} rows"
            );
        }
    }

    #[test]
    fn a_long_text_goes_on_on_further_pages_and_leaves_no_page() {
        let mut document = Document::default();
        document.title("Report");
        for number in 0..100 {
            document.row(&format!("row {number}"), &"a value of many words ".repeat(8));
        }
        assert!(document.pages.len() > 2);
        for line in document.pages.iter().flat_map(|page| &page.lines) {
            assert!(line.y > 40.0 && line.y < HEIGHT - MARGIN, "{line:?}");
        }
        let bytes = document.finish();
        assert!(bytes.starts_with(b"%PDF-") && bytes.ends_with(b"%%EOF"));
    }
}
