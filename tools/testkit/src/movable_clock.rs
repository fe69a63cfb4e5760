//! A database clock that a test moves.

/// SQL for the administrator, before the schema is made, so that defaults and policies use it, too: functions of time in the place of
/// the server's, which `clock.ahead` moves.
pub fn movable_clock() -> String {
    let functions = [("now", "STABLE"), ("statement_timestamp", "STABLE"), ("clock_timestamp", "VOLATILE")];
    let functions = functions.map(|(name, volatility)| {
        format!(
            "ALTER FUNCTION pg_catalog.{name}() RENAME TO server_{name}; \
             CREATE FUNCTION pg_catalog.{name}() RETURNS timestamptz LANGUAGE sql {volatility} PARALLEL SAFE \
             AS 'SELECT pg_catalog.server_{name}() + by FROM clock.ahead';"
        )
    });
    format!(
        "SET allow_system_table_mods = on; CREATE SCHEMA clock; CREATE TABLE clock.ahead (by interval NOT NULL); \
         INSERT INTO clock.ahead VALUES ('0'); GRANT USAGE ON SCHEMA clock TO PUBLIC; \
         GRANT SELECT ON clock.ahead TO PUBLIC; {}",
        functions.concat()
    )
}
