//! Documents against their JSON schemas.

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

/// A JSON schema. Formats such as `uri` are checked, too.
pub struct Schema {
    compiled: Schemas,
    index: SchemaIndex,
}

impl Schema {
    /// The schema in a text.
    ///
    /// # Panics
    /// The text is not JSON, or not a schema of the draft that its `$schema` names.
    #[track_caller]
    pub fn new(text: &str) -> Schema {
        Schema::of(serde_json::from_str(text).expect("the schema is JSON"))
    }

    /// The schema in a document.
    ///
    /// # Panics
    /// The document is not a schema of the draft that its `$schema` names.
    #[track_caller]
    pub fn of(document: Value) -> Schema {
        const NAME: &str = "https://example.com/schema.json";
        let mut compiler = Compiler::new();
        compiler.enable_format_assertions();
        compiler.add_resource(NAME, document).expect("the schema has an address");
        let mut compiled = Schemas::new();
        let index = compiler.compile(NAME, &mut compiled).unwrap_or_else(|it| panic!("not a schema: {it:#}"));
        Schema { compiled, index }
    }

    /// What is wrong with a document: a line for each mistake.
    pub fn errors(&self, document: &Value) -> Vec<String> {
        let Err(error) = self.compiled.validate(document, self.index) else { return Vec::new() };
        error.to_string().lines().skip(1).map(|it| it.trim_start_matches([' ', '-']).to_owned()).collect()
    }

    /// Whether a document has no mistake.
    pub fn accepts(&self, document: &Value) -> bool {
        self.compiled.validate(document, self.index).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn mistakes_have_their_places() {
        let schema = Schema::of(json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "properties": { "page": { "format": "uri" }, "line": { "minimum": 1 } },
        }));
        assert_eq!(schema.errors(&json!({ "page": "https://example.com", "line": 1 })), [""; 0]);
        assert_eq!(
            schema.errors(&json!({ "page": "no address", "line": 0 })),
            [
                "at '/line': must be >=1, but got 0",
                "at '/page': 'no address' is not valid uri: unexpected character at index 2"
            ]
        );
        assert!(!schema.accepts(&json!({ "line": 0 })));
    }

    #[test]
    fn something_else_is_not_a_schema() {
        let is_schema = |text: &str| std::panic::catch_unwind(|| Schema::new(text)).is_ok();
        assert_eq!([r#"{"type": "string"}"#, r#"{"type": "text"}"#].map(is_schema), [true, false]);
    }
}
