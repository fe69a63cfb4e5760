//! Log lines: ids, states and codes, never personal data.

use std::panic;

use entity::env::{Env, SettingError};
use tracing_subscriber::{EnvFilter, layer::SubscriberExt, util::SubscriberInitExt};

/// Reads `RUST_LOG` and `LOG_FORMAT` (`text` or `json`) and starts logging to standard error.
pub fn start(env: &Env) -> Result<(), SettingError> {
    let filter = env.optional("RUST_LOG").unwrap_or("info");
    let filter = EnvFilter::try_new(filter).map_err(|_| {
        SettingError::new("RUST_LOG", "not a filter", "Write a level such as info, or TARGET=LEVEL,TARGET=LEVEL")
    })?;
    let registry = tracing_subscriber::registry().with(filter);
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let started = match env.optional("LOG_FORMAT").unwrap_or("text") {
        "text" => registry.with(lines).try_init(),
        "json" => registry.with(lines.json()).try_init(),
        _ => return Err(SettingError::new("LOG_FORMAT", "neither text nor json", "Set it to text or json")),
    };
    started.map_err(|_| SettingError::new("RUST_LOG", "logging was started before", "Start it once"))
}

/// Panics are reported by place alone: a message can quote a value.
pub fn report_panics_by_place() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        if tracing::dispatcher::has_been_set() {
            tracing::error!(%place, "panic");
        } else {
            eprintln!("worker: a fault of this program, at {place}");
        }
    }));
}
