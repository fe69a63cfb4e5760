//! Percentiles of measured values.

/// The middle value (of an even number, the lower of the two).
pub fn median(values: &[f64]) -> f64 {
    percentile(values, 50)
}

/// The smallest value that at least `percent` of all values do not exceed; 0 of none.
pub fn percentile(values: &[f64], percent: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_were_measured() {
        let hundred: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        let cases = [
            (percentile(&hundred, 50), 50.0),
            (percentile(&hundred, 99), 99.0),
            (percentile(&[7.0], 99), 7.0),
            (percentile(&[], 99), 0.0),
            (median(&[9.0, 1.0, 5.0]), 5.0),
        ];
        for (found, expected) in cases {
            assert!((found - expected).abs() < f64::EPSILON, "{found} is not {expected}");
        }
    }
}
