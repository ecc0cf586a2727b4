//! Results as text that people read and that is the same in every encoding: ranges as `line:column` counted from 1 in
//! characters, with the text they cover; URIs as names of files.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// What is needed to show places.
pub(crate) struct Places<'a> {
    /// The texts by URI.
    pub(crate) texts: &'a BTreeMap<String, String>,
    /// The names by URI.
    pub(crate) names: &'a BTreeMap<String, String>,
    pub(crate) encoding: &'a str,
    /// What semantic tokens are called.
    pub(crate) legend: &'a Value,
}

impl Places<'_> {
    /// The byte of a position of the protocol.
    pub(crate) fn offset(&self, uri: &str, position: &Value) -> Option<usize> {
        let text = self.texts.get(uri)?;
        let (line, column) = (position["line"].as_u64()? as usize, position["character"].as_u64()? as usize);
        let mut start = 0;
        for _ in 0..line {
            start += text[start..].find('\n')? + 1;
        }
        let mut counted = 0;
        for (offset, letter) in text[start..].char_indices() {
            if counted >= column || letter == '\n' {
                return Some(start + offset);
            }
            counted += self.width(letter);
        }
        Some(text.len())
    }

    /// The position of the protocol of a byte.
    pub(crate) fn position(&self, uri: &str, offset: usize) -> Value {
        let before = &self.texts[uri][..offset];
        let start = before.rfind('\n').map_or(0, |it| it + 1);
        let column: usize = before[start..].chars().map(|it| self.width(it)).sum();
        serde_json::json!({"line": before.matches('\n').count(), "character": column})
    }

    fn width(&self, letter: char) -> usize {
        match self.encoding {
            "utf-8" => letter.len_utf8(),
            "utf-16" => letter.len_utf16(),
            _ => 1,
        }
    }

    /// `3:14`
    fn show_position(&self, uri: &str, position: &Value) -> Option<String> {
        let text = self.texts.get(uri)?;
        let before = &text[..self.offset(uri, position)?];
        let start = before.rfind('\n').map_or(0, |it| it + 1);
        Some(format!("{}:{}", before.matches('\n').count() + 1, before[start..].chars().count() + 1))
    }

    /// `3:14-3:20 "normal"`
    fn show_range(&self, uri: &str, range: &Value) -> Option<String> {
        let (start, end) = (&range["start"], &range["end"]);
        let shown = format!("{}-{}", self.show_position(uri, start)?, self.show_position(uri, end)?);
        let covered = self.texts.get(uri)?.get(self.offset(uri, start)?..self.offset(uri, end)?)?;
        let is_short = !covered.is_empty() && covered.len() <= 60 && !covered.contains('\n');
        Some(if is_short { format!("{shown} \"{covered}\"") } else { shown })
    }

    /// The same value with ranges, URIs and tokens made readable.
    pub(crate) fn readable(&self, value: &Value, uri: &str) -> Value {
        match value {
            Value::Array(items) => Value::Array(items.iter().map(|it| self.readable(it, uri)).collect()),
            Value::Object(fields) => self.readable_object(fields, uri),
            Value::String(text) => Value::String(self.name(text)),
            _ => value.clone(),
        }
    }

    fn readable_object(&self, fields: &Map<String, Value>, uri: &str) -> Value {
        let whole = Value::Object(fields.clone());
        let keys: Vec<&str> = fields.keys().map(String::as_str).collect();
        let shown = match *keys {
            ["end", "start"] | ["start", "end"] => self.show_range(uri, &whole),
            ["character", "line"] | ["line", "character"] => self.show_position(uri, &whole),
            _ => None,
        };
        if let Some(shown) = shown {
            return Value::String(shown);
        }
        let of_text_document = fields.get("textDocument").and_then(|it| it["uri"].as_str());
        let uri = fields.get("uri").and_then(Value::as_str).or(of_text_document).unwrap_or(uri);
        let target = fields.get("targetUri").and_then(Value::as_str);
        let mut result = Map::new();
        for (key, value) in fields {
            let inside = match (key.starts_with("target"), target) {
                (true, Some(target)) => target,
                _ if self.texts.contains_key(key) => key,
                _ => uri,
            };
            let value = match key.as_str() {
                "data" if self.is_tokens(value) => self.tokens(value, uri),
                _ => self.readable(value, inside),
            };
            result.insert(self.name(key), value);
        }
        Value::Object(result)
    }

    /// The name of a file; of an address with a file at its end, the address with the name.
    fn name(&self, text: &str) -> String {
        let (before, file) = text.rfind('&').map_or(("", text), |it| text.split_at(it + 1));
        self.names.get(file).map_or_else(|| text.to_owned(), |it| format!("{before}{it}"))
    }

    fn is_tokens(&self, value: &Value) -> bool {
        let numbers = value.as_array().is_some_and(|it| it.len() % 5 == 0 && it.iter().all(Value::is_u64));
        numbers && !self.legend.is_null()
    }

    /// Semantic tokens, each on a line: `3:1-3:9 keyword deprecated "PRIORITY"`.
    fn tokens(&self, data: &Value, uri: &str) -> Value {
        let numbers: Vec<u64> = data.as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        let (mut line, mut column) = (0, 0);
        let mut tokens = Vec::new();
        for token in numbers.chunks_exact(5) {
            column = if token[0] == 0 { column + token[1] } else { token[1] };
            line += token[0];
            let range = serde_json::json!({
                "start": {"line": line, "character": column}, "end": {"line": line, "character": column + token[2]},
            });
            let kind = self.legend["tokenTypes"][token[3] as usize].as_str().unwrap_or("?");
            let modifiers = self.legend["tokenModifiers"].as_array().map_or(&[][..], Vec::as_slice);
            let modifiers = modifiers.iter().enumerate().filter(|(bit, _)| token[4] & (1 << bit) != 0);
            let words: Vec<&str> = [kind].into_iter().chain(modifiers.filter_map(|it| it.1.as_str())).collect();
            let range = self.show_range(uri, &range).unwrap_or_else(|| format!("outside of the text: {range}"));
            let (place, text) = range.split_once(' ').unwrap_or((&range, ""));
            tokens.push(Value::String(format!("{place} {} {text}", words.join(" ")).trim_end().to_owned()));
        }
        Value::Array(tokens)
    }
}

