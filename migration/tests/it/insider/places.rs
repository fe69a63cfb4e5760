//! Texts that each login tries to leave in every column, and by every function: after the erasures and purges, none is there.

use sea_orm::{ConnectionTrait, Database, DatabaseConnection};

use super::{
    generated::{FUNCTIONS, TABLES, calls, list, values},
    is_mistake, stored,
};

/// A word that fits a code, an address, a sentence, a page, and a digest. What is an id or a number cannot say more than one.
fn forms(mark: &str) -> [String; FORMS] {
    let sentence = format!("{mark} lives in Zquorland, telephone +41 99 777 66 55");
    let digest = sentence[..32].to_owned();
    [mark.to_owned(), format!("{mark}@visitor.example"), sentence.clone(), sentence.repeat(400), digest]
}
const FORMS: usize = 5;

/// Digests that outlive an erasure, so that no mail is taken in again and no key is lost: 32 bytes, whatever they say.
const DIGESTS: [&str; 6] = [
    "fingerprint_key.sealed",
    "fingerprint_key.sealed_by",
    "imap_account.account_key",
    "intake.digest",
    "intake.message_key",
    "intake.source_key",
];

/// As a value of the column's type.
fn value(text: &str, kind: &str) -> String {
    match kind {
        "bytea" => format!("convert_to('{text}', 'UTF8')"),
        "jsonb" | "json" => format!("to_{kind}('{text}'::text)"),
        "hstore" => format!("hstore('a', '{text}')"),
        kind if kind.ends_with("[]") => format!("ARRAY[{}]::{kind}", value(text, kind.trim_end_matches("[]"))),
        kind => format!("'{text}'::{kind}"),
    }
}

/// Columns that a text could fit into: table, column, type, a value of a new row, whether each role may insert and update it.
const COLUMNS: &str = "\
    SELECT attrelid::regclass::text, attname::text, format_type(atttypid, NULL), CASE \
            WHEN attname = 'inquiry_id' AND relname IN ('message', 'participant') THEN 'source.inquiry_id' \
            WHEN attname = 'inquiry_id' THEN format('(SELECT id FROM inquiry WHERE id NOT IN (SELECT inquiry_id FROM %s) LIMIT 1)', \
                attrelid::regclass) \
            WHEN attname = 'reference' THEN '''FW-'' || upper(translate(substr(md5(random()::text), 1, 4) || ''-'' || \
                substr(md5(random()::text), 1, 4), ''ilou'', ''xxxx''))' \
            WHEN attname = 'id' AND relname = 'jobs' THEN 'upper(''01'' || substr(md5(random()::text), 1, 24))' \
            WHEN attname = 'id' AND relname = 'workers' THEN '''mail-'' || upper(''01'' || substr(md5(random()::text), 1, 24))' \
            WHEN attname = 'idempotency_key' AND relname = 'jobs' THEN '''outbox:'' || gen_random_uuid()' \
            WHEN is_unique AND atttypid = 'uuid'::regtype THEN 'gen_random_uuid()' \
            WHEN is_unique AND atttypid = 'bytea'::regtype THEN 'sha256(gen_random_uuid()::text::bytea)' \
            WHEN is_unique AND atttypid = 'text'::regtype AND relname IN ('digest_mail', 'participant') THEN 'gen_random_uuid() || ''@own.example''' \
            ELSE 'source.' || quote_ident(attname) \
        END, CASE WHEN is_text THEN 'text' ELSE '' END, role, \
        CASE WHEN has_column_privilege(role, attrelid, attnum, 'INSERT') THEN 'insert' ELSE '' END, \
        CASE WHEN has_column_privilege(role, attrelid, attnum, 'UPDATE') THEN 'update' ELSE '' END \
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_type ON pg_type.oid = atttypid, \
        LATERAL (SELECT EXISTS ( \
            SELECT FROM pg_index WHERE indrelid = attrelid AND indisunique AND attnum = ANY (indkey) \
        ) AS is_unique) AS i, \
        LATERAL (SELECT typcategory IN ('S', 'U', 'V', 'X') AND atttypid <> 'uuid'::regtype OR typcategory = 'A' AND \
            typelem IN (SELECT oid FROM pg_type WHERE typcategory IN ('S', 'U') AND oid <> 'uuid'::regtype) AS is_text) AS t, \
        unnest(ARRAY['inquiry_app', 'inquiry_compliance']) AS role \
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND attnum > 0 AND NOT attisdropped \
      AND relnamespace IN ('public'::regnamespace, 'apalis'::regnamespace) \
      AND (has_column_privilege(role, attrelid, attnum, 'INSERT') OR has_column_privilege(role, attrelid, attnum, 'UPDATE')) \
    ORDER BY 1, attnum, role";

