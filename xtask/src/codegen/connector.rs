//! `connector.toml`: the files of the resource connector.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde::Deserialize;

use super::emit::variant;
use super::{HEAD, Output};

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Connector {
    attribute: Vec<Attribute>,
    file: Vec<File>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attribute {
    word: String,
    resources: Vec<String>,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    kind: String,
    names: Vec<String>,
    endings: Vec<String>,
    summary: String,
    source: String,
    list: Option<List>,
    key: Vec<Key>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    key: String,
    id: String,
    what: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Key {
    object: String,
    name: String,
    value: String,
    #[serde(default)]
    required: bool,
    #[serde(default)]
    source: String,
}

const KINDS: [&str; 4] = ["host_providers", "templates", "provider", "policy"];
const VALUES: [&str; 7] = ["string", "integer", "number", "boolean", "list", "object", "any"];

/// The problems of the data, each with its place.
pub(super) fn problems(data: &Connector) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    for file in &data.file {
        let place = format!("connector.toml: `{}`", file.kind);
        let mut report = |what: String| problems.push((place.clone(), what));
        if !KINDS.contains(&file.kind.as_str()) || file.source.is_empty() {
            report("unknown kind, or no source".to_owned());
        }
        let mut seen = HashSet::new();
        for key in &file.key {
            if !VALUES.contains(&key.value.as_str()) || !seen.insert((&key.object, &key.name)) {
                report(format!("`{}`: duplicate key, or unknown value `{}`", key.name, key.value));
            }
            if !key.object.is_empty() && !file.key.iter().any(|it| it.name == key.object) {
                report(format!("`{}`: unknown object `{}`", key.name, key.object));
            }
        }
    }
    problems
}

/// The tables.
pub(super) fn table(data: &Connector) -> Output {
    let mut text = format!(
        "{HEAD}\nuse crate::connector::{{ConnectorAttribute, ConnectorFile, ConnectorKey, ConnectorKind, ConnectorList, JsonType}};\n\n"
    );
    text.push_str(
        "/// The types of attributes of templates.\npub static CONNECTOR_ATTRIBUTES: &[ConnectorAttribute] = &[\n",
    );
    for it in &data.attribute {
        let Attribute { word, resources, source } = it;
        let resources: Vec<String> =
            resources.iter().map(|it| format!("crate::ResourceType::{}", variant(it))).collect();
        let resources = resources.join(", ");
        let _ = writeln!(
            text,
            "    ConnectorAttribute {{ word: {word:?}, resources: &[{resources}], source: {source:?} }},"
        );
    }
    text.push_str(
        "];\n\n/// The files of the resource connector.\npub static CONNECTOR_FILES: &[ConnectorFile] = &[\n",
    );
    for it in &data.file {
        let File { names, endings, summary, source, .. } = it;
        let list = it.list.as_ref().map_or("None".to_owned(), |List { key, id, what }| {
            format!("Some(ConnectorList {{ key: {key:?}, id: {id:?}, what: {what:?} }})")
        });
        let _ = writeln!(
            text,
            "    ConnectorFile {{\n        kind: ConnectorKind::{},\n        names: &{names:?},\n        endings: &{endings:?},\n        \
             summary: {summary:?},\n        source: {source:?},\n        list: {list},\n        keys: &[",
            variant(&it.kind)
        );
        for key in &it.key {
            let Key { object, name, required, .. } = key;
            let source = if key.source.is_empty() { source } else { &key.source };
            let _ = writeln!(
                text,
                "            ConnectorKey {{ object: {object:?}, name: {name:?}, value: JsonType::{}, required: {required}, source: {source:?} }},",
                variant(&key.value)
            );
        }
        text.push_str("        ],\n    },\n");
    }
    text.push_str("];\n");
    Output { name: "connector.rs".to_owned(), text }
}
