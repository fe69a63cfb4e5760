//! The promises of docs/retention.md, on a real Postgres and with the real program.

mod acts;
mod canary;
mod commands;
mod consultants;
mod crashes;
mod documents;
mod expiry;
mod export;
mod held;
mod interleavings;
mod invisible;
mod language;
mod model;
mod no_personal_data;
mod officer;
mod person;
mod removal;
mod replay;
mod report;
mod requests;
mod restore;
mod restriction;
mod schedule;
mod sequences;
mod timestamps;

use std::{process::Output, sync::LazyLock};

use entity::clock::Clock;

use crate::support::{World, compliance};

/// `count` inquiries, in the quarters of their last contact, `address` numbered, each with an auto-reply that was sent
/// and a finished job. `last_contact` is SQL and may use `n`, the number.
async fn fill(world: &World, count: u32, address: &str, last_contact: &str) {
    world.execute("SELECT make_old_partitions()").await;
    let sql = format!(
        "WITH n AS MATERIALIZED (SELECT n, {last_contact} AS t FROM generate_series(1, {count}) AS n), i AS ( \
            INSERT INTO inquiry (id, reference, idempotency_key, token_digest, contact_reason, consent, gdpr_consent, \
                policy_digest, consent_digest, gdpr_consent_digest, bot_check, received_at, last_contact_at) \
            SELECT id, 'FW-' || substr(code, 1, 4) || '-' || substr(code, 5, 4), \
                id, sha256(id::text::bytea), 'other', true, true, sha256(''), sha256(''), sha256(''), 'verified', t, t \
            FROM (SELECT gen_random_uuid() AS id, lpad(nextval('codes')::text, 8, '0') AS code, t FROM n) AS fresh RETURNING id, last_contact_at), \
         numbered AS (SELECT id, last_contact_at, row_number() OVER () AS n FROM i), c AS ( \
            INSERT INTO inquiry_content (inquiry_id, received_on, first_name, last_name, company, email, email_key, \
                country, phone, message) \
            SELECT id, (last_contact_at AT TIME ZONE 'UTC')::date, 'Zquorvex', 'Blimfandle', 'Grobnitz', \
                '{address}' || n || '@visitor.example', '{address}' || n || '@visitor.example', 'Zquorland', \
                '+41 99 777 66 55', 'Wimplethorpe wants to know' FROM numbered), \
         o AS (INSERT INTO outbox (id, inquiry_id, kind, message_id, state, first_attempt_at, finished_at) \
            SELECT gen_random_uuid(), id, 'auto_reply', '<' || id || '@own.example>', 'sent', now(), now() FROM i \
            RETURNING id) \
         INSERT INTO apalis.jobs (id, job, job_type, status, attempts, max_attempts, run_at, idempotency_key) \
         SELECT id::text, '', 'mail', 'Done', 1, 25, now() + interval '1 ms', 'outbox:' || id FROM o"
    );
    world.execute(&sql).await;
}

/// What [`fill`] needs.
async fn prepare(world: &World) {
    world
        .execute(
            "CREATE SEQUENCE codes; \
             CREATE FUNCTION make_old_partitions() RETURNS void LANGUAGE plpgsql AS $$ \
             DECLARE first_day date; name text; BEGIN \
                FOR back IN 1..9 LOOP \
                    first_day := date_trunc('quarter', now() AT TIME ZONE 'UTC') - back * interval '3 months'; \
                    name := to_char(first_day, '\"inquiry_content_\"YYYY\"q\"Q'); \
                    CONTINUE WHEN to_regclass(name) IS NOT NULL; \
                    EXECUTE format('CREATE TABLE %I PARTITION OF inquiry_content FOR VALUES FROM (%L) TO (%L)', \
                        name, first_day, (first_day + interval '3 months')::date); \
                    EXECUTE format('ALTER TABLE %I OWNER TO inquiry_owner', name); \
                    PERFORM forget_statistics(name::regclass); \
                END LOOP; END $$",
        )
        .await;
}

async fn world() -> World {
    let world = World::new().await;
    prepare(&world).await;
    world
}

/// Expired a second ago.
const EXPIRED: &str = "now() - interval '2 years 1 second'";

/// The login of an officer.
const OFFICER: &str = "officer_of_tests";

/// Runs the program as an officer does.
async fn officer(world: &World, arguments: &[&str]) -> Output {
    // Other tests do the same.
    let create = format!(
        "DO $$ BEGIN CREATE ROLE {OFFICER} LOGIN PASSWORD 'test' IN ROLE inquiry_compliance; \
         EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
    );
    world.execute(&create).await;
    run_as(OFFICER, world, arguments).await
}

/// By this login.
async fn run_as(login: &str, world: &World, arguments: &[&str]) -> Output {
    let mut url = url::Url::parse(&world.database.compliance_url()).unwrap();
    url.set_username(login).unwrap();
    let mut command = compliance(world);
    command
        .args(arguments)
        .env("COMPLIANCE_DATABASE_URL", url.as_str())
        .env("MIGRATION_DATABASE_URL", world.database.owner_url());
    tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
}

/// As [`officer`], which must succeed; what it printed.
pub(crate) async fn done(world: &World, arguments: &[&str]) -> String {
    let output = officer(world, arguments).await;
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {error}");
    assert_eq!(error, "", "{arguments:?}");
    out
}

/// The command that notes an answer by mail to a person who was checked.
fn answer<'a>(request: &'a str, answer: &'a str, sent: &'a str) -> Vec<&'a str> {
    let noted = ["--answer", answer, "--sent", sent, "--channel", "mail", "--identity", "reply"];
    [&["person", "request", "answer", request], &noted[..]].concat()
}

/// Lifts a restriction of which the person was told.
static LIFT: LazyLock<[&str; 5]> = LazyLock::new(|| {
    ["--lift", "--told", Clock::system().now().format("%Y-%m-%d").to_string().leak(), "--channel", "mail"]
});

/// As [`officer`], which must refuse; its sentence.
pub(crate) async fn refused(world: &World, arguments: &[&str]) -> String {
    let output = officer(world, arguments).await;
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stderr)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Entries whose hash or predecessor is not right.
const BROKEN: &str = "SELECT count(*) FROM (SELECT seq, hash, entry, lag(hash) OVER (ORDER BY seq) AS before FROM ledger) \
                      AS l WHERE hash <> sha256(convert_to(entry, 'UTF8')) \
                          OR entry::jsonb ->> 'prev' <> coalesce(encode(before, 'hex'), repeat('00', 32))";
