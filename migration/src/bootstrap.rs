//! Creates the roles and the database, with an administrator's login.

use anyhow::{Context, bail};
use percent_encoding::percent_decode_str;
use sqlx::{AssertSqlSafe, Connection, PgConnection, postgres::PgConnectOptions};
use url::Url;

/// The database and the three roles that the URLs name.
#[derive(Debug)]
pub struct Roles {
    database: String,
    logins: Vec<Login>,
}

#[derive(derive_more::Debug)]
#[debug("{role}")]
struct Login {
    role: &'static str,
    password: String,
}

pub const OWNER: &str = "inquiry_owner";
pub const APP: &str = "inquiry_app";
pub const COMPLIANCE: &str = "inquiry_compliance";

impl Roles {
    /// Parses the URLs. They must name the expected roles and one database.
    pub fn from_urls(owner: &str, app: &str, compliance: &str) -> anyhow::Result<Self> {
        let mut database = None;
        let mut logins = Vec::new();
        for (name, text, role) in [
            ("MIGRATION_DATABASE_URL", owner, OWNER),
            ("DATABASE_URL", app, APP),
            ("COMPLIANCE_DATABASE_URL", compliance, COMPLIANCE),
        ] {
            let url = Url::parse(text).ok().with_context(|| format!("{name}: not a URL"))?;
            if url.username() != role {
                bail!("{name}: its role must be {role}");
            }
            let password = url.password().with_context(|| format!("{name}: it has no password"))?;
            let password = percent_decode_str(password).decode_utf8_lossy().into_owned();
            let path = url.path().trim_start_matches('/').to_owned();
            if path.is_empty() || *database.get_or_insert_with(|| path.clone()) != path {
                bail!("{name}: it must name the same database as the others");
            }
            logins.push(Login { role, password });
        }
        Ok(Self { database: database.unwrap_or_default(), logins })
    }
}

/// Creates roles and database where they are missing and sets the passwords. Safe to repeat.
///
/// Returns what the server refuses, as managed servers do.
pub async fn bootstrap(admin_url: &str, roles: &Roles) -> anyhow::Result<Vec<String>> {
    let mut admin =
        PgConnection::connect(admin_url).await.context("the server cannot be reached with ADMIN_DATABASE_URL")?;
    sqlx::query("SELECT pg_advisory_lock($1)").bind(crate::LOCK).execute(&mut admin).await?;
    for login in &roles.logins {
        let exists = exists(&mut admin, "SELECT 1 FROM pg_roles WHERE rolname = $1", login.role).await?;
        let verb = if exists { "ALTER" } else { "CREATE" };
        let attributes = "LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS PASSWORD %L";
        run(&mut admin, &format!("{verb} ROLE %I {attributes}"), &[login.role, &login.password]).await?;
        // Every connection sets it, too; behind a pooler that reaches only some of the server's sessions.
        run(&mut admin, "ALTER ROLE %I SET jit = off", &[login.role]).await?;
    }
    run(&mut admin, "GRANT %I TO CURRENT_USER", &[OWNER]).await?;
    if !exists(&mut admin, "SELECT 1 FROM pg_database WHERE datname = $1", &roles.database).await? {
        run(&mut admin, "CREATE DATABASE %I OWNER %I", &[&roles.database, OWNER]).await?;
    }
    run(&mut admin, "REVOKE ALL ON DATABASE %I FROM PUBLIC", &[&roles.database]).await?;
    run(&mut admin, "GRANT CONNECT ON DATABASE %I TO %I, %I", &[&roles.database, APP, COMPLIANCE]).await?;
    // In these, large objects would take personal data that no erasure reaches. A managed server may refuse.
    let mut refused = Vec::new();
    for other in ["postgres", "template1"] {
        // Refused, it is a warning at most.
        let _ = run(&mut admin, "REVOKE ALL ON DATABASE %I FROM PUBLIC", &[other]).await;
        let may_connect =
            "SELECT 1 FROM pg_database WHERE datname = $1 AND has_database_privilege('inquiry_app', oid, 'CONNECT')";
        if exists(&mut admin, may_connect, other).await? {
            refused.push(format!("to keep inquiry_app from the database {other}: run REVOKE ALL ON DATABASE {other} FROM PUBLIC as its owner"));
        }
    }
    // For functions of the schema: to see and end old transactions, and to turn the log over after a rewrite.
    for power in ["pg_read_all_stats", "pg_signal_backend", "pg_checkpoint"] {
        if run(&mut admin, "GRANT %I TO %I", &[power, OWNER]).await.is_err() {
            refused.push(format!("to grant {power} to inquiry_owner: docs/retention.md says what that changes"));
        }
    }
    admin.close().await?;
    refuse_large_objects(admin_url, &roles.database).await?;
    Ok(refused)
}

