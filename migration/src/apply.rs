//! Applies the SQL files to a database.

use std::collections::HashMap;

use anyhow::{Context, bail};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use crate::files::{File, Files};

/// First line of a step that Postgres runs outside a transaction only, such as `CREATE INDEX CONCURRENTLY`. Each of its
/// statements then ends in `;` and a line break.
const NO_TRANSACTION: &str = "-- no transaction\n";

/// Live functions that differ from what was recorded when their files were applied.
macro_rules! changed_functions_sql {
    () => {
        concat!(
            "SELECT coalesce(live.name, recorded.name) AS name, CASE WHEN recorded.name IS NULL THEN 'is in no file' \
                 WHEN live.name IS NULL THEN 'is missing' ELSE 'was changed' END AS finding FROM (",
            include_str!("live_functions.sql"),
            ") AS live FULL JOIN (
                 SELECT DISTINCT ON (file) split_part(file, '/', 2) AS name, definition FROM schema_migrations
                 WHERE definition IS NOT NULL ORDER BY file, applied_at DESC
             ) AS recorded USING (name)
             WHERE live.definition IS DISTINCT FROM recorded.definition ORDER BY 1"
        )
    };
}
/// The newest release that has migrated the database, if it is newer than `$1`, and whether its schema serves that one.
macro_rules! newest_release_sql {
    () => {
        "SELECT string_to_array(serves, '.')::integer[] <= own AS is_served, version, serves \
         FROM schema_release, (SELECT string_to_array($1, '.')::integer[]) AS given (own) \
         WHERE string_to_array(version, '.')::integer[] > own \
         ORDER BY string_to_array(version, '.')::integer[] DESC LIMIT 1"
    };
}
pub(crate) use {changed_functions_sql, newest_release_sql};

/// Applies what the database lacks: the baseline as a whole, each step by itself, and at last the functions that have
/// changed. A file whose line `-- needs:` names functions gets them first, in its transaction. A database of a newer release
/// that serves this one stays as it is.
pub(crate) async fn apply_files(files: &Files, session: &mut PgConnection) -> anyhow::Result<Outcome> {
    let mut schema = Schema::read(files, session).await?;
    let newest = sqlx::query_as(newest_release_sql!()).bind(files.version).fetch_optional(&mut *session).await?;
    if let Some::<(bool, String, String)>((is_served, version, _)) = newest {
        if is_served {
            return Ok(Outcome::Newer);
        }
        bail!(
            "the database is of release {version}, which does not serve {}: run its `migration` program, or restore a backup",
            files.version
        );
    }
    schema.refuse_others(session).await?;
    // Before the first step: one that fails leaves what an older program must not take for its own.
    sqlx::query(RECORD_RELEASE).bind(files.version).bind(files.serves).execute(&mut *session).await?;
    let mut transaction = session.begin().await?;
    for file in files.baseline {
        schema.apply_tables(file, &mut transaction).await?;
    }
    transaction.commit().await?;
    for step in files.steps {
        if step.sql.starts_with(NO_TRANSACTION) {
            schema.apply_tables(step, session).await?;
        } else {
            let mut transaction = session.begin().await?;
            schema.apply_tables(step, &mut transaction).await?;
            transaction.commit().await?;
        }
    }
    let mut transaction = session.begin().await?;
    for function in files.functions {
        schema.apply_function(function, &mut transaction).await?;
    }
    transaction.commit().await?;
    Ok(Outcome::Current)
}

/// What a migration leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The schema of this release.
    Current,
    /// That of a newer release, which serves this one.
    Newer,
}

const RECORD_RELEASE: &str = "\
    INSERT INTO schema_release (version, serves) VALUES ($1, $2) \
    ON CONFLICT (version) DO UPDATE SET serves = excluded.serves, applied_at = clock_timestamp()";

struct Schema<'a> {
    files: &'a Files,
    /// The hashes of each file that was applied, the newest last.
    applied: HashMap<String, Vec<String>>,
    /// Functions that somebody has changed by hand; they are applied again.
    changed: Vec<String>,
}

impl<'a> Schema<'a> {
    async fn read(files: &'a Files, session: &mut PgConnection) -> anyhow::Result<Self> {
        let sql = "SELECT file, array_agg(hash ORDER BY applied_at) FROM schema_migrations GROUP BY file";
        let applied = sqlx::query_as(sql).fetch_all(&mut *session).await?.into_iter().collect();
        let changed = sqlx::query_as::<_, (String, String)>(changed_functions_sql!()).fetch_all(session).await?;
        Ok(Self { files, applied, changed: changed.into_iter().map(|(name, _)| name).collect() })
    }

