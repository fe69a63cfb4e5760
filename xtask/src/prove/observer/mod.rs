//! Looks into the database from outside the product, as its superuser: what is there, and moving times
//! where a wait of an hour would prove no more than one of a second.

mod scram;
mod wire;

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result};
use url::Url;

use crate::signals;
use wire::Connection;

#[derive(Debug, Clone)]
struct Server {
    address: SocketAddr,
    user: String,
    password: String,
    database: String,
}

/// One row of an answer, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row(Vec<Option<String>>);

impl Row {
    /// The value of a column; NULL is empty.
    pub(super) fn text(&self, column: usize) -> &str {
        self.0.get(column).and_then(Option::as_deref).unwrap_or_default()
    }

    pub(super) fn number(&self, column: usize) -> i64 {
        self.text(column).parse().unwrap_or_default()
    }
}

/// A connection that comes back after the server has been away. Clones have connections of their own.
#[derive(Debug)]
pub(super) struct Observer {
    server: Server,
    connection: Option<Connection>,
}

impl Clone for Observer {
    fn clone(&self) -> Self {
        Self { server: self.server.clone(), connection: None }
    }
}

impl Observer {
    /// `url` is a superuser's; `database` replaces the one that it names.
    pub(super) fn new(url: &str, database: &str) -> Result<Self> {
        let url = Url::parse(url).context("not a database URL")?;
        let server = Server {
            address: (Ipv4Addr::LOCALHOST, url.port().unwrap_or(5432)).into(),
            user: url.username().to_owned(),
            password: url.password().unwrap_or_default().to_owned(),
            database: database.to_owned(),
        };
        Ok(Self { server, connection: None })
    }

    pub(super) fn rows(&mut self, sql: &str) -> Result<Vec<Row>> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => Connection::open(&self.server)?,
        };
        let rows = connection.query(sql)?;
        self.connection = Some(connection);
        Ok(rows)
    }

    pub(super) fn run(&mut self, sql: &str) -> Result<()> {
        self.rows(sql).map(drop)
    }

    /// The one number that `sql` asks for.
    pub(super) fn number(&mut self, sql: &str) -> Result<i64> {
        let rows = self.rows(sql)?;
        Ok(rows.first().context("the query gave no row")?.number(0))
    }

    /// Whether `sql` gives 0 within the limit. A database that is away is no answer.
    pub(super) fn becomes_zero(&mut self, sql: &str, limit: Duration) -> Result<bool> {
        let mut pause = 0;
        signals::wait_until(limit, || {
            // Ten times a second is often enough to ask a database that has other work.
            pause = (pause + 1) % 5;
            Ok(pause == 1 && self.number(sql).is_ok_and(|number| number == 0))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asks_a_real_server() {
        // Without a server (this crate's tests alone) there is nothing to ask.
        let Ok(url) = std::env::var("TEST_DATABASE_URL") else { return };
        let mut observer = Observer::new(&url, "postgres").unwrap();
        let rows = observer.rows("SELECT 'a', NULL, 7, true; SELECT 'b', NULL, 8, 1 = 1").unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].text(0), rows[0].text(1), rows[0].number(2), rows[0].text(3)), ("b", "", 8, "t"));
        assert!(observer.rows("SELECT nonsense").unwrap_err().to_string().contains("nonsense"));
        assert_eq!(observer.number("SELECT 5").unwrap(), 5);
    }
}
