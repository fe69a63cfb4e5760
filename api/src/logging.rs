//! Log lines: text or JSON on stderr, and no library may speak of what passes through it.

use std::panic;

use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::{
    EnvFilter, Layer,
    filter::filter_fn,
    fmt::{self, MakeWriter},
    layer::SubscriberExt,
};

use crate::settings::LogFormat;

/// Crates whose lines are known to hold no personal data at any level.
const OURS: [&str; 3] = ["api", "entity", "migration"];

/// Targets that speak at any level of what passes through them: the notices of the database server, which can quote
/// a row, and its statements.
const TELLTALES: [&str; 2] = ["sqlx::postgres::notice", "sqlx::query"];

/// Libraries are heard up to INFO whatever `RUST_LOG` says: below that, HTTP and database clients
/// write out headers, addresses and parameters.
fn is_harmless(metadata: &Metadata<'_>) -> bool {
    let root = metadata.target().split("::").next().unwrap_or_default();
    let is_telltale = TELLTALES.iter().any(|target| metadata.target().starts_with(target));
    OURS.contains(&root) || (*metadata.level() <= Level::INFO && !is_telltale)
}

/// The subscriber of the process; tests give it a buffer.
pub fn subscriber<W>(format: LogFormat, filter: EnvFilter, writer: W) -> impl Subscriber + Send + Sync
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let layer = match format {
        LogFormat::Text => fmt::layer().with_writer(writer).with_ansi(false).boxed(),
        LogFormat::Json => fmt::layer().with_writer(writer).json().flatten_event(true).boxed(),
    };
    tracing_subscriber::registry().with(layer.with_filter(filter).with_filter(filter_fn(is_harmless)))
}

/// Panics are reported by place alone: a message can quote a value.
pub fn report_panics_by_place() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(%place, "panic");
    }));
}
