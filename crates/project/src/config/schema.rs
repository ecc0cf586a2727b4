//! The JSON Schema of `lsflint.toml`, for editors that check and complete TOML.

use serde_json::{Map, Value, json};

use super::Shape;
use super::options::{ConfigOption, config_options};

/// The schema (draft 7, which the editors know), written from the table of options.
pub fn config_schema() -> String {
    let mut schema = table("", &[]);
    let head = [
        ("$schema", "http://json-schema.org/draft-07/schema#"),
        ("title", "lsflint.toml"),
        ("description", "Configuration of lsflint, a linter for the configuration of IBM Spectrum LSF."),
    ];
    for (key, text) in head {
        schema.insert(key.to_owned(), text.into());
    }
    let mut text = serde_json::to_string_pretty(&Value::Object(schema)).unwrap_or_default();
    text.push('\n');
    text
}

/// A table with the keys below a name.
fn table(name: &str, required: &[&str]) -> Map<String, Value> {
    let mut properties = Map::new();
    for option in config_options() {
        let key = match option.name.rsplit_once('.') {
            Some((above, key)) if above == name => key,
            None if name.is_empty() => option.name,
            _ => continue,
        };
        properties.insert(key.to_owned(), property(option));
    }
    let mut found = Map::new();
    found.insert("type".to_owned(), "object".into());
    found.insert("additionalProperties".to_owned(), false.into());
    found.insert("properties".to_owned(), properties.into());
    if !required.is_empty() {
        found.insert("required".to_owned(), json!(required));
    }
    found
}

fn property(option: &ConfigOption) -> Value {
    let mut found = match option.shape {
        Shape::Table => table(option.name, &[]),
        Shape::ListOfTables(required) => {
            let mut list = Map::new();
            list.insert("type".to_owned(), "array".into());
            list.insert("items".to_owned(), table(option.name, &[required]).into());
            list
        }
        shape => match value(shape) {
            Value::Object(found) => found,
            _ => Map::new(),
        },
    };
    found.insert("description".to_owned(), option.doc.into());
    if let Some(default) = json_default(option.default) {
        found.insert("default".to_owned(), default);
    }
    Value::Object(found)
}

fn value(shape: Shape) -> Value {
    match shape {
        Shape::Text(_) => json!({"type": "string"}),
        Shape::OneOf(words) => json!({"type": "string", "enum": words}),
        Shape::List(_) => json!({"type": "array", "items": {"type": "string"}}),
        Shape::TextOrList(_) => {
            json!({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]})
        }
        Shape::Flag => json!({"type": "boolean"}),
        Shape::Number(from, to) => json!({"type": "integer", "minimum": from, "maximum": to}),
        Shape::TableOf(_, values) => json!({"type": "object", "additionalProperties": value(*values)}),
        Shape::Table | Shape::ListOfTables(_) => json!({}),
    }
}

/// Defaults are written so that they mean the same in TOML and in JSON.
fn json_default(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}
