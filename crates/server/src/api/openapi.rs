//! The description of the API: an OpenAPI document made from the handlers and types, and a page made from that.

use axum::Extension;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use http_api::{LiveMessage, LiveRequest, ProblemDetails};
use notation::draw::escape_xml;
use serde_json::Value;
use std::fmt::Write;
use std::sync::Arc;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Components, Schema};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, ResponseBuilder, path::Operation};

/// The document and the page, written once.
#[derive(Clone)]
pub(crate) struct ApiDocument {
    json: Arc<str>,
    page: Arc<str>,
}

impl ApiDocument {
    pub(crate) fn new(document: &OpenApi) -> ApiDocument {
        let json = document.to_json().unwrap_or_default();
        let value: Value = serde_json::from_str(&json).unwrap_or_default();
        ApiDocument { page: page(&value).into(), json: json.into() }
    }
}

pub(crate) async fn document(Extension(document): Extension<ApiDocument>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], document.json.to_string()).into_response()
}

pub(crate) async fn docs(Extension(document): Extension<ApiDocument>) -> Html<String> {
    Html(document.page.to_string())
}

/// Errors of all requests.
const ERRORS: [(&str, &str); 6] = [
    ("400", "the request is malformed: the message says where"),
    ("401", "the key is missing or unknown"),
    ("403", "the key belongs to another seat, or an invitation is needed"),
    ("404", "something that the request names does not exist"),
    ("429", "too many requests: try again after `Retry-After` seconds"),
    ("503", "the store cannot be reached: nothing was changed"),
];
/// Errors of requests that change something.
const CHANGE_ERRORS: [(&str, &str); 4] = [
    ("409", "the request came too late"),
    ("413", "the body is too large"),
    ("415", "the body is not JSON"),
    ("422", "the request cannot be carried out, or the rules refuse it"),
];

/// Adds what all descriptions have in common: errors, keys, a title; and the messages of the WebSocket.
pub(crate) fn complete(document: &mut OpenApi) {
    "Quixotry".clone_into(&mut document.info.title);
    // The router sets the version and the author of its own crate.
    env!("CARGO_PKG_VERSION").clone_into(&mut document.info.version);
    document.info.contact = None;
    document.info.description = Some("Crossword board games: tables, turns, live events.".to_owned());
    let components = document.components.get_or_insert_default();
    add_schema::<ProblemDetails>(components);
    add_schema::<LiveRequest>(components);
    add_schema::<LiveMessage<'_>>(components);
    open_composed_schemas(components);
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
    components.add_security_scheme("key", SecurityScheme::Http(bearer));
    for item in document.paths.paths.values_mut() {
        add_errors(item.get.as_mut(), &ERRORS);
        for operation in [&mut item.post, &mut item.delete] {
            add_errors(operation.as_mut(), &ERRORS);
            add_errors(operation.as_mut(), &CHANGE_ERRORS);
        }
        add_errors(item.get.as_mut(), &[CHANGE_ERRORS[0], CHANGE_ERRORS[3]]);
    }
}

fn add_schema<T: ToSchema>(components: &mut Components) {
    components.schemas.insert(T::name().into_owned(), T::schema());
    let mut inner = Vec::new();
    T::schemas(&mut inner);
    components.schemas.extend(inner);
}

/// Allows other properties in objects that are part of a larger object.
///
/// Types that refuse unknown fields when they are read are closed. As a part of `allOf` they would refuse the fields
/// of the other parts.
fn open_composed_schemas(components: &mut Components) {
    let mut parts = Vec::new();
    components.schemas.values().for_each(|schema| collect_parts(schema, &mut parts));
    for name in parts {
        if let Some(RefOr::T(Schema::Object(object))) = components.schemas.get_mut(&name) {
            object.additional_properties = None;
        }
    }
}

