//! Named points at which a crash test stops the process, as a power cut would.
//!
//! Without the feature `failpoints` they are nothing; with it, `FAILPOINT=batch-writer-before-store` aborts there, and a name
//! that begins with `without` takes a defence away, so that it is seen what it is good for: `without-limits` those on
//! connections and waiting requests, `without-binding` a Turnstile token's host and action, `without-doubt` the
//! difference between no verdict and a good one, `without-labels` the routes' names in log and metrics.
//! The crate `fail` could do more than is needed here and would have every dependency built twice.

macro_rules! failpoint {
    ($name:literal) => {
        #[cfg(feature = "failpoints")]
        crate::failpoint::reached($name);
    };
}

pub(crate) use failpoint;

#[cfg(feature = "failpoints")]
pub(crate) fn reached(name: &str) {
    if is_on(name) {
        std::process::abort();
    }
}

pub(crate) fn is_on(name: &str) -> bool {
    cfg!(feature = "failpoints") && std::env::var("FAILPOINT").is_ok_and(|wanted| wanted == name)
}