/// As text, with as few signs as possible.
pub(crate) fn text(value: &Value) -> String {
    let mut out = String::new();
    write(&mut out, value, 0, false);
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    out.lines().map(|it| format!("{}\n", it.trim_end())).collect()
}

/// Only some keys of each item, an item on each line.
pub(crate) fn keys(value: &Value, keys: &[String]) -> String {
    let list = value.as_array().or_else(|| value["items"].as_array()).cloned();
    let items = list.unwrap_or_else(|| if value.is_null() { Vec::new() } else { vec![value.clone()] });
    let one = |item: &Value| {
        let shown = keys.iter().map(|key| {
            let pointer = format!("/{}", key.replace('.', "/"));
            let found = item.pointer(&pointer).unwrap_or(&Value::Null);
            short(found).unwrap_or_else(|| text(found).trim_end().to_owned())
        });
        let line = shown.collect::<Vec<_>>().join("  ");
        format!("{}\n", line.trim_end())
    };
    items.iter().map(one).collect()
}

const WIDTH: usize = 110;

/// A value on one line, if that is readable.
fn short(value: &Value) -> Option<String> {
    let shown = match value {
        Value::Null => "null".to_owned(),
        Value::String(it) if it.is_empty() || it.trim() != it => format!("{it:?}"),
        Value::String(it) if it.contains('\n') => return None,
        Value::String(it) => it.clone(),
        Value::Array(it) if it.is_empty() => "[]".to_owned(),
        Value::Array(it) if it.iter().all(|it| it.is_number() || it.is_string()) => {
            let items: Option<Vec<String>> = it.iter().map(short).collect();
            format!("[{}]", items?.join(", "))
        }
        Value::Object(it) if it.is_empty() => "{}".to_owned(),
        Value::Array(_) | Value::Object(_) => return None,
        _ => value.to_string(),
    };
    (shown.len() <= WIDTH || value.is_string()).then_some(shown)
}

fn write(out: &mut String, value: &Value, depth: usize, inline: bool) {
    let indent = "  ".repeat(depth);
    if let Some(shown) = short(value) {
        out.push_str(&format!("{}{shown}\n", if inline { "" } else { &indent }));
        return;
    }
    match value {
        Value::String(text) => {
            out.push_str("|\n");
            text.lines().for_each(|line| out.push_str(&format!("{indent}  {line}\n")));
        }
        Value::Array(items) => {
            if inline {
                out.push('\n');
            }
            for item in items {
                out.push_str(&format!("{indent}- "));
                match one_line(item) {
                    Some(line) => out.push_str(&format!("{line}\n")),
                    None => write(out, item, depth + 1, true),
                }
            }
        }
        Value::Object(fields) => {
            for (index, (key, value)) in fields.iter().enumerate() {
                if index > 0 || !inline {
                    out.push_str(&indent);
                }
                out.push_str(&format!("{key}:"));
                match value {
                    Value::Object(it) if !it.is_empty() => {
                        out.push('\n');
                        write(out, value, depth + 1, false);
                    }
                    Value::Array(_) if short(value).is_none() => {
                        out.push('\n');
                        write(out, value, depth + 1, false);
                    }
                    _ => {
                        out.push(' ');
                        write(out, value, depth, true);
                    }
                }
            }
        }
        _ => {}
    }
}

/// An object without anything nested on one line.
fn one_line(value: &Value) -> Option<String> {
    let fields = value.as_object()?;
    let parts: Option<Vec<String>> =
        fields.iter().map(|(key, value)| Some(format!("{key}: {}", short(value)?))).collect();
    let line = parts?.join(", ");
    (line.len() <= WIDTH).then_some(line)
}
