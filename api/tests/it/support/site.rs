//! A site as the build writes it, in small.

use std::fs;

use tempfile::TempDir;

pub(super) fn write() -> TempDir {
    let root = TempDir::new().unwrap();
    let page = |text: &str| format!("<!DOCTYPE html><title>{text}</title>{}", " lorem".repeat(100));
    let files = [
        ("index.html", page("home")),
        ("services/index.html", page("services")),
        ("contact/index.html", page("contact")),
        ("404.html", page("not found")),
        ("de/kontakt/index.html", page("Kontakt")),
        ("de/404.html", page("nicht gefunden")),
        ("assets/app-1234.js", "console.log('plain')".repeat(20)),
        ("assets/app-1234.js.br", "brotli".into()),
        ("assets/app-1234.js.gz", "gzip".into()),
        ("index.html.br", "brotli".into()),
        ("favicon.svg", "<svg/>".into()),
        (
            ".well-known/security.txt",
            "Contact: mailto:security@firnwall.example\nExpires: 2020-01-01T00:00:00Z\n".into(),
        ),
        (".hidden", "hidden".into()),
        ("site.json", FACTS.into()),
    ];
    for (path, text) in files {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    root
}

const FACTS: &str = r#"{
    "contentSecurityPolicy": "default-src 'none'; frame-ancestors 'none'",
    "contentSecurityPolicyTurnstile": "default-src 'none'; script-src https://challenges.cloudflare.com",
    "publicUrl": "http://127.0.0.1:8080",
    "contactPaths": ["/contact", "/de/kontakt"],
    "redirects": {"/solutions": "/services", "/services/old": "/services/gone"},
    "consent": {"privacyPolicy": "the policy", "consent": "the first text", "gdprConsent": "the second text"},
    "releasedTexts": {"01234567": {
        "since": "2026-01-01", "language": "de",
        "privacyPolicy": "1111111111111111111111111111111111111111111111111111111111111111",
        "consent": "2222222222222222222222222222222222222222222222222222222222222222",
        "gdprConsent": "3333333333333333333333333333333333333333333333333333333333333333"
    }}
}"#;
