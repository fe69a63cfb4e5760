//! `security.txt` (RFC 9116). Its expiry is computed when it is served: the date of the build passes on a site that
//! nobody builds again.

use axum::body::Bytes;
use chrono::{DateTime, NaiveTime, SecondsFormat, TimeDelta, Utc};

use super::{File, files::tag_of};

pub(super) const PATH: &str = "/.well-known/security.txt";

/// RFC 9116, section 2.5.5, recommends less than a year ahead.
const DAYS: i64 = 300;

/// The file with an expiry counted from the beginning of the day, so that its tag changes once a day.
pub(super) fn with_expiry(file: &File, now: DateTime<Utc>) -> File {
    let expires = now.with_time(NaiveTime::MIN).latest().unwrap_or(now) + TimeDelta::days(DAYS);
    let expires = format!("Expires: {}", expires.to_rfc3339_opts(SecondsFormat::Secs, true));
    let text = String::from_utf8_lossy(&file.plain);
    let others = text.lines().filter(|line| !line.to_ascii_lowercase().starts_with("expires:"));
    let plain: Bytes = others.chain([expires.as_str()]).flat_map(|line| [line, "\n"]).collect::<String>().into();
    File { tag: tag_of(&plain, &file.policy), plain, brotli: None, gzip: None, ..file.clone() }
}
