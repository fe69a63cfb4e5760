//! From how many points on an inquiry is perhaps spam (`SPAM_LIMIT`).

use crate::{
    contact::ContactReason,
    env::{Env, SettingError},
    settings::SPAM_LIMIT,
};

/// `None`: nothing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpamLimit(Option<i16>);

impl SpamLimit {
    pub const OFF: Self = Self(None);

    pub fn from_env(env: &Env) -> Result<Self, SettingError> {
        if env.optional(&SPAM_LIMIT) == Some("off") {
            return Ok(Self::OFF);
        }
        let points: i16 = env.parsed(&SPAM_LIMIT)?;
        if !(2..=50).contains(&points) {
            return Err(SPAM_LIMIT.refuse(format!("{points} is out of range")));
        }
        Ok(Self(Some(points)))
    }

    /// An urgent inquiry needs twice as many: its mail is marked as important.
    pub fn points(self, reason: ContactReason) -> Option<i16> {
        self.0.map(|points| if reason.is_urgent() { 2 * points } else { points })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(value: &'static str) -> Result<SpamLimit, SettingError> {
        SpamLimit::from_env(&Env::from_pairs([(SPAM_LIMIT.name, value)]))
    }

    #[test]
    fn an_urgent_inquiry_needs_twice_the_points() {
        let default = SpamLimit::from_env(&Env::from_pairs([])).unwrap();
        assert_eq!(default.points(ContactReason::Other), Some(2));
        assert_eq!(default.points(ContactReason::IncidentResponse), Some(4));
        assert_eq!(limit("8").unwrap().points(ContactReason::Reselling), Some(8));
        assert_eq!(limit("off").unwrap().points(ContactReason::Other), None);
    }

    #[test]
    fn a_limit_that_marks_everybody_or_nobody_is_refused() {
        for value in ["0", "1", "51", "-5", "many", "on"] {
            assert_eq!(limit(value).unwrap_err().name, SPAM_LIMIT.name, "{value}");
        }
    }
}
