//! The JSON Schema of `lsflint.toml`, for editors that check and complete TOML.

use serde_json::{Map, Value, json};

use super::option::{ConfigOption, Shape};
use super::options::config_options;

/// The JSON Schema (draft 7, which editors support), generated from the table of options.
pub fn config_schema() -> String {
    let mut schema = table("");
    schema["$schema"] = "http://json-schema.org/draft-07/schema#".into();
    schema["title"] = "lsflint.toml".into();
    schema["description"] = "Configuration of lsflint, a linter for the configuration of IBM Spectrum LSF.".into();
    let mut text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    text.push('\n');
    text
}

/// The schema of the table `name`.
fn table(name: &str) -> Value {
    let mut properties = Map::new();
    for option in config_options() {
        let key = match option.name.rsplit_once('.') {
            Some((above, key)) if above == name => key,
            None if name.is_empty() => option.name,
            _ => continue,
        };
        properties.insert(key.to_owned(), property(option));
    }
    json!({"type": "object", "additionalProperties": false, "properties": properties})
}

fn property(option: &ConfigOption) -> Value {
    let mut found = match option.shape {
        Shape::Table => table(option.name),
        Shape::ListOfTables(required) => {
            let mut items = table(option.name);
            items["required"] = json!(required);
            json!({"type": "array", "items": items})
        }
        shape => value(shape),
    };
    found["description"] = option.doc.into();
    // Defaults are written so that they are valid in both TOML and JSON.
    if let Ok(default) = serde_json::from_str::<Value>(option.default) {
        found["default"] = default;
    }
    found
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
