//! Log lines on standard error, as text or JSON. Libraries never log what passes through them.

use std::{io, panic, process};

use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::{
    EnvFilter, Layer,
    filter::filter_fn,
    fmt::{self, MakeWriter},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

use crate::{
    env::{Env, SettingError},
    settings::{LOG_FORMAT, RUST_LOG},
};

/// Targets that quote personal data at any level: notices of the database server, which can contain a row, and
/// statements. And the pool and the job runner, which log every failure of an outage, with the server's text.
const SILENCED: [&str; 5] = ["sqlx::postgres::notice", "sqlx::query", "sqlx::pool", "sqlx_core::pool", "apalis_core"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
}

/// `LOG_FORMAT` and `RUST_LOG`.
#[derive(Debug, Clone)]
pub struct LogSettings {
    pub format: LogFormat,
    /// Valid directives in the syntax of `RUST_LOG`.
    pub filter: String,
}

impl LogSettings {
    pub fn from_env(env: &Env) -> Result<Self, SettingError> {
        let format = match env.required(&LOG_FORMAT)? {
            "text" => LogFormat::Text,
            "json" => LogFormat::Json,
            other => return Err(LOG_FORMAT.refuse(format!("{other:?} is unknown"))),
        };
        let filter = env.required(&RUST_LOG)?;
        EnvFilter::try_new(filter).map_err(|_| RUST_LOG.refuse("not a filter"))?;
        Ok(Self { format, filter: filter.to_owned() })
    }
}

/// Logs to standard error from here on. Call once per process.
///
/// `own_crates` log at the level of `RUST_LOG`; all other crates log at INFO at most.
pub fn start(settings: &LogSettings, own_crates: &'static [&'static str]) {
    subscriber(settings, own_crates, io::stderr).init();
}

/// The subscriber that [`start`] installs, with another writer for tests.
pub fn subscriber<W>(
    settings: &LogSettings,
    own_crates: &'static [&'static str],
    writer: W,
) -> impl Subscriber + Send + Sync + use<W>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let layer = match settings.format {
        LogFormat::Text => fmt::layer().with_writer(writer).with_ansi(false).boxed(),
        LogFormat::Json => fmt::layer().with_writer(writer).json().flatten_event(true).boxed(),
    };
    let filter = EnvFilter::new(&settings.filter);
    let cap = filter_fn(move |metadata| is_allowed(metadata, own_crates));
    tracing_subscriber::registry().with(layer.with_filter(filter).with_filter(cap))
}

/// Below INFO, HTTP, SMTP and database clients log headers, addresses and parameters.
fn is_allowed(metadata: &Metadata<'_>, own_crates: &[&str]) -> bool {
    let target = metadata.target();
    let crate_name = target.split("::").next().unwrap_or_default();
    let is_silenced = SILENCED.iter().any(|silenced| target.starts_with(silenced));
    own_crates.contains(&crate_name) || (*metadata.level() <= Level::INFO && !is_silenced)
}

/// The exit code that a shell gives a program that SIGPIPE has ended.
pub const CLOSED_PIPE: u8 = 141;

/// From here on a panic is logged by its place, without its message, which can quote a value. One of `print!` because the reader of the
/// pipe, such as `head`, wants no more ends the program without a word. The signal itself would, too, but also where a connection of
/// this process is closed.
pub fn log_panics() {
    panic::set_hook(Box::new(|info| {
        if info.payload_as_str().is_some_and(|text| text.starts_with("failed printing to stdout: Broken pipe")) {
            process::exit(CLOSED_PIPE.into());
        }
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        if tracing::dispatcher::has_been_set() {
            tracing::error!(%place, "panic");
        } else {
            eprintln!("panic at {place}");
        }
    }));
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Buffer(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Buffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn caps_libraries_at_info_and_silences_statements() {
        let settings = LogSettings::from_env(&Env::from_pairs([("RUST_LOG", "trace")])).unwrap();
        let buffer = Buffer::default();
        let writer = buffer.clone();
        tracing::subscriber::with_default(subscriber(&settings, &["entity"], move || writer.clone()), || {
            tracing::trace!("own trace");
            tracing::info!(target: "hyper::proto", "library info");
            tracing::debug!(target: "hyper::proto", "library debug");
            tracing::warn!(target: "sqlx::query", "statement");
        });
        let text = String::from_utf8(buffer.0.lock().unwrap().clone()).unwrap();
        assert!(text.contains("own trace") && text.contains("library info"), "{text}");
        assert!(!text.contains("library debug") && !text.contains("statement"), "{text}");
    }

    #[test]
    fn refuses_an_unknown_format_and_an_invalid_filter() {
        let refusal = |pair| LogSettings::from_env(&Env::from_pairs([pair])).unwrap_err().to_string();
        assert_eq!(refusal(("LOG_FORMAT", "xml")), "LOG_FORMAT: \"xml\" is unknown. Set it to text or json");
        assert!(refusal(("RUST_LOG", "api=loud")).starts_with("RUST_LOG: not a filter. Set it to a level such as"));
    }
}
