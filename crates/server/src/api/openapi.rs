//! The description of the API: an OpenAPI document made from the handlers, and a page for people made from that.

use super::schema::ProblemDetails;
use axum::Extension;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use notation::draw::escape_xml;
use serde_json::Value;
use std::fmt::Write;
use std::sync::Arc;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, ResponseBuilder, path::Operation};
use utoipa::{PartialSchema, ToSchema};

/// The document and the page, written once.
#[derive(Clone)]
pub(crate) struct Document {
    json: Arc<str>,
    page: Arc<str>,
}

impl Document {
    pub(crate) fn new(document: &OpenApi) -> Document {
        let json = document.to_json().unwrap_or_default();
        let value: Value = serde_json::from_str(&json).unwrap_or_default();
        Document { page: page(&value).into(), json: json.into() }
    }
}

pub(crate) async fn document(Extension(document): Extension<Document>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], document.json.to_string()).into_response()
}

pub(crate) async fn docs(Extension(document): Extension<Document>) -> Html<String> {
    Html(document.page.to_string())
}

/// Problems that any request may have, and those of requests with a body.
const ANY: [(&str, &str); 6] = [
    ("400", "the request is malformed: the message says where"),
    ("401", "no key, or one that opens nothing here"),
    ("403", "the key opens another seat, or an invitation is needed"),
    ("404", "there is no such thing"),
    ("429", "too much at once: try again after `Retry-After` seconds"),
    ("503", "the store cannot be reached: nothing was changed"),
];
const WITH_BODY: [(&str, &str); 4] = [
    ("409", "somebody was faster, or what was seen is not what is"),
    ("413", "the body is too large"),
    ("415", "the body is not JSON"),
    ("422", "refused by the rules"),
];

/// Adds what all descriptions have in common: problems, keys, a title.
pub(crate) fn complete(document: &mut OpenApi) {
    "Quixotry".clone_into(&mut document.info.title);
    document.info.description = Some("Crossword board games: tables, turns, live events.".to_owned());
    let components = document.components.get_or_insert_default();
    components.schemas.insert(ProblemDetails::name().into_owned(), ProblemDetails::schema());
    let mut inner = Vec::new();
    ProblemDetails::schemas(&mut inner);
    components.schemas.extend(inner);
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
    components.add_security_scheme("key", SecurityScheme::Http(bearer));
    for item in document.paths.paths.values_mut() {
        add_problems(item.get.as_mut(), &ANY);
        for operation in [&mut item.post, &mut item.delete] {
            add_problems(operation.as_mut(), &ANY);
            add_problems(operation.as_mut(), &WITH_BODY);
        }
        add_problems(item.get.as_mut(), &[("409", WITH_BODY[0].1), ("422", WITH_BODY[3].1)]);
    }
}

fn add_problems(operation: Option<&mut Operation>, problems: &[(&str, &str)]) {
    let Some(operation) = operation else { return };
    for (status, about) in problems {
        let schema = RefOr::Ref(Ref::from_schema_name(ProblemDetails::name()));
        let content = ContentBuilder::new().schema(Some(schema)).build();
        let response =
            ResponseBuilder::new().description(*about).content("application/problem+json", content);
        operation.responses.responses.entry((*status).to_owned()).or_insert(RefOr::T(response.build()));
    }
    // A key may be sent, but most of what is public can be seen without.
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
         The same as a document for programs: <a href=\"/api/openapi.json\">openapi.json</a>.</p>\n",
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
