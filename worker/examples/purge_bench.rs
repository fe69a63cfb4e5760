//! The purge of a large table under load: `cargo run --release -p worker --example purge_bench [ROWS]`.
//!
//! Needs `TEST_DATABASE_URL`, an administrator on a server of your own. Fills a database with ROWS inquiries (1,000,000
//! if not given), a tenth of them expired; stores inquiries as the api does, first alone and then while the purge runs;
//! prints times and ratios.

use std::{
    env, fs,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use entity::{
    EmailAddress, TicketReference,
    contact::ContactReason,
    inquiry::BotCheck,
    submission::{ConsentEvidence, Digest, NewInquiry, store},
};
use migration::testing::TestDatabase;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement, TryGetable};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;
use worker::retention::{Which, purge, reclaim};

/// Clients, and requests a second of all of them.
const CLIENTS: u32 = 8;
const RATE: u32 = 100;
const ALONE: Duration = Duration::from_secs(15);

const PARTITIONS: &str = "DO $$ DECLARE first_day date; name text; BEGIN FOR back IN 1..9 LOOP \
    first_day := date_trunc('quarter', now() AT TIME ZONE 'UTC') - back * interval '3 months'; \
    name := to_char(first_day, '\"inquiry_content_\"YYYY\"q\"Q'); \
    EXECUTE format('CREATE TABLE %I PARTITION OF inquiry_content FOR VALUES FROM (%L) TO (%L)', \
        name, first_day, (first_day + interval '3 months')::date); \
    EXECUTE format('ALTER TABLE %I OWNER TO inquiry_owner', name); PERFORM forget_statistics(name::regclass); \
    END LOOP; END $$";

/// A tenth expired within the last hour, the rest spread over the two years, oldest first.
const INQUIRIES: &str = "INSERT INTO inquiry (id, reference, idempotency_key, token_digest, contact_reason, consent, \
        gdpr_consent, policy_digest, consent_digest, gdpr_consent_digest, bot_check, received_at, last_contact_at) \
    SELECT id, 'FW-' || substr(code, 1, 4) || '-' || substr(code, 5, 4), id, decode(lpad(to_hex(n), 64, '0'), 'hex'), \
        'other', true, true, sha256(''), sha256(''), sha256(''), 'verified', t, t \
    FROM (SELECT n, lpad(n::text, 8, '0') AS code, (lpad(to_hex(n), 32, '0'))::uuid AS id, \
        now() - interval '2 years' + CASE WHEN n <= ROWS / 10 THEN (n % 3000) * interval '-1 second' \
            ELSE (n - ROWS / 10) * interval '728 days' / (ROWS * 9 / 10) + interval '1 day' END AS t \
        FROM generate_series(1, ROWS) AS n) AS row";
const CONTENT: &str = "INSERT INTO inquiry_content (inquiry_id, received_on, first_name, last_name, company, email, \
        email_key, message) \
    SELECT id, (received_at AT TIME ZONE 'UTC')::date, 'First', 'Last', 'Company', reference || '@visitor.example', \
        lower(reference) || '@visitor.example', repeat('What a visitor wrote. ', 12) FROM inquiry ORDER BY id";
const OUTBOX: &str = "INSERT INTO outbox (id, inquiry_id, kind, recipient, message_id, state, first_attempt_at, \
        finished_at) \
    SELECT translate(id::text, '-', '')::uuid, id, 'auto_reply', NULL, '<a' || id || '@x>', 'sent', received_at, \
        received_at FROM inquiry \
    UNION ALL SELECT ('8' || substr(translate(id::text, '-', ''), 2))::uuid, id, 'notification', 'desk@own.example', \
        '<n' || id || '@x>', 'sent', received_at, received_at FROM inquiry";

#[tokio::main]
async fn main() -> Result<()> {
    let rows: u64 = env::args().nth(1).map_or(Ok(1_000_000), |rows| rows.parse()).context("ROWS is a number")?;
    let database = TestDatabase::create().await;
    let (admin, app) = (database.admin().await, database.app().await);
    println!("filling {rows} inquiries …");
    for sql in [PARTITIONS, INQUIRIES, CONTENT, OUTBOX, "VACUUM ANALYZE", "CHECKPOINT"] {
        let started = Instant::now();
        admin.execute_unprepared(&sql.replace("ROWS", &rows.to_string())).await?;
        println!("  {:5.1} s  {}", started.elapsed().as_secs_f64(), sql.chars().take(28).collect::<String>());
    }
    show_plan(&admin).await?;
    let load = Load::start(database.app_url()).await?;
    sleep(ALONE).await;
    let alone = load.take();
    let memory_before = resident_kb()?;
    let started = Instant::now();
    let summary = purge(&app, Uuid::new_v4(), &CancellationToken::new()).await?;
    let purged_s = started.elapsed().as_secs_f64();
    let reclaimed = reclaim(&app, Which::Polite).await?;
    let total_s = started.elapsed().as_secs_f64();
    let during = load.take();
    let memory_after = resident_kb()?;
    load.stop().await;
    let left: i64 = value(&admin, "SELECT count(*) FROM inquiry WHERE expires_at <= now()").await?;
    ensure!(summary.inquiries == rows / 10 && left == 0, "{summary:?}, {left} left");
    println!("purged                 {} in {} batches, {purged_s:.1} s", summary.inquiries, summary.batches);
    println!("with the rewriting     {total_s:.1} s: {:?}; postponed: {:?}", reclaimed.rewritten, reclaimed.postponed);
    let [before, while_purging] = [&alone, &during].map(|sample| percentiles(sample));
    println!("stores alone           {}", before.text());
    println!("stores during purge    {}", while_purging.text());
    println!("p99 during / alone     {:.2}", while_purging.p99_ms / before.p99_ms);
    println!("memory of this process {memory_before} kB before, {memory_after} kB after (load included)");
    Ok(())
}

