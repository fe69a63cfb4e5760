//! The description of the public API, from which the form's types are generated.

use entity::contact::{FIELDS, Field, Kind};
use utoipa::{
    OpenApi,
    openapi::{
        KnownFormat, RefOr, Schema, SchemaFormat,
        schema::{ObjectBuilder, OneOfBuilder, RefBuilder, SchemaType, Type},
    },
};

use crate::routes;

#[derive(OpenApi)]
#[openapi(
    info(title = "Firnwall Inquiries", description = "The calls that the site makes.", license(name = "MIT")),
    paths(routes::post_send_email, routes::get_challenge)
)]
struct Api;

/// As it is checked in at `api/openapi.json`.
pub fn to_json() -> String {
    let mut api = Api::openapi();
    let schemas = &mut api.components.as_mut().expect("the calls have bodies").schemas;
    for field in FIELDS {
        if let Kind::Choice(options) = field.kind {
            let values = options.iter().map(|(value, _)| *value);
            let list = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(values));
            schemas.insert(component(field), list.description(Some(format!("`{}`.", field.name))).into());
        }
    }
    if let Some(RefOr::T(Schema::Object(inquiry))) = schemas.get_mut("Inquiry") {
        let required = FIELDS.iter().filter(|field| field.is_required).map(|field| field.name.to_owned());
        inquiry.required.splice(0..0, required);
        inquiry.properties.extend(FIELDS.iter().map(|field| (field.name.to_owned(), schema(field))));
    }
    let mut json = api.to_pretty_json().expect("the description is plain data");
    json.push('\n');
    json
}

fn schema(field: &Field) -> RefOr<Schema> {
    let null = (!field.is_required).then_some(Type::Null);
    let of = |kind: Type| match &null {
        None => ObjectBuilder::new().schema_type(kind),
        Some(null) => ObjectBuilder::new().schema_type(SchemaType::Array(vec![kind, null.clone()])),
    };
    let text = |min: usize, max: usize| of(Type::String).min_length((min > 0).then_some(min)).max_length(Some(max));
    match field.kind {
        Kind::Line { min, max } if field.is_required => text(min, max).into(),
        Kind::Line { min, max } => {
            let about = || format!("Empty means not given; otherwise at least {min} characters.");
            text(0, max).description((min > 1).then(about)).into()
        }
        Kind::Text { max } => text(1, max).into(),
        Kind::Email { max } => text(0, max).format(Some(SchemaFormat::KnownFormat(KnownFormat::Email))).into(),
        Kind::Count { max, .. } => {
            let format = Some(SchemaFormat::KnownFormat(KnownFormat::Int32));
            of(Type::Integer).format(format).minimum(Some(1)).maximum(Some(max)).into()
        }
        Kind::Choice(_) => {
            let list = RefBuilder::new().ref_location_from_schema_name(component(field));
            if field.is_required {
                return list.into();
            }
            let list = list.description(Some("Empty means not given."));
            OneOfBuilder::new().item(list).item(ObjectBuilder::new().schema_type(Type::Null)).into()
        }
    }
}

/// The name of a choice's list.
fn component(field: &Field) -> String {
    field.name[..1].to_uppercase() + &field.name[1..]
}
