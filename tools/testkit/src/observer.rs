//! Looks into the database from outside the product, as its superuser: what is there, and moving times
//! where a wait of an hour would prove no more than one of a second.

use std::fmt;
use std::time::Duration;

use ::postgres::{Client, Config, NoTls, SimpleQueryMessage, SimpleQueryRow};
use anyhow::{Context, Result, anyhow};

use devstack::signals;

/// Moves the auto-replies of the run out of the hour in which only a hundred are sent.
pub const FORGET_THE_HOUR: &str = "\
    UPDATE outbox SET first_attempt_at = first_attempt_at - interval '2 hours' \
    WHERE kind = 'auto_reply' AND state <> 'sending' AND first_attempt_at > now() - interval '1 hour'";

/// One row of an answer, as text.
#[derive(Debug)]
pub struct Row(SimpleQueryRow);

impl Row {
    /// The value of a column; NULL is empty.
    pub fn text(&self, column: usize) -> &str {
        self.0.get(column).unwrap_or_default()
    }

    pub fn number(&self, column: usize) -> i64 {
        self.text(column).parse().unwrap_or_default()
    }
}

/// A connection that comes back after the server has been away. Clones have connections of their own.
pub struct Observer {
    server: Config,
    connection: Option<Client>,
}

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observer").finish_non_exhaustive()
    }
}

impl Clone for Observer {
    fn clone(&self) -> Self {
        Self { server: self.server.clone(), connection: None }
    }
}

impl Observer {
    /// `url` is a superuser's; `database` replaces the one that it names.
    pub fn new(url: &str, database: &str) -> Result<Self> {
        let mut server: Config = url.parse().context("not a database URL")?;
        server.dbname(database).application_name("observer").connect_timeout(Duration::from_secs(5));
        Ok(Self { server, connection: None })
    }

    /// The rows of the last statement in `sql`.
    pub fn rows(&mut self, sql: &str) -> Result<Vec<Row>> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.server.connect(NoTls).map_err(told)?,
        };
        let mut rows = Vec::new();
        for message in connection.simple_query(sql).map_err(told)? {
            match message {
                SimpleQueryMessage::RowDescription(_) => rows.clear(),
                SimpleQueryMessage::Row(row) => rows.push(Row(row)),
                _ => {}
            }
        }
        self.connection = Some(connection);
        Ok(rows)
    }

    pub fn run(&mut self, sql: &str) -> Result<()> {
        self.rows(sql).map(drop)
    }

    /// The one number that `sql` asks for.
    pub fn number(&mut self, sql: &str) -> Result<i64> {
        let rows = self.rows(sql)?;
        Ok(rows.first().context("the query gave no row")?.number(0))
    }

    /// Whether `sql` gives 0 within the limit. A database that is away is no answer.
    pub fn becomes_zero(&mut self, sql: &str, limit: Duration) -> Result<bool> {
        let mut pause = 0;
        signals::wait_until(limit, || {
            // Ten times a second is often enough to ask a database that has other work.
            pause = (pause + 1) % 5;
            Ok(pause == 1 && self.number(sql).is_ok_and(|number| number == 0))
        })
    }
}

/// What the server says of its refusal, not only that it refused.
fn told(error: ::postgres::Error) -> anyhow::Error {
    match error.as_db_error() {
        Some(refusal) => anyhow!("{refusal}"),
        None => error.into(),
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
