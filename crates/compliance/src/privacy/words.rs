//! What documents say to a person, in the person's language.

use entity::{EmailAddress, Language, data_subject_request::RequestKind};
use mailer::db::{find_value, statement};
use sea_orm::{ActiveEnum, DatabaseConnection, DbErr};

/// A word that lacks a language does not compile.
macro_rules! words {
    ($($name:ident: $en:literal, $de:literal, $fr:literal, $it:literal;)+) => {
        pub(super) struct Words {
            $(pub $name: &'static str,)+
        }

        impl Words {
            pub(super) fn of(language: Language) -> Self {
                match language {
                    Language::En => Self { $($name: $en,)+ },
                    Language::De => Self { $($name: $de,)+ },
                    Language::Fr => Self { $($name: $fr,)+ },
                    Language::It => Self { $($name: $it,)+ },
                }
            }

            /// What a code of this column means.
            pub(super) fn code<'a>(&self, column: &str, code: &'a str) -> &'a str {
                match format!("{column}_{code}").as_str() {
                    $(stringify!($name) => self.$name,)+
                    _ => code,
                }
            }
        }
    };
}

include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../templates/person/words.txt"));

impl Words {
    pub(super) fn either(&self, is_so: bool) -> &'static str {
        if is_so { self.yes } else { self.no }
    }

    pub(super) fn agreed(&self, answer: Option<bool>) -> &'static str {
        answer.map_or(self.not_asked, |is_so| self.either(is_so))
    }

    /// A stored text; its lines of ours, which say in English what is left out, in this language.
    pub(super) fn in_words(&self, text: &str) -> String {
        let said = |line: &str| self.ours(line).unwrap_or_else(|| line.to_owned());
        text.split('\n').map(said).collect::<Vec<_>>().join("\n")
    }

    fn ours(&self, line: &str) -> Option<String> {
        let stored = Self::of(Language::En);
        let whole = [
            (stored.no_text, self.no_text),
            (stored.encrypted, self.encrypted),
            (stored.rest_left_out, self.rest_left_out),
            // As a replay writes it.
            (stored.placed_again, self.placed_again),
            // Stored before the end of a long text was read, too.
            ("[The rest of the text is too long to be shown]", self.rest_left_out),
        ];
        if let Some((_, shown)) = whole.into_iter().find(|(stored, _)| *stored == line) {
            return Some(shown.to_owned());
        }
        let (number, rest) = line.strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
        let repeats = ["line not shown: it repeats ", "lines not shown: they repeat "];
        let shown = match rest {
            "more bytes of text are not shown" => self.bytes_left_out,
            _ if repeats.iter().any(|repeats| rest.starts_with(repeats)) => self.lines_left_out,
            _ => return None,
        };
        let links = rest.split_once(", with links to ").map_or_else(String::new, |(_, hosts)| format!(" ({hosts})"));
        Some(shown.replace("{}", &format!("{}{links}", number.parse::<u64>().ok()?)))
    }
}

/// Renders the template of a language, which sees `$of` as `text`, and the brand. A language without one does not compile.
macro_rules! render {
    ($of:expr => $text:ty: $($language:ident $path:literal),+) => {
        match $of.language {
            $(Language::$language => {
                #[derive(askama::Template)]
                #[template(path = $path)]
                struct Page<'a> {
                    text: &'a $text,
                    brand: &'static mailer::brand::Brand,
                }
                askama::Template::render(&Page { text: $of, brand: mailer::brand::brand() })
            })+
        }
    };
}
pub(super) use render;

/// As the newest open request of an address notes it, first of these kinds in their order, or of the newest inquiry. `None` if
/// nothing stored says it.
pub async fn read_language(
    db: &DatabaseConnection,
    address: &EmailAddress,
    kinds: &[RequestKind],
) -> Result<Option<Language>, DbErr> {
    let sql = "SELECT language FROM ( \
                   SELECT language, received_at, 8 AS rank FROM inquiry JOIN compliance.inquiry_content AS content ON inquiry_id = inquiry.id \
                       WHERE content.email_key = $1 \
                   UNION ALL SELECT language, received_at, coalesce(array_position($2, kind), 7) \
                       FROM data_subject_request WHERE email_key = $1 AND language IS NOT NULL \
               ) AS said ORDER BY rank, received_at DESC LIMIT 1";
    let kinds: Vec<String> = kinds.iter().map(ActiveEnum::to_value).collect();
    find_value(db, statement(sql, [address.key().into(), kinds.into()])).await
}
