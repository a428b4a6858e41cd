//! The schema of the data of a reason: one object for each code.

use super::ReasonBody;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOf, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// The code of a reason and its data, which are fields of the same object.
pub(super) struct ReasonData;

impl PartialSchema for ReasonData {
    fn schema() -> RefOr<Schema> {
        let items = match ReasonBody::schema() {
            RefOr::T(Schema::OneOf(by_code)) => by_code.items.into_iter().filter_map(with_code).collect(),
            _ => Vec::new(),
        };
        let mut one_of = OneOf::new();
        one_of.items = items;
        one_of.description = Some("The code of a reason and its data.".to_owned());
        Schema::OneOf(one_of).into()
    }
}

impl ToSchema for ReasonData {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        ReasonBody::schemas(schemas);
    }
}

/// The schema of `{code: "gap", …data}`, made from that of `{gap: data}`, which is how the data is read.
fn with_code(by_code: RefOr<Schema>) -> Option<RefOr<Schema>> {
    let RefOr::T(Schema::Object(by_code)) = by_code else { return None };
    let (code, data) = by_code.properties.into_iter().next()?;
    let RefOr::T(Schema::Object(mut data)) = data else { return None };
    let name = ObjectBuilder::new().schema_type(Type::String).enum_values(Some([code]));
    data.properties.insert("code".to_owned(), name.into());
    data.required.push("code".to_owned());
    // The object has the other fields of the reason as well.
    data.additional_properties = None;
    Some(Schema::Object(data).into())
}
