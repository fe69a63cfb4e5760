//! The mail server of a run, and its referee: it decides what becomes of each mail by a script, and
//! writes down what it took before it says so.

mod book;
mod conversation;
mod mode;
mod stream;
mod tls;

use std::net::{Ipv4Addr, TcpListener};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

pub(super) use book::{Book, Ending, Record};
pub(super) use mode::{DOMAIN, Door};
pub(super) use tls::Tls;

use conversation::Conversation;
use stream::Stream;

/// Shared by all connections. Clones are the same referee.
#[derive(Debug, Clone)]
pub(super) struct Referee(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    tls: Option<Tls>,
    door: Mutex<Door>,
    faults: AtomicBool,
    keeps_texts: AtomicBool,
    delay_ms: AtomicU64,
    book: Mutex<Book>,
}

impl Referee {
    /// Listens on loopback until the process ends. With `tls`, STARTTLS is offered and mail in clear noted.
    pub(super) fn start(port: u16, tls: Option<Tls>) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).context("the mail server's port is taken")?;
        let referee = Self(Arc::new(Shared {
            tls,
            door: Mutex::default(),
            faults: AtomicBool::new(true),
            keeps_texts: AtomicBool::new(false),
            delay_ms: AtomicU64::new(0),
            book: Mutex::default(),
        }));
        let accepting = referee.clone();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let referee = accepting.clone();
                thread::spawn(move || {
                    referee.0.book().connections += 1;
                    // How a conversation ends is the sender's to judge; the book holds what was taken.
                    let _ = Stream::new(stream).and_then(|stream| Conversation::new(&referee.0, stream).hold());
                });
            }
        });
        Ok(referee)
    }

    /// Forgets everything and behaves well again.
    pub(super) fn reset(&self) {
        *self.book() = Book::default();
        self.set_door(Door::Open);
        self.set_faults(true);
        self.set_delay(Duration::ZERO);
        self.keep_texts(false);
    }

    pub(super) fn book(&self) -> MutexGuard<'_, Book> {
        self.0.book()
    }

    pub(super) fn set_door(&self, door: Door) {
        *self.0.door.lock().unwrap_or_else(PoisonError::into_inner) = door;
    }

    /// The same referee behind this door.
    pub(super) fn at(self, door: Door) -> Self {
        self.set_door(door);
        self
    }

    /// Whether addresses that name a mode get it, or are accepted like all others.
    pub(super) fn set_faults(&self, on: bool) {
        self.0.faults.store(on, Ordering::Relaxed);
    }

    /// How long each mail takes between the final dot and its 250.
    pub(super) fn set_delay(&self, delay: Duration) {
        self.0.delay_ms.store(u64::try_from(delay.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub(super) fn keep_texts(&self, on: bool) {
        self.0.keeps_texts.store(on, Ordering::Relaxed);
    }
}

impl Shared {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn door(&self) -> Door {
        *self.door.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_faults(&self) -> bool {
        self.faults.load(Ordering::Relaxed)
    }

    fn delay(&self) -> Duration {
        Duration::from_millis(self.delay_ms.load(Ordering::Relaxed))
    }

    fn write_down(&self, mut record: Record) {
        if !self.keeps_texts.load(Ordering::Relaxed) {
            record.text = Vec::new();
        }
        self.book().records.push(record);
    }
}

#[cfg(test)]
mod tests;
