//! Timestamps of ledger heads by a local authority (openssl), and the auditor's page as written.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use compliance::{
    ledger::{Authority, Period},
    report::{Report, send_report},
};
use entity::env::Env;
use mail_parser::{MessageParser, MimeHeaders};
use mailer::db::database_now;
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

use super::{done, fill, officer, world};
use crate::support::World;

const CONFIG: &str = "[tsa]\ndefault_tsa = here\n[here]\nserial = serial\nsigner_cert = tsa.pem\ncerts = ca.pem\n\
                      signer_key = tsa.key\nsigner_digest = sha256\ndefault_policy = 1.2.3.4.1\ndigests = sha256\n";

/// Whether it ended well, and what it said.
fn run(folder: &Path, script: &str) -> (bool, String) {
    let run = Command::new("bash").args(["-euo", "pipefail", "-c", script]).current_dir(folder).output().unwrap();
    (run.status.success(), String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned())
}

fn shell(folder: &Path, script: &str) -> String {
    let (is_done, text) = run(folder, script);
    assert!(is_done, "{script}\n{text}");
    text
}

/// Keys and certificates of an authority whose signer may be used for `usage`.
fn certificates(usage: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tsa.cnf"), CONFIG).unwrap();
    let script = format!(
        "echo 01 >serial
         openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 30 -subj '/CN=Authority' \
             -addext keyUsage=critical,keyCertSign
         openssl req -newkey rsa:2048 -nodes -keyout tsa.key -out tsa.csr -subj '/CN=Signer'
         printf 'basicConstraints=CA:FALSE\nextendedKeyUsage=critical,{usage}\n' >extensions
         openssl x509 -req -in tsa.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile extensions -out tsa.pem"
    );
    shell(folder.path(), &format!("({script}) 2>&1"));
    folder
}

/// An authority over HTTP.
async fn serve(folder: PathBuf) -> Authority {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/tsa", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut tcp, _)) = listener.accept().await {
            let mut request = Vec::new();
            let body = loop {
                request.push(tcp.read_u8().await.unwrap());
                if request.ends_with(b"\r\n\r\n") {
                    let head = String::from_utf8_lossy(&request).to_lowercase();
                    assert!(head.contains("content-type: application/timestamp-query"), "{head}");
                    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
                    let mut body = vec![0; length.parse().unwrap()];
                    tcp.read_exact(&mut body).await.unwrap();
                    break body;
                }
            };
            fs::write(folder.join("query"), body).unwrap();
            shell(&folder, "openssl ts -reply -config tsa.cnf -queryfile query -out reply 2>&1");
            let reply = fs::read(folder.join("reply")).unwrap();
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", reply.len());
            tcp.write_all(head.as_bytes()).await.unwrap();
            tcp.write_all(&reply).await.unwrap();
        }
    });
    let _ = rustls::crypto::ring::default_provider().install_default();
    Authority::from_env(&Env::from_pairs([("TSA_URL", url.as_str())])).unwrap().unwrap()
}

/// What an auditor has: the exported ledger, the files of a mailed report, and the authority's certificate.
async fn evidence(world: &World, authority: &TempDir) -> TempDir {
    fill(world, 2, "kreluonta", "now()").await;
    done(world, &["retention", "purge"]).await;
    done(world, &["person", "erase", "kreluonta1@visitor.example", "--yes"]).await;
    let tsa = serve(authority.path().to_owned()).await;
    let period = Period::month_of(database_now(&world.db).await.unwrap()).unwrap();
    let report = Report::read(&world.db, period).await.unwrap();
    let _ = send_report(&world.db, &world.mailer(), Some(&tsa), &report, "report.2026-01").await;
    let folder = tempfile::tempdir().unwrap();
    let accepted = world.server.accepted();
    let data = &accepted.last().unwrap().data;
    let mail = MessageParser::default().parse(data).unwrap();
    for file in mail.attachments() {
        fs::write(folder.path().join(file.attachment_name().unwrap()), file.contents()).unwrap();
    }
    done(world, &["person", "erase", "kreluonta2@visitor.example", "--yes"]).await;
    let ledger = folder.path().join("ledger");
    done(world, &["ledger", "export", ledger.to_str().unwrap()]).await;
    fs::copy(authority.path().join("ca.pem"), folder.path().join("tsa-ca.pem")).unwrap();
    folder
}

/// The page's commands, in order, without those of our program.
fn commands() -> Vec<String> {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/auditor.md")).unwrap();
    let blocks = page.split("```sh\n").skip(1).map(|rest| rest.split_once("```").unwrap().0.to_owned());
    blocks.filter(|block| !block.starts_with("compliance ")).collect()
}

async fn verify(world: &World, folder: &Path, head: &str) -> (bool, String) {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (ledger, token, authority) = (path("ledger"), path("head.tsr"), path("tsa-ca.pem"));
    let head = path(head);
    let given = ["ledger", "verify", &ledger, "--head-file", &head, "--timestamp", &token, "--tsa-ca", &authority];
    let run = officer(world, &given).await;
    (run.status.success(), String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned())
}

