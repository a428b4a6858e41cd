//! The schema of a reason: one object for each code, with its data.

use super::{ReasonBody, ReasonJson};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Object, ObjectBuilder, OneOf, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

impl PartialSchema for ReasonJson {
    fn schema() -> RefOr<Schema> {
        let items = match ReasonBody::schema() {
            RefOr::T(Schema::OneOf(by_code)) => by_code.items.into_iter().filter_map(reason_schema).collect(),
            _ => Vec::new(),
        };
        let about = "Why a play or command is refused: a code, a message, and the data of this code.";
        let mut one_of = OneOf::new();
        one_of.items = items;
        one_of.description = Some(about.to_owned());
        Schema::OneOf(one_of).into()
    }
}

impl ToSchema for ReasonJson {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        ReasonBody::schemas(schemas);
    }
}

/// The schema of one reason, made from `{code: data}`, which is how the data is described.
fn reason_schema(by_code: RefOr<Schema>) -> Option<RefOr<Schema>> {
    let RefOr::T(Schema::Object(by_code)) = by_code else { return None };
    let (code, data) = by_code.properties.into_iter().next()?;
    let RefOr::T(Schema::Object(mut reason)) = data else { return None };
    for (name, schema, required) in [
        ("code", name_schema(&code), true),
        ("message", text_schema("A message for people."), true),
        ("gpe", text_schema("The name of the reason in the ITU game, if it has one."), false),
    ] {
        reason.properties.insert(name.to_owned(), schema.into());
        reason.required.extend(required.then(|| name.to_owned()));
    }
    Some(Schema::Object(reason).into())
}

fn name_schema(name: &str) -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some([name])).build()
}

fn text_schema(about: &str) -> Object {
    ObjectBuilder::new().schema_type(Type::String).description(Some(about)).build()
}
