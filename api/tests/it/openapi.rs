use std::{fs, path::Path};

/// Written anew by `UPDATE=1 cargo test -p api --test it openapi`.
#[test]
fn openapi_json_is_what_the_code_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    let now = api::openapi::to_json();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &now).unwrap();
    }
    let checked_in = fs::read_to_string(&path).unwrap_or_default();
    assert!(checked_in == now, "api/openapi.json is stale: run `UPDATE=1 cargo test -p api --test it openapi`");
}
