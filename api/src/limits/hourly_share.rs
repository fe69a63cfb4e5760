//! How much of something one client network, and those around it, had within an hour. Per process: with N processes each counts an Nth.

use std::{
    collections::HashMap,
    num::NonZeroU32,
    time::{Duration, Instant},
};

use parking_lot::Mutex;

use super::ClientNetwork;

const HOUR: Duration = Duration::from_hours(1);

#[derive(Debug)]
struct Window {
    began: Instant,
    taken: u32,
}

#[derive(Debug)]
pub(crate) struct HourlyShare {
    share: NonZeroU32,
    windows: Mutex<HashMap<ClientNetwork, Window>>,
}

impl HourlyShare {
    pub(crate) fn new(share: NonZeroU32) -> Self {
        Self { share, windows: Mutex::default() }
    }

    /// Counts one. Whether it is beyond the share. What is beyond that of a narrow network is not counted for its neighbours.
    pub(crate) fn take(&self, client: ClientNetwork) -> bool {
        let now = Instant::now();
        let mut windows = self.windows.lock();
        client.and_around().any(|(network, shares)| {
            let window = windows.entry(network).or_insert(Window { began: now, taken: 0 });
            if now.duration_since(window.began) >= HOUR {
                *window = Window { began: now, taken: 0 };
            }
            window.taken = window.taken.saturating_add(1);
            window.taken > shares * self.share.get()
        })
    }

    /// Takes back one count: nothing came of it.
    pub(crate) fn give_back(&self, client: ClientNetwork) {
        let mut windows = self.windows.lock();
        for (network, shares) in client.and_around() {
            let Some(window) = windows.get_mut(&network) else { break };
            window.taken = window.taken.saturating_sub(1);
            if window.taken >= shares * self.share.get() {
                break;
            }
        }
    }

    /// Forgets networks whose hour is over.
    pub(crate) fn forget_idle(&self) {
        let mut windows = self.windows.lock();
        windows.retain(|_, window| window.began.elapsed() < HOUR && window.taken > 0);
        windows.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_network_uses_up_its_own_share_alone() {
        let share = HourlyShare::new(NonZeroU32::new(2).unwrap());
        let network = |host: u8| ClientNetwork::of([192, 0, 2, host].into());
        let taken: Vec<bool> = (0..3).map(|_| share.take(network(1))).collect();
        assert_eq!(taken, [false, false, true]);
        assert!(!share.take(network(2)), "what is beyond the share of a neighbour does not count");
        share.give_back(network(1));
        share.give_back(network(1));
        assert!(!share.take(network(1)));
        share.forget_idle();
        assert!(share.take(network(1)), "the hour is not over");
    }

    #[test]
    fn a_customer_with_many_networks_has_no_share_for_each() {
        let share = HourlyShare::new(NonZeroU32::new(20).unwrap());
        let within = |networks: &[String]| {
            networks.iter().filter(|address| !share.take(ClientNetwork::of(address.parse().unwrap()))).count()
        };
        let of = |address: fn(u32) -> String| (0..256).map(address).collect::<Vec<_>>();
        assert_eq!(within(&of(|number| format!("2001:db8:1:{number:x}::1"))), 20, "a /56");
        assert_eq!(within(&of(|number| format!("2001:db8:2:{:x}::1", number << 8))), 40, "a /48");
        assert_eq!(within(&of(|number| format!("198.51.100.{number}"))), 40, "a /24");
        assert_eq!(within(&["2001:db8:3::1".to_owned(), "203.0.113.1".to_owned()]), 2, "others");
    }
}
