//! A bot check that makes no challenges and takes its verdicts from a function.

use std::fmt;

use api::bot_check::{BotCheck, ChallengeOut, TokenVerdict};
use entity::Digest;
use futures::future::BoxFuture;

struct Verifier<F>(F);

/// `verify` gets the token.
pub(crate) fn verifier<F>(verify: F) -> Box<dyn BotCheck>
where
    F: Fn(&str) -> BoxFuture<'static, TokenVerdict> + Send + Sync + 'static,
{
    Box::new(Verifier(verify))
}

impl<F> fmt::Debug for Verifier<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Verifier")
    }
}

impl<F> BotCheck for Verifier<F>
where
    F: Fn(&str) -> BoxFuture<'static, TokenVerdict> + Send + Sync,
{
    fn challenge(&self) -> Option<ChallengeOut> {
        None
    }

    fn digest(&self, token: &str) -> Digest {
        Digest::of(token)
    }

    fn verify<'a>(&'a self, token: &'a str) -> BoxFuture<'a, TokenVerdict> {
        (self.0)(token)
    }
}
