//! The files of the resource connector, which are JSON: how they are recognized, their keys and values.

use crate::ResourceType;
pub use crate::generated::connector::{CONNECTOR_ATTRIBUTES, CONNECTOR_FILES};

/// A kind of file of the resource connector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConnectorKind {
    /// `hostProviders.json`: the providers.
    HostProviders,
    /// `awsprov_templates.json` and similar: the templates of a provider.
    Templates,
    /// `awsprov_config.json` and similar: the settings of a provider.
    Provider,
    /// `policy_config.json`: limits on requests.
    Policy,
}

/// The value of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JsonType {
    /// Text.
    String,
    /// A whole number, which may be in quotes.
    Integer,
    /// A number, which may be in quotes.
    Number,
    /// `true` or `false`, which may be in quotes.
    Boolean,
    /// A list.
    List,
    /// An object.
    Object,
    /// Any value.
    Any,
}

/// A key of an object.
#[derive(Debug)]
pub struct ConnectorKey {
    /// The key whose object, or whose list of objects, has this key; empty for the whole file.
    pub object: &'static str,
    /// Its name; case-sensitive.
    pub name: &'static str,
    /// Its value.
    pub value: JsonType,
    /// Whether a page requires it.
    pub required: bool,
    /// The page, or the class of the provider plug-in that reads it.
    pub source: &'static str,
}

/// The list of a file whose elements have names.
#[derive(Debug, Clone, Copy)]
pub struct ConnectorList {
    /// The key of the list.
    pub key: &'static str,
    /// The key of the name in each element.
    pub id: &'static str,
    /// What an element is, in the words of the field.
    pub what: &'static str,
}

/// Everything documented about one kind of file.
#[derive(Debug)]
pub struct ConnectorFile {
    /// The kind.
    pub kind: ConnectorKind,
    /// Exact base names.
    pub names: &'static [&'static str],
    /// Endings of base names.
    pub endings: &'static [&'static str],
    /// A summary.
    pub summary: &'static str,
    /// The vendor page.
    pub source: &'static str,
    /// The list with names, if it has one.
    pub list: Option<ConnectorList>,
    /// The known keys; others may exist.
    pub keys: &'static [ConnectorKey],
}

/// A type of an attribute of a template.
#[derive(Debug)]
pub struct ConnectorAttribute {
    /// The word: `Numeric`.
    pub word: &'static str,
    /// The types of resources that have such values.
    pub resources: &'static [ResourceType],
    /// The vendor page.
    pub source: &'static str,
}

impl ConnectorKind {
    /// The facts about the kind.
    pub fn spec(self) -> &'static ConnectorFile {
        CONNECTOR_FILES.iter().find(|it| it.kind == self).unwrap_or(&CONNECTOR_FILES[0])
    }

    /// The kind of a file of this base name. Templates of such files are not read: they are not JSON.
    pub fn from_name(name: &str) -> Option<ConnectorKind> {
        let is_it = |it: &&ConnectorFile| {
            it.names.contains(&name)
                || it.endings.iter().any(|ending| name.len() > ending.len() && name.ends_with(ending))
        };
        CONNECTOR_FILES.iter().find(is_it).map(|it| it.kind)
    }
}

impl ConnectorFile {
    /// The known keys of an object.
    pub fn keys_of(&self, object: &str) -> impl Iterator<Item = &'static ConnectorKey> {
        self.keys.iter().filter(move |it| it.object == object)
    }
}
