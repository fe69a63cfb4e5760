//! Faults that a scenario must detect. `prove --fault-injection` runs each scenario once with each of its faults, and
//! expects the named figure to fail: a check that cannot fail proves nothing.

use super::patch::Patch;

#[derive(Debug, Clone, Copy)]
pub(super) struct Fault {
    pub(super) scenario: &'static str,
    /// The defence that the fault removes.
    pub(super) without: &'static str,
    /// The figure that must fail, or the start of its name.
    pub(super) fails: &'static str,
    pub(super) method: Method,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Method {
    /// A statement that the superuser runs after the migration.
    Sql(&'static str),
    Setting(&'static str, &'static str),
    /// Changes in the source of the api.
    Patch(&'static [Patch]),
    /// Processes get SIGKILL instead of SIGTERM.
    KillInsteadOfTerm,
    /// Only the first worker is started.
    OneWorker,
    /// The worker's SMTP URL does not require TLS.
    PlainText,
}

const INCONCLUSIVE_PASSES: &[Patch] = &[Patch {
    file: "api/src/bot_check/turnstile.rs",
    find: "verdict.unwrap_or(TokenVerdict::Inconclusive(Inconclusive::Outage))",
    replace: "match verdict { Ok(TokenVerdict::Refused) => TokenVerdict::Refused, _ => TokenVerdict::Pass }",
}];

const ANY_HOST_AND_ACTION: &[Patch] = &[Patch {
    file: "api/src/bot_check/turnstile.rs",
    find: "return if is_ours {",
    replace: "return if is_ours || response.success {",
}];

/// The request's URL instead of the route's name.
const URL_AS_ROUTE: &[Patch] = &[
    Patch {
        file: "api/src/http/middleware.rs",
        find: "let mut response = next.run(request).await;",
        replace: "let url: &'static str = request.uri().to_string().leak(); let mut response = next.run(request).await;",
    },
    Patch {
        file: "api/src/http/middleware.rs",
        find: ".unwrap_or(matched).label();",
        replace: ".map_or(url, |_| url);",
    },
];

const fn limit(find: &'static str, replace: &'static str) -> Patch {
    Patch { file: "api/src/http/server.rs", find, replace }
}

const NO_LIMITS: &[Patch] = &[
    limit("header_timeout: Duration::from_secs(4)", "header_timeout: Duration::from_hours(1)"),
    limit("write_timeout: Duration::from_secs(8)", "write_timeout: Duration::from_hours(1)"),
    limit("answer_timeout: Duration::from_mins(1)", "answer_timeout: Duration::from_hours(1)"),
    limit("max_connections: 512", "max_connections: usize::MAX"),
    limit("max_connections_per_peer: 256", "max_connections_per_peer: usize::MAX"),
    Patch {
        file: "api/src/store/mod.rs",
        find: "const MAX_WAITING: usize = 256;",
        replace: "const MAX_WAITING: usize = tokio::sync::Semaphore::MAX_PERMITS;",
    },
];

/// Connections younger than a second are never evicted.
const OLDEST_EVICTED: &[Patch] = &[Patch {
    file: "api/src/http/connections.rs",
    find: "(Self::over_share(all, held).or_else(|| self.longest_waiting(all.iter())), \"total\")",
    replace: "(self.longest_waiting(all.iter()), \"total\")",
}];

/// As after a step that holds its lock for longer than the api waits.
const LOCKED_FOR_SECONDS: &str = "\
    DO $do$ BEGIN EXECUTE format( \
        'CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
            IF clock_timestamp() < %L THEN RAISE lock_not_available; END IF; RETURN NEW; END $$', \
        clock_timestamp() + interval '2 seconds'); END $do$; \
    CREATE TRIGGER fault BEFORE INSERT ON inquiry FOR EACH ROW EXECUTE FUNCTION fault()";

macro_rules! on_outbox {
    ($body:literal) => {
        Method::Sql(concat!(
            "CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ",
            $body,
            " RETURN NEW; END $$; \
             CREATE TRIGGER fault BEFORE UPDATE ON outbox FOR EACH ROW EXECUTE FUNCTION fault()"
        ))
    };
}

macro_rules! on_insert {
    ($table:literal, $body:literal) => {
        Method::Sql(concat!(
            "CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ",
            $body,
            " RETURN NEW; END $$; CREATE TRIGGER fault BEFORE INSERT ON ",
            $table,
            " FOR EACH ROW EXECUTE FUNCTION fault()"
        ))
    };
}

pub(super) const ALL: [Fault; 29] = [
    Fault {
        scenario: "conversation",
        without: "the mail of one answer in ten",
        fails: "conversations of four turns",
        method: on_insert!("outbox", "IF NEW.kind = 'answer' AND random() < 0.1 THEN RETURN NULL; END IF;"),
    },
    Fault {
        scenario: "inbound",
        without: "the bytes of one mail in ten",
        fails: "lost, by lmtp",
        method: on_insert!("raw_mail", "IF random() < 0.1 THEN RETURN NULL; END IF;"),
    },
    Fault {
        scenario: "pooler",
        without: "workers that do not LISTEN",
        fails: "failures of the job runners",
        method: Method::Setting("DATABASE_LISTEN", "on"),
    },
    Fault {
        scenario: "kill",
        without: "the end of a dead worker's lease",
        fails: "every mail reached a final state",
        method: on_outbox!("IF NEW.state = 'sending' THEN NEW.lease_until := now() + interval '1 day'; END IF;"),
    },
    Fault {
        scenario: "kill",
        without: "a second attempt for a mail whose worker died",
        fails: "notifications missing",
        method: on_outbox!(
            "IF NEW.state = 'ambiguous' AND NEW.crashes > OLD.crashes THEN \
             NEW.state := 'failed'; NEW.finished_at := now(); END IF;"
        ),
    },
    Fault {
        scenario: "smtp",
        without: "the same Message-ID in every attempt",
        fails: "mails with a Message-ID of no row",
        method: on_outbox!(
            "IF NEW.state = 'sending' AND OLD.state <> 'sending' AND OLD.message_id IS NOT NULL THEN \
             NEW.message_id := '<' || gen_random_uuid() || '@fault.example>'; END IF;"
        ),
    },
    Fault {
        scenario: "smtp",
        without: "`sent` only after a 250",
        fails: "rows `sent` without a 250",
        method: on_outbox!("IF NEW.state = 'retry' THEN NEW.state := 'sent'; NEW.finished_at := now(); END IF;"),
    },
    Fault {
        scenario: "smtp",
        without: "TLS where it is required",
        fails: "mails over an insecure connection",
        method: Method::PlainText,
    },
    Fault {
        scenario: "postgres",
        without: "the write-ahead log of inquiries and outbox",
        fails: "acknowledged inquiries lost",
        method: Method::Sql(
            "ALTER TABLE inquiry DROP CONSTRAINT inquiry_pkey CASCADE; \
             ALTER TABLE outbox SET UNLOGGED; ALTER TABLE inquiry SET UNLOGGED",
        ),
    },
    Fault {
        scenario: "stop",
        without: "the graceful shutdown",
        fails: "accepted requests dropped: sent, not answered",
        method: Method::KillInsteadOfTerm,
    },
    Fault {
        scenario: "challenge",
        without: "the mark of unverified inquiries",
        fails: "unverified inquiries accepted from one network",
        method: on_insert!("inquiry", "NEW.bot_check := 'verified';"),
    },
    Fault {
        scenario: "challenge",
        without: "the difference between inconclusive and passed",
        fails: "auto-replies to unverified",
        method: Method::Patch(INCONCLUSIVE_PASSES),
    },
    Fault {
        scenario: "challenge",
        without: "the host and the action that a token was solved for",
        fails: "wrong hostname or action accepted",
        method: Method::Patch(ANY_HOST_AND_ACTION),
    },
    Fault {
        scenario: "abuse",
        without: "the count of a person's auto-replies",
        fails: "auto-replies to the one victim",
        method: on_outbox!(
            "IF NEW.kind = 'auto_reply' AND OLD.first_attempt_at IS NULL THEN \
             NEW.first_attempt_at := NEW.first_attempt_at - interval '8 days'; END IF;"
        ),
    },
    Fault {
        scenario: "abuse",
        without: "the memory of spent tokens",
        fails: "bad tokens accepted",
        method: Method::Sql("ALTER TABLE inquiry DROP CONSTRAINT inquiry_token_digest_key"),
    },
    Fault {
        scenario: "abuse",
        without: "distrust of X-Forwarded-For",
        fails: "the same with a forged X-Forwarded-For",
        method: Method::Setting("TRUSTED_PROXIES", "127.0.0.0/8"),
    },
    Fault {
        scenario: "personal-data",
        without: "job payloads that hold an id only",
        fails: "canaries in other tables",
        method: on_insert!(
            "apalis.jobs",
            "NEW.job := convert_to((convert_from(NEW.job, 'UTF8')::jsonb || '{\"by\": \"quollmail\"}')::text, 'UTF8');"
        ),
    },
    Fault {
        scenario: "personal-data",
        without: "a database log without addresses",
        fails: "canaries in logs",
        method: on_insert!("inquiry_content", "RAISE LOG 'inquiry of %', NEW.email;"),
    },
    Fault {
        scenario: "personal-data",
        without: "the routes' names in the api's log and metrics",
        fails: "canaries in metrics",
        method: Method::Patch(URL_AS_ROUTE),
    },
    Fault {
        scenario: "slow",
        without: "limits on connections and their time",
        fails: "slow connections closed",
        method: Method::Patch(NO_LIMITS),
    },
    Fault {
        scenario: "overload",
        without: "a limit on waiting requests",
        fails: "640 without pause: shed with 429 or 503",
        method: Method::Patch(NO_LIMITS),
    },
    Fault {
        scenario: "scale",
        without: "the second and third worker",
        fails: "second worker",
        method: Method::OneWorker,
    },
    Fault {
        scenario: "scale",
        without: "one job a tick",
        fails: "schedule ticks run more than once",
        method: on_insert!(
            "apalis.jobs",
            "IF NEW.job_type = 'schedule' THEN \
             NEW.idempotency_key := NEW.idempotency_key || clock_timestamp(); END IF;"
        ),
    },
    Fault {
        scenario: "scale",
        without: "one inquiry a key and token",
        fails: "the same request to both apis at once",
        method: Method::Sql(
            "ALTER TABLE inquiry DROP CONSTRAINT inquiry_idempotency_key_key, DROP CONSTRAINT inquiry_token_digest_key",
        ),
    },
    Fault {
        scenario: "relay",
        without: "the minute that a server may take for a recipient",
        fails: "delayed: callout: sent at the first attempt",
        method: Method::Setting("SMTP_COMMAND_TIMEOUT_SECONDS", "3"),
    },
    Fault {
        scenario: "relay",
        without: "the difference between a refusal of us and of a recipient",
        fails: "delayed: sender refused: given up",
        method: on_outbox!(
            "IF NEW.state = 'retry' AND NEW.last_code = 'smtp_554' THEN \
             NEW.state := 'failed'; NEW.finished_at := now(); END IF;"
        ),
    },
    Fault {
        scenario: "upgrade",
        without: "tables that stay writable while the schema changes",
        fails: "api first: attempts that failed",
        method: Method::Sql(LOCKED_FOR_SECONDS),
    },
    Fault {
        scenario: "proxy",
        without: "connections of trusted proxies that are kept",
        fails: "Nginx: 502",
        method: Method::Setting("TRUSTED_PROXIES", ""),
    },
    Fault {
        scenario: "flood",
        without: "eviction from the network with the most connections",
        fails: "silent, 4 addresses: of ",
        method: Method::Patch(OLDEST_EVICTED),
    },
];
