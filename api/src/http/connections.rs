//! The open connections, and which one is evicted when all slots are in use.

use std::{
    cmp::Reverse,
    collections::HashMap,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use parking_lot::Mutex;
use tokio::{
    task::yield_now,
    time::{Instant, sleep_until},
};
use tokio_util::sync::CancellationToken;

use super::Limits;
use crate::limits::ClientNetwork;

/// Whether the api works on a request of the connection, or waits for the client.
#[derive(Debug, Clone)]
pub(crate) struct RequestActivity(Arc<Activity>);

#[derive(Debug)]
struct Activity {
    is_active: AtomicBool,
    /// Since when it waits for the client to send or to read.
    waiting_since: Mutex<Instant>,
}

impl RequestActivity {
    /// The whole request has arrived.
    pub(crate) fn begin(&self) {
        self.0.is_active.store(true, Ordering::Relaxed);
    }

    /// The response is ready; the client has to read it.
    pub(super) fn end(&self) {
        *self.0.waiting_since.lock() = Instant::now();
        self.0.is_active.store(false, Ordering::Relaxed);
    }

    /// Completes when the connection has waited for the client for `limit`.
    pub(super) async fn client_idle_for(&self, limit: Duration) {
        loop {
            // While a request is worked on, the wait has not begun.
            let until = self.waiting_since().unwrap_or_else(Instant::now) + limit;
            if until <= Instant::now() {
                return;
            }
            sleep_until(until).await;
        }
    }

    fn waiting_since(&self) -> Option<Instant> {
        let is_active = self.0.is_active.load(Ordering::Relaxed);
        (!is_active).then(|| *self.0.waiting_since.lock())
    }
}

/// A network with this many connections more than the new client's is evicted from at any time. Browsers open six.
const MAX_LEAD: usize = 8;

/// All open connections.
#[derive(Debug, Clone)]
pub(super) struct Connections {
    all: Arc<Mutex<HashMap<u64, Entry>>>,
    limits: Limits,
}

#[derive(Debug)]
struct Entry {
    network: ClientNetwork,
    /// A trusted proxy: all visitors behind it share its address.
    is_trusted: bool,
    activity: RequestActivity,
    cut: CancellationToken,
}

/// What a new connection finds.
enum Room {
    Free,
    Evict {
        victim: u64,
        reason: &'static str,
    },
    /// Every connection is worked on or too young.
    Full,
}

/// One of the slots, released when it is dropped.
#[derive(Debug)]
pub(super) struct ConnectionSlot {
    id: u64,
    connections: Connections,
    pub activity: RequestActivity,
    /// Cancelled when this connection is evicted.
    pub cut: CancellationToken,
}

impl Connections {
    /// Connections idle for less than `min_idle` are evicted only from networks that hold far more than their share:
    /// under load their request may have arrived unread.
    pub(super) fn new(limits: Limits) -> Self {
        Self { all: Arc::default(), limits }
    }

    /// A slot, if necessary after an eviction. `None` if every connection is worked on or too young.
    pub(super) async fn take_slot(&self, id: u64, address: SocketAddr) -> Option<ConnectionSlot> {
        let network = ClientNetwork::of(address.ip());
        let is_trusted = self.limits.trusted_proxies.contains(address.ip());
        if matches!(self.room(&self.all.lock(), network, is_trusted), Room::Evict { .. }) {
            // While the process had no processor, requests may have arrived. They are read first: their connections only
            // look idle.
            yield_now().await;
        }
        let mut all = self.all.lock();
        match self.room(&all, network, is_trusted) {
            Room::Free => {}
            Room::Evict { victim, reason } => evict(&mut all, victim, reason),
            Room::Full => return None,
        }
        let activity = RequestActivity(Arc::new(Activity {
            is_active: AtomicBool::new(false),
            waiting_since: Mutex::new(Instant::now()),
        }));
        let cut = CancellationToken::new();
        all.insert(id, Entry { network, is_trusted, activity: activity.clone(), cut: cut.clone() });
        metrics::gauge!("http_connections").increment(1.0);
        Some(ConnectionSlot { id, connections: self.clone(), activity, cut })
    }

    /// Evicts every connection: the process stops.
    pub(super) fn cut_all(&self) {
        for entry in self.all.lock().values() {
            entry.cut.cancel();
        }
    }

    /// Whether a client of `network` gets a slot.
    fn room(&self, all: &HashMap<u64, Entry>, network: ClientNetwork, is_trusted: bool) -> Room {
        let of_network = || all.iter().filter(|(_, entry)| entry.network == network);
        let held = of_network().count();
        let (victim, reason) = if held >= self.limits.max_connections_per_peer && !is_trusted {
            (self.longest_waiting(of_network()), "per_peer")
        } else if all.len() >= self.limits.max_connections {
            (Self::over_share(all, held).or_else(|| self.longest_waiting(all.iter())), "total")
        } else {
            return Room::Free;
        };
        victim.map_or(Room::Full, |victim| Room::Evict { victim, reason })
    }

    /// Of the network with the most connections, the one that has waited longest, if that network holds far more than
    /// `held`: few networks that reconnect all the time must not take the slots of all others.
    fn over_share(all: &HashMap<u64, Entry>, held: usize) -> Option<u64> {
        let untrusted = || all.iter().filter(|(_, entry)| !entry.is_trusted);
        let mut counts: HashMap<ClientNetwork, usize> = HashMap::new();
        for (_, entry) in untrusted() {
            *counts.entry(entry.network).or_default() += 1;
        }
        counts.retain(|_, count| *count > held + MAX_LEAD);
        let waiting = untrusted().filter_map(|(id, entry)| {
            Some((*counts.get(&entry.network)?, Reverse(entry.activity.waiting_since()?), *id))
        });
        waiting.max().map(|(_, _, id)| id)
    }

    /// The one of `entries` that has waited longest, for `min_idle` at least.
    fn longest_waiting<'a>(&self, entries: impl Iterator<Item = (&'a u64, &'a Entry)>) -> Option<u64> {
        let waiting = entries.filter_map(|(id, entry)| Some((entry.activity.waiting_since()?, *id)));
        waiting.min().filter(|(since, _)| since.elapsed() >= self.limits.min_idle).map(|(_, id)| id)
    }
}

fn evict(all: &mut HashMap<u64, Entry>, id: u64, reason: &'static str) {
    if let Some(entry) = all.remove(&id) {
        entry.cut.cancel();
        metrics::counter!("http_connections_cut_total", "reason" => reason).increment(1);
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.connections.all.lock().remove(&self.id);
        metrics::gauge!("http_connections").decrement(1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of an IPv6 address, the network is a /64, whose first address is not the proxy's.
    #[tokio::test]
    async fn no_connection_of_a_trusted_proxy_is_evicted_for_a_visitor() {
        let proxy = "[2001:db8::5]:1".parse().unwrap();
        let trusted = ["2001:db8::5/128".parse().unwrap()].into_iter().collect();
        let connections = Connections::new(Limits {
            max_connections: 20,
            max_connections_per_peer: 10,
            min_idle: Duration::from_mins(1),
            trusted_proxies: trusted,
            ..Limits::default()
        });
        let mut slots = Vec::new();
        for id in 0..20 {
            slots.push(connections.take_slot(id, proxy).await.expect("it is not held to the limit per peer"));
        }
        assert!(connections.take_slot(20, "198.51.100.1:1".parse().unwrap()).await.is_none());
        assert!(!slots.iter().any(|slot| slot.cut.is_cancelled()));
    }
}
