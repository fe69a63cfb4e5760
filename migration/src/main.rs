//! `migration`: creates roles and database if it is given an administrator's URL, then brings the schema to now.

use anyhow::Context;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    match dotenvy::dotenv() {
        Err(error) if !error.not_found() => anyhow::bail!(".env: a line is not NAME=value. Correct it or remove it"),
        _ => {}
    }
    let owner = setting("MIGRATION_DATABASE_URL")?
        .context("MIGRATION_DATABASE_URL: not set. Set it to postgres://inquiry_owner:PASSWORD@HOST:PORT/DATABASE")?;
    if let Some(admin) = setting("ADMIN_DATABASE_URL")? {
        let needed = |name: &str| -> anyhow::Result<String> {
            setting(name)?.with_context(|| format!("{name}: not set. ADMIN_DATABASE_URL is, so all roles are needed"))
        };
        let roles = migration::Roles::from_urls(&owner, &needed("DATABASE_URL")?, &needed("COMPLIANCE_DATABASE_URL")?)?;
        migration::bootstrap(&admin, &roles).await?;
        println!("roles and database are in place");
    }
    migration::migrate(&owner).await?;
    println!("the schema is current");
    Ok(())
}

/// A setting, or the content of the file that `NAME_FILE` names.
fn setting(name: &str) -> anyhow::Result<Option<String>> {
    let given = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let file = given(&format!("{name}_FILE"));
    match (given(name), file) {
        (Some(_), Some(_)) => anyhow::bail!("{name}: both {name} and {name}_FILE are set. Keep one of them"),
        (Some(value), None) => Ok(Some(value)),
        (None, Some(path)) => {
            let text = std::fs::read_to_string(&path).with_context(|| format!("{name}_FILE: cannot read {path}"))?;
            Ok(Some(text.trim().to_owned()))
        }
        (None, None) => Ok(None),
    }
}
