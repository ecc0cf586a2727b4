//! JSON with positions, for the files of the resource connector. Such a file is foreign to LSF: it has no tree and no
//! formatter.

use jsonc_parser::ast::{ObjectPropName, Value};
use jsonc_parser::errors::ParseErrorKind;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use rowan::{TextRange, TextSize};

/// A parsed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Json {
    /// The value of the text.
    Valid(JsonValue),
    /// The text has nothing but whitespace.
    Empty,
    /// The first syntax error.
    Broken(JsonError),
}

/// A syntax error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// The place.
    pub range: TextRange,
    /// What is wrong, in lowercase and without a full stop.
    pub words: String,
    /// Whether some readers of JSON accept it: a comment, or a comma after the last element.
    pub lenient: bool,
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonValue {
    /// The place; of a string, with its quotes.
    pub range: TextRange,
    /// What it is.
    pub data: JsonData,
}

/// What a value is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JsonData {
    /// Text, without escapes.
    String(String),
    /// A number as written.
    Number(String),
    /// `true` or `false`.
    Boolean(bool),
    /// `null`.
    Null,
    /// A list.
    List(Vec<JsonValue>),
    /// An object, with duplicate keys.
    Object(Vec<JsonMember>),
}

/// A key with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonMember {
    /// The key.
    pub name: String,
    /// The place of the key, with its quotes.
    pub range: TextRange,
    /// The value.
    pub value: JsonValue,
}

impl Json {
    /// Parses a text. A byte order mark is skipped.
    pub fn parse(text: &str) -> Json {
        let content = text.strip_prefix('\u{feff}').unwrap_or(text);
        let shift = text.len() - content.len();
        if content.trim().is_empty() {
            return Json::Empty;
        }
        let strict = ParseOptions {
            allow_comments: false,
            allow_loose_object_property_names: false,
            allow_trailing_commas: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        match parse_to_ast(content, &CollectOptions::default(), &strict) {
            Ok(parsed) => parsed.value.map_or(Json::Empty, |it| Json::Valid(value(it, shift))),
            Err(error) => {
                let kind = error.kind();
                let lenient =
                    matches!(kind, ParseErrorKind::TrailingCommasNotAllowed | ParseErrorKind::CommentsNotAllowed);
                let (start, end) = (error.range().start + shift, (error.range().end + shift).min(text.len()));
                let mut words = kind.to_string();
                if let Some(first) = words.get_mut(..1) {
                    first.make_ascii_lowercase();
                }
                Json::Broken(JsonError { range: range(start.min(end), end), words, lenient })
            }
        }
    }

    /// The value; `None` if there is none.
    pub fn value(&self) -> Option<&JsonValue> {
        match self {
            Json::Valid(value) => Some(value),
            Json::Empty | Json::Broken(_) => None,
        }
    }
}

impl JsonValue {
    /// The text of a string.
    pub fn text(&self) -> Option<&str> {
        match &self.data {
            JsonData::String(text) => Some(text),
            _ => None,
        }
    }

    /// The elements of a list; none for other values.
    pub fn elements(&self) -> &[JsonValue] {
        match &self.data {
            JsonData::List(elements) => elements,
            _ => &[],
        }
    }

    /// The members of an object; none for other values.
    pub fn members(&self) -> &[JsonMember] {
        match &self.data {
            JsonData::Object(members) => members,
            _ => &[],
        }
    }

    /// The value of a key of an object. Of several, readers take the last one.
    pub fn get(&self, name: &str) -> Option<&JsonValue> {
        self.members().iter().rev().find(|it| it.name == name).map(|it| &it.value)
    }
}

fn value(parsed: Value<'_>, shift: usize) -> JsonValue {
    let place = |it: jsonc_parser::common::Range| range(it.start + shift, it.end + shift);
    match parsed {
        Value::StringLit(it) => JsonValue { range: place(it.range), data: JsonData::String(it.value.into_owned()) },
        Value::NumberLit(it) => JsonValue { range: place(it.range), data: JsonData::Number(it.value.to_owned()) },
        Value::BooleanLit(it) => JsonValue { range: place(it.range), data: JsonData::Boolean(it.value) },
        Value::NullKeyword(it) => JsonValue { range: place(it.range), data: JsonData::Null },
        Value::Array(it) => {
            let elements = it.elements.into_iter().map(|it| value(it, shift)).collect();
            JsonValue { range: place(it.range), data: JsonData::List(elements) }
        }
        Value::Object(it) => {
            let member = |it: jsonc_parser::ast::ObjectProp<'_>| {
                let at = match &it.name {
                    ObjectPropName::String(it) => it.range,
                    ObjectPropName::Word(it) => it.range,
                };
                JsonMember { name: it.name.into_string(), range: place(at), value: value(it.value, shift) }
            };
            let members = it.properties.into_iter().map(member).collect();
            JsonValue { range: place(it.range), data: JsonData::Object(members) }
        }
    }
}

fn range(start: usize, end: usize) -> TextRange {
    let size = |it: usize| TextSize::new(u32::try_from(it).unwrap_or(u32::MAX));
    TextRange::new(size(start), size(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> (String, std::ops::Range<usize>, bool) {
        match Json::parse(text) {
            Json::Broken(JsonError { range, words, lenient }) => (words, range.into(), lenient),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn values_have_their_places() {
        let text = "\u{feff}{\"a\": [\"x\\n\", 1], \"b\": {\"c\": true}}";
        let parsed = Json::parse(text);
        let root = parsed.value().expect("a value");
        let list = root.get("a").expect("a list").elements();
        assert_eq!(list[0].text(), Some("x\n"));
        assert_eq!(&text[std::ops::Range::<usize>::from(list[0].range)], "\"x\\n\"");
        assert_eq!(list[1].data, JsonData::Number("1".to_owned()));
        assert_eq!(&text[std::ops::Range::<usize>::from(root.members()[1].range)], "\"b\"");
        assert_eq!(Json::parse(" \n"), Json::Empty);
    }

    #[test]
    fn errors_have_places_and_words() {
        assert_eq!(error("{\"a\": 1,}"), ("trailing commas are not allowed".to_owned(), 7..8, true));
        assert!(error("// x\n{}").2);
        assert!(!error("{\"a\" 1}").2);
        assert!(!error("{\"a\": \u{201c}x\u{201d}}").2);
        assert!(!error(&"[".repeat(100_000)).2);
    }
}
