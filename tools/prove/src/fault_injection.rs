//! Faults that a scenario must detect. `prove --fault-injection` runs each scenario once with each of its faults, and
//! expects the named figure to fail: a check that cannot fail proves nothing.

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
    /// A change of the api, in `patches`.
    Patch(&'static str),
    /// Processes get SIGKILL instead of SIGTERM.
    KillInsteadOfTerm,
    /// Only the first worker is started.
    OneWorker,
}

/// As after a step that holds its lock for longer than the api waits.
const LOCKED_FOR_SECONDS: &str = "\
    DO $do$ BEGIN EXECUTE format( \
        'CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
            IF clock_timestamp() < %L THEN RAISE lock_not_available; END IF; RETURN NEW; END $$', \
        clock_timestamp() + interval '2 seconds'); END $do$; \
    CREATE TRIGGER fault BEFORE INSERT ON inquiry FOR EACH ROW EXECUTE FUNCTION fault()";

/// A trigger with this body.
macro_rules! trigger {
    ($when:literal, $body:literal) => {
        Method::Sql(concat!(
            "CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ",
            $body,
            " RETURN NEW; END $$; CREATE TRIGGER fault BEFORE ",
            $when,
            " FOR EACH ROW EXECUTE FUNCTION fault()"
        ))
    };
}

pub(super) const ALL: [Fault; 20] = [
    Fault {
        scenario: "conversation",
        without: "the mail of one answer in ten",
        fails: "conversations of four turns",
        method: trigger!("INSERT ON outbox", "IF NEW.kind = 'answer' AND random() < 0.1 THEN RETURN NULL; END IF;"),
    },
    Fault {
        scenario: "conversation",
        without: "a third attempt for a mail whose worker was killed twice",
        fails: "mails given up",
        method: trigger!(
            "UPDATE ON outbox",
            "IF NEW.crashes > OLD.crashes AND NEW.crashes >= 2 THEN NEW.state := 'failed'; NEW.finished_at := now(); END IF;"
        ),
    },
    Fault {
        scenario: "inbound",
        without: "the bytes of one mail in ten",
        fails: "lost, by lmtp",
        method: trigger!("INSERT ON raw_mail", "IF random() < 0.1 THEN RETURN NULL; END IF;"),
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
        method: trigger!(
            "UPDATE ON outbox",
            "IF NEW.state = 'sending' THEN NEW.lease_until := now() + interval '1 day'; END IF;"
        ),
    },
    Fault {
        scenario: "kill",
        without: "a second attempt for a mail whose worker died",
        fails: "notifications missing",
        method: trigger!(
            "UPDATE ON outbox",
            "IF NEW.state = 'ambiguous' AND NEW.crashes > OLD.crashes THEN \
             NEW.state := 'failed'; NEW.finished_at := now(); END IF;"
        ),
    },
    Fault {
        scenario: "kill",
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
        scenario: "personal-data",
        without: "job payloads that hold an id only",
        fails: "canaries in other tables",
        method: trigger!(
            "INSERT ON apalis.jobs",
            "NEW.job := convert_to((convert_from(NEW.job, 'UTF8')::jsonb || '{\"by\": \"krelvonta\"}')::text, 'UTF8');"
        ),
    },
    Fault {
        scenario: "personal-data",
        without: "a database log without addresses",
        fails: "canaries in logs",
        method: trigger!("INSERT ON inquiry_content", "RAISE LOG 'inquiry of %', NEW.email;"),
    },
    Fault {
        scenario: "personal-data",
        without: "the routes' names in the api's log and metrics",
        fails: "canaries in metrics",
        method: Method::Patch("url-as-route"),
    },
    Fault {
        scenario: "overload",
        without: "a limit on waiting requests",
        fails: "640 without pause: shed with 429 or 503",
        method: Method::Patch("no-limits"),
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
        method: trigger!(
            "INSERT ON apalis.jobs",
            "IF NEW.job_type = 'schedule' THEN \
             NEW.idempotency_key := NEW.idempotency_key || clock_timestamp(); END IF;"
        ),
    },
    Fault {
        scenario: "relay",
        without: "the minute that a server may take for a recipient",
        fails: "callout: sent at the first attempt",
        method: Method::Setting("SMTP_TIMEOUT_SECONDS", "3"),
    },
    Fault {
        scenario: "relay",
        without: "the difference between a refusal of us and of a recipient",
        fails: "sender refused: given up",
        method: trigger!(
            "UPDATE ON outbox",
            "IF NEW.state = 'retry' AND NEW.last_code = 'smtp_554' THEN \
             NEW.state := 'failed'; NEW.finished_at := now(); END IF;"
        ),
    },
    Fault {
        scenario: "filter",
        without: "the mail without the text that was refused",
        fails: "filtered ones told after",
        method: trigger!(
            "UPDATE ON outbox",
            "IF NEW.last_code = 'text_refused' THEN NEW.next_attempt_at := now() + interval '1 hour'; END IF;"
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
        method: Method::Patch("oldest-evicted"),
    },
];