async fn show_plan(admin: &DatabaseConnection) -> Result<()> {
    let sql = "EXPLAIN (COSTS OFF) SELECT id FROM inquiry WHERE expires_at <= statement_timestamp() \
               AND id NOT IN (SELECT inquiry_id FROM held_inquiry) ORDER BY expires_at LIMIT 2000 FOR UPDATE SKIP LOCKED";
    let rows = admin.query_all_raw(Statement::from_string(DbBackend::Postgres, sql)).await?;
    for row in rows.iter().take(4) {
        println!("  {}", row.try_get_by_index::<String>(0)?);
    }
    Ok(())
}

/// Requests at a steady rate, each timed.
struct Load {
    times_ms: Arc<Mutex<Vec<f64>>>,
    stopped: Arc<AtomicBool>,
    clients: JoinSet<()>,
}

impl Load {
    async fn start(url: String) -> Result<Self> {
        let mut load = Self { times_ms: Arc::default(), stopped: Arc::default(), clients: JoinSet::new() };
        for client in 0..CLIENTS {
            let db = sea_orm::Database::connect(&url).await?;
            let (times_ms, stopped) = (Arc::clone(&load.times_ms), Arc::clone(&load.stopped));
            load.clients.spawn(async move {
                let pause = Duration::from_secs(1) * CLIENTS / RATE;
                let mut due = Instant::now() + pause * client / CLIENTS;
                while !stopped.load(Ordering::Relaxed) {
                    tokio::time::sleep_until(due).await;
                    store(&db, &[new_inquiry()]).await.expect("a good inquiry is stored");
                    // From when it was due: a wait for the one before counts.
                    let elapsed = due.elapsed().as_secs_f64() * 1000.0;
                    times_ms.lock().expect("nobody panics with it").push(elapsed);
                    due += pause;
                }
            });
        }
        Ok(load)
    }

    fn take(&self) -> Vec<f64> {
        std::mem::take(&mut *self.times_ms.lock().expect("nobody panics with it"))
    }

    async fn stop(self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.clients.join_all().await;
    }
}

fn new_inquiry() -> NewInquiry {
    let digest = Digest::of("text");
    NewInquiry {
        id: Uuid::now_v7(),
        reference: TicketReference::random(),
        idempotency_key: Uuid::new_v4(),
        token_digest: Digest::of(Uuid::new_v4()),
        first_name: "First".into(),
        last_name: "Last".into(),
        company: "Company".into(),
        email: EmailAddress::parse("someone@visitor.example").expect("it is an address"),
        country: None,
        phone: None,
        contact_reason: ContactReason::Other,
        program: None,
        desired_consultants: None,
        message: "What a visitor wrote. ".repeat(12).trim().to_owned(),
        consent: true,
        gdpr_consent: true,
        evidence: ConsentEvidence { policy: digest, consent: digest, gdpr_consent: digest },
        bot_check: BotCheck::Verified,
        client_network: None,
        notify: vec!["desk@own.example".into()],
    }
}

struct Percentiles {
    count: usize,
    p50_ms: f64,
    p99_ms: f64,
    max_ms: f64,
}

impl Percentiles {
    fn text(&self) -> String {
        let Self { count, p50_ms, p99_ms, max_ms } = self;
        format!("{count}: p50 {p50_ms:.1} ms, p99 {p99_ms:.1} ms, max {max_ms:.1} ms")
    }
}

fn percentiles(times_ms: &[f64]) -> Percentiles {
    let mut sorted = times_ms.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |percent: usize| sorted.get(sorted.len() * percent / 100).copied().unwrap_or_default();
    Percentiles {
        count: sorted.len(),
        p50_ms: at(50),
        p99_ms: at(99),
        max_ms: sorted.last().copied().unwrap_or_default(),
    }
}

fn resident_kb() -> Result<u64> {
    let status = fs::read_to_string("/proc/self/status").context("this measures on Linux")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

async fn value<T: TryGetable>(db: &DatabaseConnection, sql: &str) -> Result<T> {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await?.context("a row")?;
    Ok(row.try_get_by_index(0)?)
}