#[tokio::test]
async fn an_auditor_verifies_chain_head_and_timestamp_by_the_pages_commands() {
    let (world, authority) = (world().await, certificates("timeStamping"));
    let folder = evidence(&world, &authority).await;
    let said = commands().iter().map(|script| shell(folder.path(), script)).collect::<String>();
    for part in ["intact up to ", "the ledger contains the head", "Time stamp: ", "no inquiry was purged late"] {
        assert!(said.contains(part), "{part} in {said}");
    }
    assert!(!said.contains("NOT INTACT"), "{said}");
    let (is_proven, said) = verify(&world, folder.path(), "head.txt").await;
    assert!(is_proven && said.contains("the head existed on 20"), "{said}");

    // The same commands end with what they found first.
    let ledger = folder.path().join("ledger");
    let text = fs::read_to_string(&ledger).unwrap();
    let changed = text.replacen("\"inquiry\": 1", "\"inquiry\": 2", 1);
    let number = 1 + text.lines().zip(changed.lines()).position(|(before, after)| before != after).unwrap();
    assert!(number < text.lines().count(), "an entry in the middle");
    for (tampered, found) in [
        (format!("{} \n", changed.trim_end()), format!("entry {number} was changed")),
        (text.split_inclusive('\n').skip(1).collect(), "entry 1 does not follow the one before".to_owned()),
        (text.trim_end().to_owned(), "the last line was cut".to_owned()),
        (String::new(), "the ledger has no entry".to_owned()),
    ] {
        fs::write(&ledger, tampered).unwrap();
        assert_eq!(run(folder.path(), &commands()[0]), (false, format!("NOT INTACT: {found}\n")));
    }
}

#[tokio::test]
async fn a_timestamp_of_another_head_by_another_authority_or_changed_proves_nothing() {
    let (world, authority) = (world().await, certificates("timeStamping"));
    let folder = evidence(&world, &authority).await;
    let token = folder.path().join("head.tsr");
    let good = fs::read(&token).unwrap();
    let head = done(&world, &["ledger", "head"]).await;
    fs::write(folder.path().join("newer.txt"), head.trim()).unwrap();
    let (is_proven, said) = verify(&world, folder.path(), "newer.txt").await;
    assert!(!is_proven && said.contains("something else than the given head"), "{said}");

    // Each byte matters: the signed time, and the signature, which ends the token.
    let text = String::from_utf8_lossy(&good);
    let time = good.windows(4).position(|bytes| bytes == b"2026" || bytes == b"2027" || bytes == b"2025");
    assert!(time.is_some(), "{text}");
    for at in [time.unwrap() + 3, good.len() - 10] {
        let mut bad = good.clone();
        bad[at] ^= 1;
        fs::write(&token, bad).unwrap();
        let (is_proven, said) = verify(&world, folder.path(), "head.txt").await;
        assert!(!is_proven && said.contains("NOT PROVEN"), "{at}: {said}");
    }
    fs::write(&token, &good).unwrap();
    fs::copy(certificates("timeStamping").path().join("ca.pem"), folder.path().join("tsa-ca.pem")).unwrap();
    let (is_proven, said) = verify(&world, folder.path(), "head.txt").await;
    assert!(!is_proven && said.contains("do not lead"), "{said}");
}

#[tokio::test]
async fn a_report_goes_without_a_timestamp_if_the_authority_does_not_answer() {
    let world = world().await;
    let _ = rustls::crypto::ring::default_provider().install_default();
    let away = Authority::from_env(&Env::from_pairs([("TSA_URL", "http://127.0.0.1:1/tsa")])).unwrap().unwrap();
    let period = Period::month_of(database_now(&world.db).await.unwrap()).unwrap();
    let report = Report::read(&world.db, period).await.unwrap();
    let _ = send_report(&world.db, &world.mailer(), Some(&away), &report, "report.2026-01").await;
    let accepted = world.server.accepted();
    assert!(accepted.len() == 1 && !accepted[0].data.contains("head.tsr"));
}

#[tokio::test]
async fn the_report_is_written_as_a_pdf_with_its_holds_and_requests_and_nobodys_name() {
    let world = world().await;
    fill(&world, 1, "kreluonta", "now()").await;
    let address = "kreluonta1@visitor.example";
    done(&world, &["retention", "hold", "--email", address, "--reason", "Grobnitz", "--until", "2099-01-01"]).await;
    done(&world, &["person", "request", "add", address, "--kind", "access"]).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.pdf");
    done(&world, &["report", "--pdf", file.to_str().unwrap()]).await;
    let bytes = fs::read(&file).unwrap();
    let page = String::from_utf8_lossy(&bytes);
    let hold: String = world.value("SELECT id::text FROM legal_hold").await;
    let request: String = world.value("SELECT id::text FROM data_subject_request").await;
    // A bar of the picture is a filled rectangle; a heading is bold.
    for part in [
        "%PDF-",
        &hold,
        &request,
        "1 legal hold",
        "1 request",
        "Ledger head",
        " re\nf",
        "Keep this document",
        "until 2099-01-01",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    for typed in ["---", "###", "Keep this mail"] {
        assert!(!page.contains(typed), "{typed} is of the mail's text");
    }
    for name in ["kreluonta", "Grobnitz", "Zquorvex"] {
        assert!(!page.contains(name), "{name}");
    }
}
