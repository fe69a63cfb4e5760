//! The description of the public API, from which the form's types are generated.

use utoipa::OpenApi;

use crate::routes;

#[derive(OpenApi)]
#[openapi(
    info(title = "Firnwall Inquiries", description = "The calls that the site makes.", license(name = "MIT")),
    paths(routes::post_send_email, routes::get_challenge)
)]
struct Api;

/// As it is checked in at `api/openapi.json`.
pub fn to_json() -> String {
    let mut json = Api::openapi().to_pretty_json().expect("the description is plain data");
    json.push('\n');
    json
}
