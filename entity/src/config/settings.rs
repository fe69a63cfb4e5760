//! Every setting, once: [`Env`](crate::env::Env) takes names, defaults and remedies from here, and `.env.example`, the table
//! in README.md and the environments in compose.yaml are written from it (`UPDATE=1 cargo test -p entity --test it settings`).

/// A variable of the environment that an operator may set.
#[derive(Debug)]
pub struct Setting {
    pub name: &'static str,
    /// The services of compose.yaml that read it.
    pub services: &'static [&'static str],
    /// Empty: none.
    pub default: &'static str,
    /// In `.env.example`, if not the default.
    pub sample: &'static str,
    /// `.env.example` sets it, and compose.yaml demands it unless it is a secret.
    pub is_required: bool,
    /// It may come from the file that `NAME_FILE` names, and does in compose.yaml.
    pub is_secret: bool,
    /// Its value in compose.yaml, if that is not the operator's alone to choose.
    pub in_compose: &'static str,
    pub help: &'static str,
    /// How to write it: the end of every error about it.
    pub remedy: &'static str,
}

/// Settings with one subject: a row of README.md's table.
#[derive(Debug)]
pub struct Group {
    pub about: &'static str,
    pub settings: &'static [Setting],
}

impl Setting {
    const fn of(services: &'static [&'static str], help: &'static str, remedy: &'static str) -> Self {
        let (name, default, sample, in_compose) = ("", "", "", "");
        Self { name, services, default, sample, is_required: false, is_secret: false, in_compose, help, remedy }
    }

    const fn default(self, default: &'static str) -> Self {
        Self { default, ..self }
    }

    const fn sample(self, sample: &'static str) -> Self {
        Self { sample, ..self }
    }

    const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    const fn secret(self) -> Self {
        Self { is_secret: true, ..self }
    }

    const fn in_compose(self, in_compose: &'static str) -> Self {
        Self { in_compose, ..self }
    }

    pub fn refuse(&self, problem: impl Into<String>) -> SettingError {
        SettingError::new(self.name, problem, self.remedy)
    }
}

/// A setting that is missing or wrong. The text never holds a secret's value.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{name}: {problem}. {remedy}")]
pub struct SettingError {
    pub name: String,
    pub problem: String,
    pub remedy: String,
}

impl SettingError {
    pub fn new(name: &str, problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { name: name.to_owned(), problem: problem.into(), remedy: remedy.into() }
    }
}

macro_rules! settings {
    ($($about:literal { $($name:ident = $setting:expr;)* })*) => {
        $($(pub const $name: Setting = Setting { name: stringify!($name), ..$setting };)*)*
        pub const GROUPS: &[Group] = &[$(Group { about: $about, settings: &[$($name),*] }),*];
    };
}

const API: &[&str] = &["api"];
const WORKER: &[&str] = &["worker"];
const BOTH: &[&str] = &["api", "worker"];
/// The worker, and the officers' program for what it sends.
const SENDERS: &[&str] = &["worker", "compliance"];
const MIGRATE: &[&str] = &["migrate"];
/// No service of compose.yaml receives it.
const NONE: &[&str] = &[];

const DATABASE_REMEDY: &str = "Set it to postgres://ROLE:PASSWORD@HOST:PORT/DATABASE";
const LISTEN_REMEDY: &str = "Give an IP address and a port, such as 127.0.0.1:8080 or [::]:8080";
const TURNSTILE_REMEDY: &str = "Copy it from the widget's page in the Cloudflare dashboard";
const CA_REMEDY: &str = "Name a readable file of certificates in PEM form, or leave it out";
const FOLDER_REMEDY: &str = "Write the full name of a folder, such as Processed or INBOX.Processed; create one whose name has \
                             letters without accents, digits and blanks only";
const ADDRESSES_REMEDY: &str = "Set it to the consultants' addresses, separated by commas";
const ON_OFF: &str = "Write on or off";