/// Large objects would take personal data that no erasure reaches. Nothing here uses them.
async fn refuse_large_objects(admin_url: &str, database: &str) -> anyhow::Result<()> {
    let options = admin_url.parse::<PgConnectOptions>().context("ADMIN_DATABASE_URL: not a Postgres URL")?;
    let mut admin = PgConnection::connect_with(&options.database(database))
        .await
        .context("the database cannot be reached with ADMIN_DATABASE_URL")?;
    let functions: Vec<String> = sqlx::query_scalar(LARGE_OBJECT_FUNCTIONS).fetch_all(&mut admin).await?;
    for function in functions {
        // As printed by the server, with quotes where they are needed.
        let sql = format!("REVOKE ALL ON FUNCTION {function} FROM PUBLIC");
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut admin).await?;
    }
    Ok(admin.close().await?)
}

const LARGE_OBJECT_FUNCTIONS: &str = "SELECT oid::regprocedure::text FROM pg_proc \
     WHERE pronamespace = 'pg_catalog'::regnamespace AND (proname ~ '^lo_' OR proname IN ('lowrite', 'loread'))";

async fn exists(admin: &mut PgConnection, sql: &'static str, name: &str) -> anyhow::Result<bool> {
    Ok(sqlx::query(sql).bind(name).fetch_optional(admin).await?.is_some())
}

/// Runs a statement that takes no parameters. The server quotes its names and literals.
async fn run(admin: &mut PgConnection, template: &str, arguments: &[&str]) -> anyhow::Result<()> {
    let sql: String = sqlx::query_scalar("SELECT format($1, VARIADIC $2)")
        .bind(template)
        .bind(arguments)
        .fetch_one(&mut *admin)
        .await?;
    // The statement can contain a password, so the error quotes neither it nor the server's text.
    let step = template.split('%').next().unwrap_or_default().trim();
    sqlx::raw_sql(AssertSqlSafe(sql))
        .execute(admin)
        .await
        .map_err(|error| anyhow::anyhow!("{step}: the server refused ({})", sqlstate(&error)))?;
    Ok(())
}

fn sqlstate(error: &sqlx::Error) -> String {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code).map_or("no code".into(), Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    const APP_URL: &str = "postgres://inquiry_app:b@h/inquiry";
    const COMPLIANCE_URL: &str = "postgres://inquiry_compliance:c@h/inquiry";

    #[test]
    fn says_which_url_is_wrong() {
        for (owner, complaint) in [
            ("nonsense", "MIGRATION_DATABASE_URL: not a URL"),
            ("postgres://postgres:a@h/inquiry", "its role must be inquiry_owner"),
            ("postgres://inquiry_owner@h/inquiry", "it has no password"),
            ("postgres://inquiry_owner:a@h/other", "DATABASE_URL: it must name the same database"),
        ] {
            let error = Roles::from_urls(owner, APP_URL, COMPLIANCE_URL).unwrap_err().to_string();
            assert!(error.contains(complaint), "{error}");
        }
    }

    #[test]
    fn decodes_passwords() {
        let owner = "postgres://inquiry_owner:a%2Fb+c%40@h/inquiry";
        assert_eq!(Roles::from_urls(owner, APP_URL, COMPLIANCE_URL).unwrap().logins[0].password, "a/b+c@");
    }
}
