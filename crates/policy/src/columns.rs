//! The values of objects, read from the model: one column for each attribute that a condition names.
//!
//! A column is an answer about the cluster ([`View::once`]), which all conditions share, and which is read again only
//! after a change of the facts that it depends on.

mod attributes;
mod parameters;
mod queues;

use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use lsflint_model::{Entity, HostId, View};
use rustc_hash::{FxHashMap, FxHasher};

pub(crate) use self::parameters::Rows;
use crate::types::Kind;

/// What each object of a kind has under a name, in the order of the files.
pub(crate) type Column = Vec<Found>;

/// What an object has under a name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Found {
    /// A value.
    Value(Value),
    /// Nothing sets it, and the documentation has no default.
    NotSet,
    /// It is not known: an `#if`, a template, or a file that is not loaded decides.
    Unknown,
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Bool(bool),
    /// A number; of durations in seconds, of sizes in MB.
    Number(f64),
    Text(String),
    Texts(Names),
    /// The texts that are certain, of a list that may have others.
    SomeTexts(Names),
    /// The numbers of a limit: of tasks with a minimum.
    Limit {
        minimum: Option<f64>,
        default: Option<f64>,
        maximum: f64,
    },
    /// Objects of a kind, by number.
    Objects(Kind, Numbers),
}

/// Names, which many objects may share.
pub(crate) type Names = Arc<[Arc<str>]>;

/// Numbers of objects, which many objects may share.
pub(crate) type Numbers = Arc<[u32]>;

/// An object in the model.
#[derive(Clone, Copy)]
pub(crate) enum Record<'a> {
    /// A record of a section.
    Row(Entity<'a>),
    /// A host, whose parameters are in two files.
    Host(HostId),
    /// The parameters of a file.
    File,
}

/// The column of an attribute. After [`IS_SET`], an attribute or a part of a limit stands for whether it is set.
pub(crate) fn column(view: View<'_>, kind: Kind, path: &str) -> Arc<Column> {
    view.once(shared_key("", kind, path), |view| attributes::values(view, kind, path)).unwrap_or_default()
}

/// Numbers for the values of a column: equal values have equal numbers.
pub(crate) fn classes(view: View<'_>, kind: Kind, path: &str) -> Arc<Vec<u32>> {
    let classes = |view: View<'_>| {
        let column = column(view, kind, path);
        let mut known: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
        let mut first: Vec<&Found> = Vec::new();
        let class = |found| {
            let same = known.entry(print(found)).or_default();
            if let Some(class) = same.iter().find(|it| first[**it as usize] == found) {
                return *class;
            }
            let class = first.len() as u32;
            same.push(class);
            first.push(found);
            class
        };
        column.iter().map(class).collect::<Vec<u32>>()
    };
    view.once(shared_key("=", kind, path), classes).unwrap_or_default()
}

/// The key of an answer about an attribute. The number of keys is bounded by the names in conditions.
pub(crate) fn shared_key(what: &str, kind: Kind, path: &str) -> &'static str {
    static KEYS: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let key = format!("values {what}{}.{path}", kind.name());
    let mut keys = KEYS.lock().unwrap_or_else(PoisonError::into_inner);
    let keys = keys.get_or_insert_default();
    match keys.get(key.as_str()) {
        Some(known) => known,
        None => {
            let key: &'static str = Box::leak(key.into());
            keys.insert(key);
            key
        }
    }
}

fn print(found: &Found) -> u64 {
    let mut hasher = FxHasher::default();
    match found {
        Found::NotSet => 1.hash(&mut hasher),
        Found::Unknown => 2.hash(&mut hasher),
        Found::Value(Value::Bool(it)) => it.hash(&mut hasher),
        Found::Value(Value::Number(it) | Value::Limit { maximum: it, .. }) => it.to_bits().hash(&mut hasher),
        Found::Value(Value::Text(it)) => it.hash(&mut hasher),
        Found::Value(Value::Texts(all) | Value::SomeTexts(all)) => all.hash(&mut hasher),
        // Equal lists of hosts are one list.
        Found::Value(Value::Objects(_, all)) => (all.as_ptr().addr(), all.len()).hash(&mut hasher),
    }
    hasher.finish()
}

/// All objects of a kind that certainly exist, in the order of the files.
pub(crate) fn records(view: View<'_>, kind: Kind) -> Vec<Record<'_>> {
    match kind {
        Kind::Host => view.hosts().iter().map(|it| Record::Host(it.0)).collect(),
        Kind::Params | Kind::Conf | Kind::Cluster => vec![Record::File],
        _ => {
            let all = kind.sections().flat_map(|(file, section)| view.all(file, section.name));
            let usable = all.filter(|it| !it.is_broken() && !it.is_conditional() && !it.name().is_empty());
            usable.map(Record::Row).collect()
        }
    }
}