settings! {
    "The database: one login per role. Api and worker need only the first" {
        DATABASE_URL = Setting::of(&["migrate", "api", "worker"],
            "Role inquiry_app: rows through row security, no DDL.", DATABASE_REMEDY)
            .sample("postgres://inquiry_app:PASSWORD@127.0.0.1:5432/firnwall").secret().required();
        MIGRATION_DATABASE_URL = Setting::of(MIGRATE,
            "Role inquiry_owner: the schema's owner, for `migration` and `compliance retention replay`.", DATABASE_REMEDY)
            .sample("postgres://inquiry_owner:PASSWORD@127.0.0.1:5432/firnwall").secret();
        COMPLIANCE_DATABASE_URL = Setting::of(&["migrate", "compliance"],
            "Role inquiry_compliance: an officer's login, for the commands of `compliance`.", DATABASE_REMEDY)
            .sample("postgres://inquiry_compliance:PASSWORD@127.0.0.1:5432/firnwall").secret();
        ADMIN_DATABASE_URL = Setting::of(MIGRATE,
            "An administrator, for `migration`: creates missing roles and the database.", DATABASE_REMEDY)
            .sample("postgres://postgres:PASSWORD@127.0.0.1:5432/postgres").secret();
        DATABASE_DISK = Setting::of(WORKER,
            "A folder on the disk that holds the database, whose free space the worker watches. In Compose, a container's `/` is on \
             the disk of Docker's volumes. Empty: another machine's.", "Name a folder on the database's disk, or leave it empty")
            .sample("/var/lib/postgresql").in_compose("${DATABASE_DISK:-/}");
        DATABASE_LISTEN = Setting::of(WORKER,
            "`off` behind a connection pooler in transaction mode; mails then start up to one second later.", ON_OFF)
            .default("on");
    }
    "Listen addresses. Do not expose those of ops (`/healthz`, `/readyz`, `/metrics`) to the internet" {
        API_LISTEN = Setting::of(API, "The site.", LISTEN_REMEDY).default("127.0.0.1:8080").in_compose("0.0.0.0:8080");
        API_OPS_LISTEN = Setting::of(API, "The api's ops listener.", LISTEN_REMEDY)
            .default("127.0.0.1:8081").in_compose("0.0.0.0:8081");
        WORKER_OPS_LISTEN = Setting::of(WORKER, "The worker's ops listener.",
            "Write ADDRESS:PORT, for example 127.0.0.1:8082").default("127.0.0.1:8082").in_compose("0.0.0.0:8082");
    }
    "The site's address (`https://` beyond this machine: browsers solve the bot check over https only), the proxy in front" {
        WEB_ROOT = Setting::of(NONE, "The directory of the built site; the image sets it.",
            "Build the site first: cd web && npm ci && npm run build").default("web/dist");
        PUBLIC_URL = Setting::of(&["api", "worker", "compliance"], "The site's address as visitors see it. The site's build uses it too.",
            "Set it to the site's address as visitors type it, such as https://firnwall.example, without a path")
            .default("http://127.0.0.1:8080").required();
        SITE_CA_FILE = Setting::of(WORKER,
            "Certificate authorities (PEM) to trust for the site, in addition to the public ones, when the worker visits it. In \
             Compose put them into secrets/site_ca.pem, and set /run/secrets/site_ca.", CA_REMEDY);
        HSTS_INCLUDE_SUBDOMAINS = Setting::of(API,
            "`on` extends HSTS (two years) to the subdomains: set it only if every subdomain is served over https.",
            "Write on, if every subdomain of the site's name is served over https, or off").default("off");
        TRUSTED_PROXIES = Setting::of(API,
            "Networks (CIDR, comma-separated) of reverse proxies whose X-Forwarded-For is trusted; at most a /8, or /7 of \
             IPv6. Compose sets those from which Docker takes its bridges: requests of the host's proxy come from there.",
            "Give networks separated by commas, such as 10.0.0.0/8,fd00::/8, or leave it empty")
            .in_compose("${TRUSTED_PROXIES:-10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fd00::/8}");
        RATE_LIMIT_PER_MINUTE = Setting::of(API, "Inquiries a minute from one client network.",
            "Give a number of at least 1").default("10");
    }
    "The bot check: proof of work on our own api, or Cloudflare Turnstile" {
        BOT_CHECK = Setting::of(API, "`altcha` (proof of work, self-hosted) or `turnstile` (Cloudflare).",
            "Set it to altcha or turnstile").default("altcha");
        ALTCHA_HMAC_KEY = Setting::of(API,
            "Signs the proof-of-work challenges: 32 random bytes in hex (openssl rand -hex 32).",
            "Set it to at least 32 random bytes, for example the output of `openssl rand -hex 32`").secret().required();
        TURNSTILE_SITE_KEY = Setting::of(API, "Turnstile's public key, sent to the browser.", TURNSTILE_REMEDY);
        TURNSTILE_SECRET = Setting::of(API, "Turnstile's private key.", TURNSTILE_REMEDY).secret();
    }
    "The relay: `smtps://`, or `smtp://…?tls=required`; plain `smtp://` to this machine only" {
        SMTP_URL = Setting::of(SENDERS,
            "smtp://, smtps:// or smtp://…?tls=required; user and password in the URL.",
            "Set it to smtps://USER:PASSWORD@HOST, or to smtp://USER:PASSWORD@HOST?tls=required for STARTTLS, and write \
             the characters @ : / # ? % of user and password as %40 %3A %2F %23 %3F %25")
            .sample("smtps://USER:PASSWORD@relay.example:465").secret().required();
        SMTP_CA_FILE = Setting::of(SENDERS,
            "Certificate authorities (PEM) to trust for the relay, in addition to the public ones. Compose reads \
             secrets/smtp_ca.pem.", CA_REMEDY).in_compose("/run/secrets/smtp_ca");
        MAIL_CONCURRENCY = Setting::of(WORKER,
            "SMTP connections, hence mails sent at the same time, 2 to 32. A quarter of them send notifications only.",
            "Give a number from 2 to 32: one connection is for notifications only").default("8");
        MAIL_FROM = Setting::of(SENDERS, "The sender of every mail.",
            "Set it to an address of your own domain, such as contact@example.com or Example <contact@example.com>")
            .sample("\"Firnwall <no-reply@firnwall.example>\"").required();
        MAIL_REPLY_TO = Setting::of(WORKER, "Receives visitors' replies to the auto-reply. Empty: MAIL_FROM does.",
            "Set it to the address that a visitor's answer should reach, or leave it out")
            .sample("contact@firnwall.example");
        MAIL_RETURN_PATH = Setting::of(WORKER,
            "Envelope sender of auto-replies, which receives their bounces. Empty: the null return path. Without mail in only.",
            "Set it to a mailbox that only takes bounces and never answers, or leave it out for the null return path");
    }
    "Mail in: [docs/mail-in.md](docs/mail-in.md)" {
        INTAKE = Setting::of(WORKER, "`off`, or one or more of `imap`, `lmtp` and `pipe`, separated by commas.",
            "Write off, or one or more of imap, lmtp and pipe, separated by commas").default("off");
        INTAKE_LMTP_LISTEN = Setting::of(WORKER,
            "The LMTP listener: a loopback address with a port, or unix:/path/of/a/socket.",
            "Write a loopback address with a port, such as 127.0.0.1:2424, or unix:/path/of/a/socket")
            .default("127.0.0.1:2424");
        IMAP_URL = Setting::of(WORKER,
            "The mailbox of `imap`: imaps://USER:PASSWORD@HOST, or without :PASSWORD for a login by token. The characters \
             @ : / # ? % of user and password are written %40 %3A %2F %23 %3F %25, here and in SMTP_URL.",
            "Set it to imaps://USER:PASSWORD@HOST, and write the characters @ : / # ? % of user and password as \
             %40 %3A %2F %23 %3F %25; without :PASSWORD where OAUTH_TOKEN_URL is set").secret();
        IMAP_CA_FILE = Setting::of(WORKER, "A private certificate authority of that server, PEM. Compose reads secrets/smtp_ca.pem.", CA_REMEDY)
            .in_compose("/run/secrets/smtp_ca");
        IMAP_FOLDER = Setting::of(WORKER, "The folder that is read.", FOLDER_REMEDY).default("INBOX");
        IMAP_PROCESSED_FOLDER = Setting::of(WORKER, "The folder that keeps stored mails for seven days.", FOLDER_REMEDY)
            .default("Processed");
        OAUTH_TOKEN_URL = Setting::of(SENDERS,
            "Access tokens for IMAP_URL and SMTP_URL without a password (Microsoft 365): the token endpoint of the app \
             registration.",
            "For Microsoft 365 set it to https://login.microsoftonline.com/TENANT-ID/oauth2/v2.0/token")
            .sample("https://login.microsoftonline.com/TENANT-ID/oauth2/v2.0/token");
        OAUTH_CLIENT_ID = Setting::of(SENDERS, "The application (client) ID.",
            "Set it to the application (client) ID of the app registration");
        OAUTH_CLIENT_SECRET = Setting::of(SENDERS, "The value of a client secret of the app registration.",
            "Set it to the value of a client secret of the app registration, not to its ID").secret();
        OAUTH_SCOPE = Setting::of(SENDERS, "Another one for national clouds, such as https://outlook.office365.us/.default.",
            "For Microsoft 365 leave it out").default("https://outlook.office365.com/.default");
        CLAMD = Setting::of(WORKER,
            "The virus scanner that checks attachments: HOST:PORT or unix:/path/of/the/socket of clamd. Empty: none.",
            "Write the HOST:PORT or unix:/path/of/the/socket on which clamd listens, or leave it out");
        REPLY_ADDRESS = Setting::of(WORKER,
            "Where visitors' replies and bounces arrive: any name of a domain, or a mailbox with a plus, such as \
             desk+@example.com. Behind a comma, former ones, which still work.",
            "Set it to @ and a domain whose mail comes here, such as @reply.example.com, or to a mailbox with a plus, such \
             as desk+@example.com")
            .sample("@reply.firnwall.example");
        INTAKE_TRUST = Setting::of(WORKER,
            "Whose authentication results are trusted: authserv:HOST (the host at the start of the Authentication-Results \
             that your mail server writes), microsoft365, or none: consultants then confirm each of their mails by another \
             one.",
            "Write authserv: and the host name at the start of the Authentication-Results that your mail server writes, such \
             as authserv:mx.example.com; or microsoft365; or none")
            .default("none").sample("authserv:mx.firnwall.example");
        INTAKE_QUOTA = Setting::of(WORKER,
            "MiB that come in a day from one sender about an inquiry, or for an inquiry; what is more waits at its server. 26 to 100000.",
            "Write a number from 26 to 100000").default("200");
        INTAKE_RESERVE = Setting::of(WORKER,
            "Mails wait at their senders while less than so many percent of DATABASE_DISK are free: the rest is for the form. 0 to 9, as \
             at 10 the alert comes.", "Write a number from 0 to 9").default("5");
        INTAKE_NEW = Setting::of(WORKER,
            "on: a mail to MAIL_FROM, to MAIL_REPLY_TO or to the mailbox of REPLY_ADDRESS without its plus opens a ticket \
             for NOTIFY_TO.", ON_OFF).default("off");
        FOLLOW = Setting::of(WORKER,
            "Who reads what is written about an inquiry that somebody owns: owner, with those who write #follow; or all, \
             without those who write #mute.", "Set it to owner or all").default("owner");
        REPLY_HMAC_KEYS = Setting::of(WORKER,
            "Signs these addresses: NUMBER:HEX, separated by commas; the first one signs. Keep a key for two years.",
            "Set it to 1: and the output of `openssl rand -hex 32`").secret();
    }
    "The consultants, by reason and program" {
        NOTIFY_TO = Setting::of(BOTH,
            "The consultants who are notified of an inquiry that matches no route below, comma-separated. The worker mails \
             notifications to these addresses and those of the next two settings only.", ADDRESSES_REMEDY)
            .sample("consultants@firnwall.example").required();
        NOTIFY_ROUTES = Setting::of(BOTH,
            "Other consultants for a reason or a program: TOPIC=ADDRESS[,ADDRESS…], entries separated by semicolons.",
            "Write REASON_OR_PROGRAM=ADDRESS[,ADDRESS…], entries separated by ';', \
             for example incident-response=soc@example.com;devsecops=dev@example.com,soc@example.com")
            .sample("\"incident-response=soc@firnwall.example;devsecops=dev@firnwall.example,soc@firnwall.example\"");
        NOTIFY_URGENT_TO = Setting::of(BOTH,
            "Also notified of urgent inquiries (reason: incident response), such as a duty phone's address; comma-separated.",
            ADDRESSES_REMEDY).sample("duty@firnwall.example");
        ESCALATE_TO = Setting::of(BOTH,
            "Notified of inquiries that nobody answered in time, once a working day; comma-separated. Empty: the inquiry's \
             consultants.", ADDRESSES_REMEDY).sample("head@firnwall.example");
    }
    "The promised time to an answer; [spam](docs/spam.md)" {
        ANSWER_WITHIN = Setting::of(BOTH,
            "The promised time to the first answer: hours for urgent reasons, on any day; working days for all others.",
            "Write hours for urgent reasons and working days for all others, such as 24h,2d; each at least 1 and at most 999")
            .default("24h,2d");
        OFFICE_HOURS = Setting::of(BOTH,
            "Office hours and public holidays, as OpenStreetMap's opening_hours; by default those of the canton of Zurich.",
            "Write OpenStreetMap's opening_hours, such as Mo-Fr 08:00-18:00; Dec 25-26 off")
            .default("Mo-Fr 08:00-18:00; Jan 01-02 off; easter -2 days off; easter +1 day off; May 01 off; \
                      easter +39 days off; easter +50 days off; Aug 01 off; Dec 25-26 off");
        TIME_ZONE = Setting::of(&["api", "worker", "compliance"], "The office's time zone: a name of the IANA time zone database.",
            "Write a name of the IANA time zone database, such as Europe/Zurich").default("Europe/Zurich");
        SPAM_LIMIT = Setting::of(BOTH,
            "An inquiry whose spam signs reach this many points is perhaps spam: its notification says so, and its auto-reply waits; \
             one that a program sent is held. An urgent one needs twice as many. 2 to 50, or off.",
            "Write a number of points from 2 to 50, or off").default("2");
    }
    "The compliance mailbox and its evidence" {
        COMPLIANCE_TO = Setting::of(SENDERS, "Receives the compliance reports with the ledger head.",
            "Set it to the mailbox of the person responsible for data protection")
            .sample("compliance@firnwall.example").required();
        TSA_URL = Setting::of(SENDERS,
            "An RFC 3161 authority that timestamps the ledger head of each monthly report, such as https://tsa.example/tsr.",
            "Set it to the https or http URL of an RFC 3161 authority, or leave it empty");
        COMPLIANCE_SECOND_OFFICER = Setting::of(MIGRATE,
            "on: a legal hold beyond a year, and of a day all erasures, removals and corrections but the first, wait for a second \
             officer, who has a separate login. Unset: unchanged.", ON_OFF).sample("on");
    }
    "The second path for alerts, the watch from outside; logs" {
        ALERT_WEBHOOK_URL = Setting::of(WORKER,
            "Receives alerts, for the case that mail itself fails: JSON by POST.",
            "Set it to an https:// address that takes a POST of JSON").secret();
        HEARTBEAT_URL = Setting::of(WORKER,
            "A dead man's switch: called by GET each minute while all is well.",
            "Set it to the https:// address of a dead man's switch").secret();
        JOURNEY_EVERY = Setting::of(WORKER,
            "So many minutes after each other the worker sends itself an inquiry through the site and back, 5 to 60; or off.",
            "Write a number of minutes from 5 to 60, or off").default("15");
        RUST_LOG = Setting::of(BOTH, "Log filter.",
            "Set it to a level such as info, or to targets such as api=debug,info").default("info");
        LOG_FORMAT = Setting::of(BOTH, "`text` or `json`.", "Set it to text or json").default("text").in_compose("json");
    }
    "For `compose.tls.yaml` only" {
        TLS_ISSUER = Setting::of(NONE, "`acme` for a public certificate, `internal` for a trial without a public name.", "")
            .default("acme");
    }
}

/// What tests alone set, in processes that they start: no setting. Beyond this machine each is refused.
pub mod stand_ins {
    use super::{NONE, Setting};

    const fn stand_in(name: &'static str, default: &'static str) -> Setting {
        Setting { name, default, ..Setting::of(NONE, "", "Leave it out: only tests set it, and only on this machine") }
    }

    pub const TURNSTILE_VERIFY_URL: Setting =
        stand_in("TURNSTILE_VERIFY_URL", "https://challenges.cloudflare.com/turnstile/v0/siteverify");
    /// For a command, and for the reply to the end of data.
    pub const SMTP_TIMEOUT_SECONDS: Setting = stand_in("SMTP_TIMEOUT_SECONDS", "");
}
