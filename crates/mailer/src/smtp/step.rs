//! One step of a dialogue, within its time limit.

use std::time::Duration;

use tokio::time::timeout;

use super::{
    outcome::Fault,
    phase::Phase,
    session::{Positive, Session},
    settings::Timeouts,
};

pub(super) type Broken = (Phase, Fault);

/// Runs one step within its time limit.
pub(super) async fn within<T>(
    limit: Duration,
    phase: Phase,
    step: impl Future<Output = Result<T, Fault>>,
) -> Result<T, Broken> {
    let result = timeout(limit, step).await.unwrap_or(Err(Fault::Timeout));
    result.map_err(|fault| (phase, fault))
}

pub(super) async fn command(
    session: &mut Session,
    limits: Timeouts,
    phase: Phase,
    command: impl std::fmt::Display,
) -> Result<(), Broken> {
    let step = async {
        let positive = session.command(&command.to_string()).await?;
        expect(&positive, |code| match phase {
            Phase::Data => code == 354,
            _ => (200..300).contains(&code),
        })
    };
    within(limits.command, phase, step).await
}

pub(super) fn expect(positive: &Positive, is_expected: impl Fn(u16) -> bool) -> Result<(), Fault> {
    if is_expected(positive.code) { Ok(()) } else { Err(Fault::Unexpected) }
}
