//! Files of the resource connector: providers, templates with their attributes, and policies.

use std::sync::Arc;

use lsflint_spec::{ConnectorFile as Facts, ConnectorKind};
use lsflint_syntax::TextRange;
use lsflint_syntax::json::{Json, JsonData, JsonMember, JsonValue};

/// A file of the resource connector in memory. Cheap to clone.
#[derive(Debug, Clone)]
pub struct ConnectorFile {
    /// The path as shown in reports, with `/`.
    pub path: Arc<str>,
    /// The text.
    pub text: Arc<str>,
    /// What it is.
    pub kind: ConnectorKind,
    /// The parsed text.
    pub json: Arc<Json>,
}

/// An object of a file: the whole file, an element of a list, or the object of a key.
#[derive(Debug, Clone, Copy)]
pub struct ConnectorObject<'a> {
    /// The key whose value it is, or whose list it is in; empty for the whole file.
    pub name: &'a str,
    /// The object.
    pub value: &'a JsonValue,
}

/// An element with a name: a provider, a template, a policy.
#[derive(Debug, Clone, Copy)]
pub struct Named<'a> {
    /// Its name; `None` without one.
    pub name: Option<&'a str>,
    /// The place of the name, else of the element.
    pub range: TextRange,
    /// The element.
    pub value: &'a JsonValue,
}

/// An attribute of a template.
#[derive(Debug, Clone, Copy)]
pub struct Attribute<'a> {
    /// The name, which is that of a resource, and its place.
    pub member: &'a JsonMember,
    /// The word of its type; `None` if the value does not have the form `["Type", "value"]`.
    pub kind: Option<(&'a str, TextRange)>,
    /// Its value.
    pub value: Option<&'a JsonValue>,
}

impl ConnectorFile {
    /// Parses a text.
    pub fn new(path: &str, kind: ConnectorKind, text: impl Into<Arc<str>>) -> ConnectorFile {
        let text = text.into();
        ConnectorFile { path: path.into(), kind, json: Arc::new(Json::parse(&text)), text }
    }

    /// The documented facts.
    pub fn spec(&self) -> &'static Facts {
        self.kind.spec()
    }

    /// The objects whose keys are documented, the outer ones first.
    pub fn objects(&self) -> Vec<ConnectorObject<'_>> {
        let Some(root) = self.json.value() else { return Vec::new() };
        let spec = self.spec();
        let mut found = vec![ConnectorObject { name: "", value: root }];
        let mut next = 0;
        while let Some(ConnectorObject { value, .. }) = found.get(next).copied() {
            for member in value.members() {
                if spec.keys_of(&member.name).next().is_some() {
                    let objects = match &member.value.data {
                        JsonData::List(elements) => elements.as_slice(),
                        _ => std::slice::from_ref(&member.value),
                    };
                    let objects = objects.iter().filter(|it| matches!(it.data, JsonData::Object(_)));
                    found.extend(objects.map(|value| ConnectorObject { name: &member.name, value }));
                }
            }
            next += 1;
        }
        found
    }

    /// The elements of the list of the file, in its order.
    pub fn named(&self) -> Vec<Named<'_>> {
        let Some((list, root)) = self.spec().list.zip(self.json.value()) else { return Vec::new() };
        let Some(list_value) = root.get(list.key) else { return Vec::new() };
        let named = |value| {
            let id = JsonValue::get(value, list.id);
            let name = id.and_then(JsonValue::text);
            Named { name, range: id.map_or(value.range, |it| it.range), value }
        };
        list_value.elements().iter().map(named).collect()
    }

    /// The attributes of a template.
    pub fn attributes<'a>(template: &Named<'a>) -> impl Iterator<Item = Attribute<'a>> {
        let members = template.value.get("attributes").map_or(&[][..], JsonValue::members);
        members.iter().map(|member| {
            let [kind, value] = member.value.elements() else { return Attribute { member, kind: None, value: None } };
            Attribute { member, kind: kind.text().map(|it| (it, kind.range)), value: Some(value) }
        })
    }
}

/// The names that the lists of the files of one kind define; `None` if there is no such file, or some name is unknown.
pub fn names_of(files: &[ConnectorFile], kind: ConnectorKind) -> Option<Vec<&str>> {
    let mut names = Vec::new();
    let mut of_kind = files.iter().filter(|it| it.kind == kind).peekable();
    of_kind.peek()?;
    for file in of_kind {
        file.json.value()?;
        for named in file.named() {
            names.push(named.name.filter(|it| !lsflint_syntax::is_templated(it))?);
        }
    }
    Some(names)
}