/// The names of the schemas that are part of an `allOf`, also below a `oneOf`.
fn collect_parts(schema: &RefOr<Schema>, parts: &mut Vec<String>) {
    match schema {
        RefOr::T(Schema::AllOf(all)) => {
            for part in &all.items {
                if let RefOr::Ref(reference) = part {
                    parts.extend(reference.ref_location.rsplit('/').next().map(str::to_owned));
                }
                collect_parts(part, parts);
            }
        }
        RefOr::T(Schema::OneOf(one)) => one.items.iter().for_each(|item| collect_parts(item, parts)),
        RefOr::Ref(_) | RefOr::T(_) => {}
    }
}

fn add_errors(operation: Option<&mut Operation>, errors: &[(&str, &str)]) {
    let Some(operation) = operation else { return };
    for (status, about) in errors {
        let schema = RefOr::Ref(Ref::from_schema_name(ProblemDetails::name()));
        let content = ContentBuilder::new().schema(Some(schema)).build();
        let response =
            ResponseBuilder::new().description(*about).content("application/problem+json", content);
        operation.responses.responses.entry((*status).to_owned()).or_insert(RefOr::T(response.build()));
    }
    // A key is optional: most requests also work without one.
    let anonymous = SecurityRequirement::default();
    let keyed = SecurityRequirement::new("key", Vec::<String>::new());
    operation.security = Some(vec![anonymous, keyed]);
}

/// A page for people: every operation with its parameters, body and answers, then every schema.
fn page(document: &Value) -> String {
    let mut out = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>The API of Quixotry</title></head>\n<body>\n\
         <h1>The API of Quixotry</h1>\n<p>Everything is JSON. Keys are sent as <code>Authorization: Bearer …</code>. \
         The same as a document for programs: <a href=\"openapi.json\">openapi.json</a>.</p>\n",
    );
    for (path, item) in entries(&document["paths"]) {
        for (method, operation) in entries(item) {
            write_operation(&mut out, path, method, operation);
        }
    }
    out.push_str("<h2>Schemas</h2>\n");
    for (name, schema) in entries(&document["components"]["schemas"]) {
        let text = serde_json::to_string_pretty(schema).unwrap_or_default();
        put(
            &mut out,
            format_args!("<h3 id=\"{0}\">{0}</h3>\n<pre>{1}</pre>\n", escape_xml(name), escape_xml(&text)),
        );
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}

fn write_operation(out: &mut String, path: &str, method: &str, operation: &Value) {
    let summary = operation["summary"].as_str().unwrap_or_default();
    put(
        out,
        format_args!(
            "<h2><code>{} {}</code></h2>\n<p>{}</p>\n",
            escape_xml(&method.to_uppercase()),
            escape_xml(path),
            escape_xml(summary)
        ),
    );
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let listed: Vec<String> = parameters.map(parameter).collect();
    if !listed.is_empty() {
        put(out, format_args!("<ul>{}</ul>\n", listed.concat()));
    }
    for (kind, content) in entries(&operation["requestBody"]["content"]) {
        put(out, format_args!("<p>Body ({}): {}</p>\n", escape_xml(kind), schema_link(&content["schema"])));
    }
    out.push_str("<dl>\n");
    for (status, response) in entries(&operation["responses"]) {
        let about = response["description"].as_str().unwrap_or_default();
        let links: Vec<String> =
            entries(&response["content"]).map(|(_, content)| schema_link(&content["schema"])).collect();
        put(
            out,
            format_args!(
                "<dt>{}</dt><dd>{} {}</dd>\n",
                escape_xml(status),
                escape_xml(about),
                links.join(" ")
            ),
        );
    }
    out.push_str("</dl>\n");
}

fn parameter(parameter: &Value) -> String {
    let text = |key: &str| escape_xml(parameter[key].as_str().unwrap_or_default());
    format!("<li><code>{}</code> ({}) {}</li>", text("name"), text("in"), text("description"))
}

/// A link to a schema of the document, or what it says itself.
fn schema_link(schema: &Value) -> String {
    match schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        Some(name) => format!("<a href=\"#{0}\">{0}</a>", escape_xml(name)),
        None => escape_xml(schema["type"].as_str().unwrap_or_default()),
    }
}