/// A row of each table in which the application stores some, and inquiries to which rows can be added.
const ROWS: &str = "\
    INSERT INTO inquiry (id, reference, idempotency_key, token_digest, contact_reason, consent, gdpr_consent, \
                         policy_digest, consent_digest, gdpr_consent_digest, bot_check) \
        SELECT gen_random_uuid(), 'FW-10' || lpad(n::text, 2, '0') || '-0000', gen_random_uuid(), sha256(('x' || n)::bytea), 'other', \
            true, true, sha256(''), sha256(''), sha256(''), 'verified' FROM generate_series(1, 99) AS n; \
    INSERT INTO recent_text (inquiry_id, digest, of_sender) SELECT id, sha256('a'), sha256('b') FROM inquiry LIMIT 1; \
    INSERT INTO spam_check (inquiry_id, points, signs, is_suspected, is_marked) \
        SELECT id, 1, '{haste}', false, false FROM inquiry LIMIT 1; \
    INSERT INTO digest_mail (recipient) VALUES ('anna@own.example'); \
    INSERT INTO complaint (address_digest) VALUES (sha256('a')); \
    INSERT INTO imap_account (account_key) VALUES (sha256('a')); \
    INSERT INTO fingerprint_key VALUES (sha256('a'), sha256('b')) ON CONFLICT DO NOTHING; \
    INSERT INTO intake_check (id) VALUES (gen_random_uuid()); \
    INSERT INTO journey (id) VALUES (gen_random_uuid()); \
    INSERT INTO outbox (id, kind, about) SELECT gen_random_uuid(), 'journey', id FROM journey; \
    INSERT INTO intake (id, way, source_key, digest, size) VALUES (gen_random_uuid(), 'lmtp', sha256('a'), sha256('a'), 1); \
    INSERT INTO raw_mail (intake_id, recipients, raw) SELECT id, '{a@own.example}', 'x' FROM intake; \
    INSERT INTO intake (id, way, source_key, digest, size) VALUES (gen_random_uuid(), 'lmtp', sha256('b'), sha256('b'), 1); \
    INSERT INTO raw_mail (intake_id, inquiry_id, recipients, raw) \
        SELECT intake.id, message.inquiry_id, '{a@own.example}', 'x' FROM intake, message WHERE digest = sha256('b'); \
    UPDATE message SET intake_id = (SELECT id FROM intake WHERE digest = sha256('b')); \
    INSERT INTO participant (inquiry_id, intake_id, address, address_key) \
        SELECT inquiry_id, intake_id, 'a@own.example', 'a@own.example' FROM message; \
    INSERT INTO apalis.workers (id, worker_type, storage_name) VALUES ('mail-01JZZZZZZZZZZZZZZZZZZZZZZZ', 'mail', ''); \
    INSERT INTO apalis.jobs (id, job, job_type, idempotency_key) VALUES ('01JZZZZZZZZZZZZZZZZZZZZZZZ', \
        convert_to('{\"outbox_id\": \"11111111-2222-4333-8444-555555555555\"}', 'UTF8'), 'mail', \
        'outbox:11111111-2222-4333-8444-555555555555')";

