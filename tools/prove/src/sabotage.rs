//! Defences taken away. A check that nothing can make fail proves nothing, so `prove --sabotage` runs each
//! scenario once for each line here and wants to see it fail.

#[derive(Debug, Clone, Copy)]
pub(super) struct Sabotage {
    pub(super) scenario: &'static str,
    /// The defence that is gone.
    pub(super) without: &'static str,
    /// The figure that then fails, or how it begins: another one shows nothing about this defence.
    pub(super) spoils: &'static str,
    pub(super) means: Means,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Means {
    /// Run by the superuser after the migration.
    Sql(&'static str),
    Setting(&'static str, &'static str),
    /// A defence in the api's code: a failpoint of this name.
    Failpoint(&'static str),
    /// Who is asked to end is killed instead.
    KillInsteadOfTerm,
    /// The first worker works alone, whoever else is called.
    OneWorker,
    /// The worker is not told that the mail server's channel must be safe.
    InClear,
}

macro_rules! on_outbox {
    ($body:literal) => {
        Means::Sql(concat!(
            "CREATE FUNCTION sabotage() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ",
            $body,
            " RETURN NEW; END $$; \
             CREATE TRIGGER sabotage BEFORE UPDATE ON outbox FOR EACH ROW EXECUTE FUNCTION sabotage()"
        ))
    };
}

macro_rules! on_insert {
    ($table:literal, $body:literal) => {
        Means::Sql(concat!(
            "CREATE FUNCTION sabotage() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ",
            $body,
            " RETURN NEW; END $$; CREATE TRIGGER sabotage BEFORE INSERT ON ",
            $table,
            " FOR EACH ROW EXECUTE FUNCTION sabotage()"
        ))
    };
}

pub(super) const ALL: [Sabotage; 22] = [
    Sabotage {
        scenario: "pooler",
        without: "workers that do not LISTEN",
        spoils: "failures of the job runners",
        means: Means::Setting("DATABASE_LISTEN", "on"),
    },
    Sabotage {
        scenario: "kill",
        without: "the end of a dead sender's lease",
        spoils: "every mail at its end",
        means: on_outbox!("IF NEW.state = 'sending' THEN NEW.lease_until := now() + interval '1 day'; END IF;"),
    },
    Sabotage {
        scenario: "kill",
        without: "a second try for a mail whose sender died",
        spoils: "notifications missing",
        means: on_outbox!(
            "IF NEW.state = 'ambiguous' AND NEW.crashes > OLD.crashes THEN \
             NEW.state := 'failed'; NEW.finished_at := now(); END IF;"
        ),
    },
    Sabotage {
        scenario: "smtp",
        without: "the same Message-ID in every attempt",
        spoils: "mails that no row knows",
        means: on_outbox!(
            "IF NEW.state = 'sending' AND OLD.state <> 'sending' AND OLD.message_id IS NOT NULL THEN \
             NEW.message_id := '<' || gen_random_uuid() || '@sabotage.example>'; END IF;"
        ),
    },
    Sabotage {
        scenario: "smtp",
        without: "`sent` only after a 250",
        spoils: "rows `sent` without a 250",
        means: on_outbox!("IF NEW.state = 'retry' THEN NEW.state := 'sent'; NEW.finished_at := now(); END IF;"),
    },
    Sabotage {
        scenario: "smtp",
        without: "TLS where it is required",
        spoils: "mails over an insecure channel",
        means: Means::InClear,
    },
    Sabotage {
        scenario: "postgres",
        without: "the write-ahead log of inquiries and outbox",
        spoils: "acknowledged inquiries lost",
        means: Means::Sql(
            "ALTER TABLE inquiry DROP CONSTRAINT inquiry_pkey CASCADE; \
             ALTER TABLE outbox SET UNLOGGED; ALTER TABLE inquiry SET UNLOGGED",
        ),
    },
    Sabotage {
        scenario: "stop",
        without: "the orderly end",
        spoils: "accepted requests dropped: sent, and not answered",
        means: Means::KillInsteadOfTerm,
    },
    Sabotage {
        scenario: "challenge",
        without: "the mark of unverified inquiries",
        spoils: "unverified inquiries taken from one network",
        means: on_insert!("inquiry", "NEW.bot_check := 'verified';"),
    },
    Sabotage {
        scenario: "challenge",
        without: "doubt where there is no verdict",
        spoils: "auto-replies to unverified",
        means: Means::Failpoint("without-doubt"),
    },
    Sabotage {
        scenario: "challenge",
        without: "the host and the action that a token was solved for",
        spoils: "wrong hostname or action accepted",
        means: Means::Failpoint("without-binding"),
    },
    Sabotage {
        scenario: "abuse",
        without: "the count of a person's auto-replies",
        spoils: "auto-replies to the one victim",
        means: on_outbox!(
            "IF NEW.kind = 'auto_reply' AND OLD.first_attempt_at IS NULL THEN \
             NEW.first_attempt_at := NEW.first_attempt_at - interval '8 days'; END IF;"
        ),
    },
    Sabotage {
        scenario: "abuse",
        without: "the memory of spent tokens",
        spoils: "bad tokens accepted",
        means: Means::Sql("ALTER TABLE inquiry DROP CONSTRAINT inquiry_token_digest_key"),
    },
    Sabotage {
        scenario: "abuse",
        without: "distrust of X-Forwarded-For",
        spoils: "the same with a forged X-Forwarded-For",
        means: Means::Setting("TRUSTED_PROXIES", "127.0.0.0/8"),
    },
    Sabotage {
        scenario: "silence",
        without: "job payloads that hold an id only",
        spoils: "personal words in tables",
        means: on_insert!(
            "apalis.jobs",
            "NEW.job := convert_to((convert_from(NEW.job, 'UTF8')::jsonb || '{\"by\": \"quollmail\"}')::text, 'UTF8');"
        ),
    },
    Sabotage {
        scenario: "silence",
        without: "silence about addresses in the database's log",
        spoils: "personal words in logs",
        means: on_insert!("inquiry_content", "RAISE LOG 'inquiry of %', NEW.email;"),
    },
    Sabotage {
        scenario: "silence",
        without: "the routes' names in the api's log and metrics",
        spoils: "personal words in metrics",
        means: Means::Failpoint("without-labels"),
    },
    Sabotage {
        scenario: "slow",
        without: "limits on connections and their time",
        spoils: "slow connections cut",
        means: Means::Failpoint("without-limits"),
    },
    Sabotage {
        scenario: "overload",
        without: "a limit on waiting requests",
        spoils: "640 without pause: shed with 429 or 503",
        means: Means::Failpoint("without-limits"),
    },
    Sabotage {
        scenario: "scale",
        without: "the second and third worker",
        spoils: "second worker",
        means: Means::OneWorker,
    },
    Sabotage {
        scenario: "scale",
        without: "one job a tick",
        spoils: "schedule ticks run more than once",
        means: on_insert!(
            "apalis.jobs",
            "IF NEW.job_type = 'schedule' THEN \
             NEW.idempotency_key := NEW.idempotency_key || clock_timestamp(); END IF;"
        ),
    },
    Sabotage {
        scenario: "scale",
        without: "one inquiry a key and token",
        spoils: "the same request to both apis at once",
        means: Means::Sql(
            "ALTER TABLE inquiry DROP CONSTRAINT inquiry_idempotency_key_key, DROP CONSTRAINT inquiry_token_digest_key",
        ),
    },
];
