//! Who is connected. When there is no room, the connection that has kept us waiting longest makes room.

use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use ipnet::IpNet;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::{limits::ClientNetwork, metrics};

/// Whether we work on a connection's request, or wait for the other side.
#[derive(Debug, Clone)]
pub(crate) struct RequestActivity(Arc<Activity>);

#[derive(Debug)]
struct Activity {
    is_working: AtomicBool,
    /// Since when it is the other side's turn.
    waiting_since: Mutex<Instant>,
}

impl RequestActivity {
    /// The request has arrived whole.
    pub(crate) fn begin(&self) {
        self.0.is_working.store(true, Ordering::Relaxed);
    }

    /// The answer is ready; reading it is the other side's work.
    pub(super) fn end(&self) {
        *self.0.waiting_since.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.0.is_working.store(false, Ordering::Relaxed);
    }

    /// Comes back once the other side has kept us waiting for so long.
    pub(super) async fn kept_waiting_for(&self, limit: Duration) {
        loop {
            // While we are at work it has not even begun.
            let until = self.waiting_since().unwrap_or_else(Instant::now) + limit;
            if until <= Instant::now() {
                return;
            }
            sleep_until(until).await;
        }
    }

    fn waiting_since(&self) -> Option<Instant> {
        let is_working = self.0.is_working.load(Ordering::Relaxed);
        (!is_working).then(|| *self.0.waiting_since.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// All open connections.
#[derive(Debug, Clone)]
pub(super) struct Connections {
    all: Arc<Mutex<HashMap<u64, Entry>>>,
    max: usize,
    max_per_peer: usize,
    min_idle: Duration,
    trusted: Arc<[IpNet]>,
}

#[derive(Debug)]
struct Entry {
    peer: ClientNetwork,
    working: RequestActivity,
    cut: CancellationToken,
}

/// A place among the connections, given back when it is dropped.
#[derive(Debug)]
pub(super) struct ConnectionSlot {
    id: u64,
    connections: Connections,
    pub working: RequestActivity,
    /// Cancelled when this connection has to make room.
    pub cut: CancellationToken,
}

impl Connections {
    /// Connections idle for less than `min_idle` are never evicted: under load their request may have arrived unread.
    pub(super) fn new(max: usize, max_per_peer: usize, min_idle: Duration, trusted: Vec<IpNet>) -> Self {
        Self { all: Arc::default(), max, max_per_peer, min_idle, trusted: trusted.into() }
    }

    /// A place, at another's cost if need be; none if all are at work or have only just come.
    pub(super) fn admit(&self, id: u64, address: SocketAddr) -> Option<ConnectionSlot> {
        let peer = ClientNetwork::of(address.ip());
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        // All visitors behind a proxy of ours share its address.
        if !self.is_trusted(address.ip())
            && all.values().filter(|entry| entry.peer == peer).count() >= self.max_per_peer
        {
            self.cut_longest_waiting(&mut all, |entry| entry.peer == peer, "per_peer")?;
        }
        if all.len() >= self.max {
            self.cut_longest_waiting(&mut all, |_| true, "total")?;
        }
        let working = RequestActivity(Arc::new(Activity {
            is_working: AtomicBool::new(false),
            waiting_since: Mutex::new(Instant::now()),
        }));
        let cut = CancellationToken::new();
        all.insert(id, Entry { peer, working: working.clone(), cut: cut.clone() });
        metrics::connection_opened();
        Some(ConnectionSlot { id, connections: self.clone(), working, cut })
    }

    fn is_trusted(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(&address.to_canonical()))
    }

    fn cut_longest_waiting(
        &self,
        all: &mut HashMap<u64, Entry>,
        may_be_cut: impl Fn(&Entry) -> bool,
        reason: &'static str,
    ) -> Option<()> {
        let (since, id) = all
            .iter()
            .filter(|(_, entry)| may_be_cut(entry))
            .filter_map(|(id, entry)| entry.working.waiting_since().map(|since| (since, *id)))
            .min()?;
        if since.elapsed() < self.min_idle {
            return None;
        }
        let entry = all.remove(&id)?;
        entry.cut.cancel();
        metrics::connection_cut(reason);
        Some(())
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.connections.all.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
        metrics::connection_closed();
    }
}