    /// Refuses a table's file of another text, and what no release that is recorded has left.
    async fn refuse_others(&self, session: &mut PgConnection) -> anyhow::Result<()> {
        let known: HashMap<_, _> = self.files.paths_and_hashes().into_iter().collect();
        for (path, hashes) in &self.applied {
            let newest = hashes.last();
            match (known.get(path), path.strip_prefix("functions/")) {
                (None, Some(name)) if self.files.drop(name) || !exists(name, session).await? => {}
                (None, Some(name)) => bail!(
                    "the database has the function {name}, which this program does not know: a step drops a function that \
                     has no file any more"
                ),
                (None, None) => bail!("the database has {path}: run the `migration` program of the newest version"),
                (Some(hash), Some(name)) if hashes.contains(hash) && newest != Some(hash) => bail!(
                    "the function {name} was replaced by a newer one: run the `migration` program of the newest version. \
                     A file that goes back to an earlier text needs another comment"
                ),
                (Some(hash), None) if newest != Some(hash) => bail!(
                    "{path} was applied with another text. What is released is changed by a new step, not in its file; a \
                     development database is made anew"
                ),
                _ => {}
            }
        }
        Ok(())
    }

    async fn apply_tables(&mut self, file: &File, session: &mut PgConnection) -> anyhow::Result<()> {
        if self.applied.contains_key(&file.path()) {
            return Ok(());
        }
        for name in file.needed() {
            let function = self.files.functions.iter().find(|function| function.name == name);
            let function = function.with_context(|| format!("{}: no file defines {name}", file.path()))?;
            self.apply_function(function, session).await?;
        }
        let is_split = file.sql.starts_with(NO_TRANSACTION);
        for statement in if is_split { file.sql.split_inclusive(";\n").collect() } else { vec![file.sql] } {
            session.execute(sqlx::raw_sql(statement)).await.with_context(|| file.path())?;
        }
        self.record(file, None, session).await
    }

    async fn apply_function(&mut self, file: &File, session: &mut PgConnection) -> anyhow::Result<()> {
        let &File { name, sql, .. } = file;
        let has_text = self.applied.get(&file.path()).and_then(|hashes| hashes.last()) == Some(&file.hash());
        if has_text && !self.changed.iter().any(|changed| changed == name) {
            return Ok(());
        }
        let former = definition(name, session).await?;
        if former.is_some() {
            // A grant that the file has no more.
            let all = format!("REVOKE ALL ON FUNCTION {name} FROM inquiry_app, inquiry_compliance");
            session.execute(sqlx::raw_sql(AssertSqlSafe(all))).await?;
        }
        // What it calls may come later.
        session.execute("SET check_function_bodies = off").await?;
        session.execute(sqlx::raw_sql(sql)).await.with_context(|| file.path())?;
        let present = definition(name, session).await?;
        if present.is_none() {
            bail!("{} does not define {name}()", file.path());
        }
        if !has_text && former.is_some() && former != present && judges_rows(name, session).await? {
            bail!(
                "{name}() is part of a CHECK, an index or a generated column: stored rows were judged by its former text. Give \
                 the new function another name, and change the table in a step"
            );
        }
        // Every new function begins with this grant.
        let public = format!("REVOKE ALL ON FUNCTION {name} FROM PUBLIC");
        session.execute(sqlx::raw_sql(AssertSqlSafe(public))).await?;
        let live = format!("SELECT definition FROM ({}) AS live WHERE name = $1", include_str!("live_functions.sql"));
        let digest: String = sqlx::query_scalar(AssertSqlSafe(live)).bind(name).fetch_one(&mut *session).await?;
        self.record(file, Some(digest), session).await
    }

    async fn record(
        &mut self,
        file: &File,
        definition: Option<String>,
        session: &mut PgConnection,
    ) -> anyhow::Result<()> {
        sqlx::query(RECORD).bind(file.path()).bind(file.hash()).bind(definition).execute(session).await?;
        self.applied.entry(file.path()).or_default().push(file.hash());
        Ok(())
    }
}

const RECORD: &str = "\
    INSERT INTO schema_migrations (file, hash, definition) VALUES ($1, $2, $3)
    ON CONFLICT (file, hash) DO UPDATE SET definition = excluded.definition, applied_at = clock_timestamp()";

async fn exists(function: &str, session: &mut PgConnection) -> sqlx::Result<bool> {
    Ok(definition(function, session).await?.is_some())
}

async fn definition(function: &str, session: &mut PgConnection) -> sqlx::Result<Option<String>> {
    let sql =
        "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE proname = $1 AND pronamespace = 'public'::regnamespace";
    sqlx::query_scalar(sql).bind(function).fetch_optional(session).await
}

