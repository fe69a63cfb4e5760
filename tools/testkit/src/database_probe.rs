//! A superuser's connection to the database under test, to read rows and to move times where waiting proves nothing.

use std::fmt;
use std::time::Duration;

use ::postgres::{Client, Config, NoTls, SimpleQueryMessage, SimpleQueryRow};
use anyhow::{Context, Result, anyhow};

use devstack::signals;

/// Moves auto-replies out of the hour with the limit of 100, and makes the oldest that the limit holds back due. No more
/// than the limit: the others would be held back again, each at the price of a claim.
pub const RESET_HOURLY_LIMIT: &str = "\
    UPDATE outbox SET first_attempt_at = first_attempt_at - interval '2 hours' \
    WHERE kind = 'auto_reply' AND state <> 'sending' AND first_attempt_at > now() - interval '1 hour'; \
    UPDATE outbox SET next_attempt_at = now() WHERE next_attempt_at > now() AND id IN ( \
        SELECT id FROM outbox WHERE state = 'retry' AND last_code = 'hourly_limit' \
        ORDER BY over_share, created_at LIMIT 100)";

/// One row, as text.
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

/// Reconnects after the server was down. A clone has a separate connection.
pub struct DatabaseProbe {
    server: Config,
    connection: Option<Client>,
}

impl fmt::Debug for DatabaseProbe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DatabaseProbe").finish_non_exhaustive()
    }
}

impl Clone for DatabaseProbe {
    fn clone(&self) -> Self {
        Self { server: self.server.clone(), connection: None }
    }
}

impl DatabaseProbe {
    /// `url` is that of a superuser. `database` replaces the database in it.
    pub fn new(url: &str, database: &str) -> Result<Self> {
        let mut server: Config = url.parse().context("not a database URL")?;
        server.dbname(database).application_name("database_probe").connect_timeout(Duration::from_secs(5));
        Ok(Self { server, connection: None })
    }

    /// The rows of the last statement in `sql`.
    pub fn rows(&mut self, sql: &str) -> Result<Vec<Row>> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.server.connect(NoTls).map_err(with_message)?,
        };
        let mut rows = Vec::new();
        for message in connection.simple_query(sql).map_err(with_message)? {
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

    /// The number that `sql` selects.
    pub fn number(&mut self, sql: &str) -> Result<i64> {
        let rows = self.rows(sql)?;
        Ok(rows.first().context("the query gave no row")?.number(0))
    }

    /// Whether `sql` selects 0 within the limit. A database that is down is asked again.
    pub fn becomes_zero(&mut self, sql: &str, limit: Duration) -> Result<bool> {
        let mut pause = 0;
        signals::wait_until(limit, || {
            // Ten times a second, to leave the database to the product.
            pause = (pause + 1) % 5;
            Ok(pause == 1 && self.number(sql).is_ok_and(|number| number == 0))
        })
    }
}

/// With the message of the server.
fn with_message(error: ::postgres::Error) -> anyhow::Error {
    match error.as_db_error() {
        Some(refusal) => anyhow!("{refusal}"),
        None => error.into(),
    }
}