/// Nine years later, but for the ledger, by whose last entry a jump of the clock would be noticed.
async fn age(admin: &DatabaseConnection) {
    let sql = "\
        DO $$ DECLARE changed record; BEGIN \
            SET LOCAL session_replication_role = replica; \
            FOR changed IN SELECT attrelid::regclass AS name, \
                    string_agg(format('%1$I = %1$I - interval ''9 years''', attname), ', ') AS times \
                FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid \
                WHERE relkind IN ('r', 'p') AND NOT relispartition AND attnum > 0 AND NOT attisdropped AND attgenerated = '' \
                  AND relnamespace IN ('public'::regnamespace, 'apalis'::regnamespace) AND relname NOT IN ('ledger', 'schema_migrations') \
                  AND atttypid IN ('timestamptz'::regtype, 'date'::regtype) GROUP BY 1 LOOP \
                EXECUTE format('UPDATE %s SET %s', changed.name, changed.times); \
            END LOOP; END $$";
    admin.execute_unprepared(sql).await.unwrap();
}

/// What the worker's schedules do.
async fn purge(app: &DatabaseConnection) {
    for sql in [
        "SELECT purge_expired(gen_random_uuid(), 1000)",
        "SELECT create_content_partitions()",
        "SELECT turn_mail_partitions()",
        "SELECT forget_old_rows()",
        "SELECT forget_networks()",
        "SELECT forget_journeys()",
        "SELECT turn_mail_partitions()",
    ] {
        app.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    let jobs = include_str!("../../../../worker/src/jobs/sql/delete_finished_jobs.sql");
    app.execute_unprepared(&jobs.replace("$1", "1000").replace("$2", "'schedule'")).await.unwrap();
}

/// A role and its statement.
type Attempt = (String, String);

/// The mark of the next attempt.
fn mark(tried: &[Attempt]) -> String {
    format!("zq{:06}x", tried.len())
}

/// Each form in each column that a role may update or insert.
fn on_columns(columns: &[[String; 8]]) -> Vec<Attempt> {
    let mut tried = Vec::new();
    for [table, column, kind, _, is_text, role, insert, update] in columns {
        if is_text.is_empty() {
            continue;
        }
        let of_row = |[of, .., by, is_inserted, _]: &&[String; 8]| of == table && by == role && !is_inserted.is_empty();
        let row: Vec<_> = columns.iter().filter(of_row).collect();
        let names: Vec<_> = row.iter().map(|column| column[1].as_str()).collect();
        for form in 0..FORMS {
            if !update.is_empty() {
                let given = value(&forms(&mark(&tried))[form], kind);
                let sql =
                    format!("UPDATE {table} SET {column} = {given} WHERE ctid = (SELECT ctid FROM {table} LIMIT 1)");
                tried.push((role.clone(), sql));
            }
            if !insert.is_empty() {
                let given = value(&forms(&mark(&tried))[form], kind);
                let values =
                    row.iter().map(|[_, name, _, usual, ..]| if name == column { &given } else { usual }.as_str());
                let (names, values) = (names.join(", "), values.collect::<Vec<_>>().join(", "));
                tried.push((
                    role.clone(),
                    format!("INSERT INTO {table} ({names}) SELECT {values} FROM {table} AS source LIMIT 1"),
                ));
            }
        }
    }
    tried
}

/// Any other type may take a text, also one that comes later.
const WITHOUT_TEXT: [&str; 12] = [
    "",
    "boolean",
    "smallint",
    "integer",
    "bigint",
    "oid",
    "xid8",
    "date",
    "timestamp with time zone",
    "timestamp with time zone[]",
    "uuid",
    "uuid[]",
];

/// Each form as each argument of each function.
fn by_functions(functions: &[[String; 2]], tried: &mut Vec<Attempt>) {
    let texts = ["canary@example.com", "access", "answer", "message", "inquiry", "mail"];
    for [name, types] in functions {
        let arguments: Vec<_> = types.split('|').collect();
        let takes_text = |&at: &usize| !WITHOUT_TEXT.contains(&arguments[at]);
        for at in (0..arguments.len()).filter(takes_text) {
            for (role, form) in ["inquiry_app", "inquiry_compliance"]
                .into_iter()
                .flat_map(|role| (0..FORMS).map(move |form| (role, form)))
            {
                let mut given: Vec<_> = arguments.iter().map(|kind| values(kind, &texts)).collect();
                given[at] = vec![value(&forms(&mark(tried))[form], arguments[at])];
                tried.extend(calls(name, &given).into_iter().map(|sql| (role.to_owned(), sql)));
            }
        }
    }
}

const MAIL: &str = "\
    SELECT accept_mails(jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'way', 'lmtp', 'source_key', 'zq999998x lives in Zquorland, te'::bytea, \
        'digest', 'zq999997x lives in Zquorland, te'::bytea, 'size', 5, 'envelope_from', 'zq999999x', 'recipients', '[\"zq999999x\"]'::jsonb, \
        'address_keys', '[\"zq999999x\"]'::jsonb)), ARRAY['zq999999x'::bytea])";

/// How many stored something, and what failed for a mistake of the generator: syntax, a unique or a missing value.
async fn run(login: impl Fn(&str) -> DatabaseConnection, tried: &[Attempt]) -> (usize, Vec<String>) {
    let (mut stored, mut mistakes) = (0, Vec::new());
    for (role, sql) in tried {
        match login(role).execute_unprepared(sql).await {
            Ok(result) => stored += usize::from(result.rows_affected() > 0),
            Err(error) => {
                let text = format!("{error:?}");
                let is_unmeant = ["23505", "23502"].iter().any(|code| text.contains(&format!("code: \"{code}\"")));
                if !sql.starts_with("SELECT") && (is_unmeant || is_mistake(&error)) {
                    mistakes.push(format!("{role}: {sql:.200}: {error}"));
                }
            }
        }
    }
    (stored, mistakes)
}

/// Columns in which a mark is found, each with the statement that left it.
async fn left(admin: &DatabaseConnection, tried: &[Attempt]) -> Vec<[String; 2]> {
    let mut left = Vec::new();
    for [table] in list::<1>(admin, TABLES).await {
        // Bytes are printed as hexadecimal digits.
        let sql = format!(
            "SELECT '{table}.' || field.key, min(found[1]) FROM {table} AS t, jsonb_each_text(to_jsonb(t)) AS field, \
             regexp_matches(field.value, '(zq[0-9]{{6}}x|7a71(?:3[0-9]){{6}}78)', 'g') AS found GROUP BY field.key ORDER BY field.key"
        );
        for [column, mark] in list(admin, &sql).await {
            let by = tried.iter().find(|(_, sql)| sql.contains(&mark)).map_or(&mark, |(_, sql)| sql);
            left.push([column, format!("{by:.200}")]);
        }
    }
    left
}

const KEYS: &str = "\
    SELECT DISTINCT key FROM (SELECT email_key AS key FROM compliance.inquiry_content UNION SELECT author_key FROM message \
    UNION SELECT unnest(address_keys) FROM raw_mail UNION SELECT address_key FROM participant \
    UNION SELECT email_key FROM data_subject_request WHERE email_key IS NOT NULL) AS k";

#[tokio::test]
async fn no_text_of_a_login_outlives_erasures_and_purges() {
    let database = stored().await;
    let (app, admin) = (database.app().await, database.admin().await);
    let compliance = Database::connect(database.compliance_url()).await.unwrap();
    admin.execute_unprepared(ROWS).await.unwrap();
    let mut tried = on_columns(&list(&admin, COLUMNS).await);
    by_functions(&list(&admin, FUNCTIONS).await, &mut tried);
    tried.push(("inquiry_app".to_owned(), MAIL.to_owned()));
    let login = |role: &str| if role == "inquiry_app" { app.clone() } else { compliance.clone() };
    let (stored, mistakes) = run(login, &tried).await;
    assert_eq!(mistakes, [""; 0]);
    assert!(stored > 100 && left(&admin, &tried).await.len() > 5, "{stored} of {}", tried.len());

    for [key] in list::<1>(&admin, KEYS).await {
        compliance.execute_unprepared(&format!("SELECT erase_person('{key}')")).await.unwrap();
    }
    let answered = "UPDATE data_subject_request SET closed_at = now(), email_key = NULL WHERE closed_at IS NULL";
    admin.execute_unprepared(answered).await.unwrap();
    age(&admin).await;
    for _ in 0..2 {
        purge(&app).await;
    }
    let left = left(&admin, &tried).await;
    let columns: Vec<_> = left.iter().map(|[column, _]| column.as_str()).collect();
    assert_eq!(columns, DIGESTS, "{left:?}");
}