/// Whether a CHECK, an index or a generated column calls the function, or another one that does so.
async fn judges_rows(function: &str, session: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar(include_str!("judges_rows.sql")).bind(function).fetch_one(session).await
}

#[cfg(test)]
mod tests {
    use testdb::TestDatabase;

    use super::*;
    use crate::{connect, files::FILES};

    /// The steps that there are, and others.
    fn with<const N: usize>(steps: [(&'static str, &'static str); N]) -> &'static [File] {
        let others = steps.map(|(name, sql)| File { folder: "steps", name, sql });
        [FILES.steps, &others].concat().leak()
    }

    /// Two steps more, and a function that one of them needs.
    fn next() -> Files {
        let steps = with([
            (
                "9000_note",
                "-- needs: is_note\nALTER TABLE ticket ADD note text CHECK (is_note(note));\n\
                 INSERT INTO ledger (kind) VALUES ('note')",
            ),
            (
                "9001_index",
                "-- no transaction\nDROP INDEX CONCURRENTLY IF EXISTS ticket_note;\n\
                 CREATE INDEX CONCURRENTLY ticket_note ON ticket (note);\n",
            ),
        ]);
        let is_note = File {
            folder: "functions",
            name: "is_note",
            sql: "CREATE OR REPLACE FUNCTION is_note(text) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT $1 <> $$$$'",
        };
        Files { version: "0.2.0", serves: "0.2.0", steps, functions: vec![is_note].leak(), ..FILES }
    }

    #[tokio::test]
    async fn steps_run_once_and_an_older_program_then_refuses() {
        let database = TestDatabase::create().await;
        let mut session = connect(&database.owner_url()).await.unwrap();
        // The other functions have no file here, as if the program were older.
        let error = apply_files(&next(), &mut session).await.unwrap_err().to_string();
        assert!(error.contains("which this program does not know"), "{error}");
        session.execute("DELETE FROM schema_migrations WHERE file LIKE 'functions/%'").await.unwrap();
        for _ in 0..2 {
            apply_files(&next(), &mut session).await.unwrap();
        }
        let notes: i64 = sqlx::query_scalar("SELECT count(*) FROM ledger WHERE kind = 'note'")
            .fetch_one(&mut session)
            .await
            .unwrap();
        assert_eq!(notes, 1);
        session.execute("SELECT 'ticket_note'::regclass, is_note('')").await.unwrap();
        let error = apply_files(&FILES, &mut session).await.unwrap_err().to_string();
        assert!(error.contains("the database is of release 0.2.0, which does not serve 0.1.0"), "{error}");
        // The way back.
        apply_files(&Files { serves: "0.1.0", ..next() }, &mut session).await.unwrap();
        assert_eq!(apply_files(&FILES, &mut session).await.unwrap(), Outcome::Newer);
        session.execute("SELECT 'ticket_note'::regclass").await.unwrap();
    }

    /// Of the release before: no file has it any more.
    #[tokio::test]
    async fn a_function_without_a_file_goes_by_the_file_that_drops_it() {
        let drops = Files { steps: with([("9000_former", "DROP FUNCTION IF EXISTS former(text)")]), ..FILES };
        let database = TestDatabase::create().await;
        let mut session = connect(&database.owner_url()).await.unwrap();
        let former = "CREATE FUNCTION former(text) RETURNS text LANGUAGE sql AS 'SELECT $1'; \
                      INSERT INTO schema_migrations (file, hash) VALUES ('functions/former', repeat('0', 64))";
        session.execute(former).await.unwrap();
        let error = apply_files(&FILES, &mut session).await.unwrap_err().to_string();
        assert!(error.contains("the database has the function former"), "{error}");
        apply_files(&drops, &mut session).await.unwrap();
        assert!(!exists("former", &mut session).await.unwrap());
    }

    #[tokio::test]
    async fn a_step_that_fails_leaves_nothing() {
        let fails = Files { steps: with([("9000_half", "CREATE TABLE half (); SELECT 1 / 0")]), ..FILES };
        let database = TestDatabase::create().await;
        let mut session = connect(&database.owner_url()).await.unwrap();
        let error = format!("{:#}", apply_files(&fails, &mut session).await.unwrap_err());
        assert!(error.contains("steps/9000_half") && error.contains("division by zero"), "{error}");
        assert!(session.execute("SELECT FROM half").await.is_err());
        apply_files(&FILES, &mut session).await.unwrap();
        // Of a newer release that serves no older one, an earlier step may stand: the older program must not go on.
        let newer = Files { version: "0.2.0", serves: "0.2.0", ..fails };
        apply_files(&newer, &mut session).await.unwrap_err();
        assert!(apply_files(&FILES, &mut session).await.is_err());
    }
}
