//! What queues and application profiles reserve.

use std::sync::Arc;

use lsflint_model::{FieldRef, Knowledge, State, View};
use lsflint_spec::{FileKind, PHASED_RESOURCES, builtin_resource, lists};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::parameter::elsewhere::Elsewhere;

/// The parameters whose requirements can reserve resources.
fn levels() -> impl Iterator<Item = Elsewhere> {
    lists::RESERVING_LEVELS.iter().filter_map(|it| Elsewhere::of(it))
}

/// The section of a kind of file with such a parameter: that of queues or of application profiles.
pub(crate) fn level_of(kind: FileKind) -> Option<&'static str> {
    levels().find(|it| it.kind == kind).map(|it| it.section.name)
}

/// Whether all files with these parameters are loaded.
pub(crate) fn levels_are_complete(view: View<'_>) -> bool {
    levels().all(|it| view.knowledge(it.kind) == Knowledge::Complete)
}

/// The words of requirements that reserve a resource.
pub(crate) struct Words {
    /// Those of all levels.
    pub(crate) all: FxHashSet<String>,
    /// Those of application profiles: any of them can be used in any queue.
    of_profiles: FxHashSet<String>,
    of_queue: FxHashMap<String, FxHashSet<String>>,
}

impl Words {
    /// The words of all levels; `None` if one of them is unknown.
    pub(crate) fn of(view: View<'_>) -> Option<Arc<Words>> {
        let words = |view: View<'_>| Words::read(view).map(Arc::new);
        view.once("the words that reserve resources", words).and_then(|it| (*it).clone())
    }

    fn read(view: View<'_>) -> Option<Words> {
        let mut words =
            Words { all: FxHashSet::default(), of_profiles: FxHashSet::default(), of_queue: FxHashMap::default() };
        for (at, record) in levels().flat_map(|at| view.all(at.kind, at.section.name).map(move |it| (at, it))) {
            for field in record.fields(at.param.name) {
                let found = words_of(&field)?;
                words.all.extend(found.iter().cloned());
                match at.kind {
                    FileKind::LsbQueues => words.of_queue.entry(record.name().into_owned()).or_default().extend(found),
                    _ => words.of_profiles.extend(found),
                }
            }
        }
        Some(words)
    }

    /// Whether one of some queues reserves a resource, or an application profile. `None`: one of all queues.
    pub(crate) fn reserves(&self, resource: &str, queues: Option<&[String]>) -> bool {
        let Some(queues) = queues else { return self.all.contains(resource) };
        let in_queue = |it: &String| self.of_queue.get(it).is_some_and(|it| it.contains(resource));
        self.of_profiles.contains(resource) || queues.iter().any(in_queue)
    }
}

fn words_of(field: &FieldRef<'_>) -> Option<FxHashSet<String>> {
    match field.state() {
        State::Unset => return Some(FxHashSet::default()),
        State::Templated => return None,
        State::Known => {}
    }
    let text = field.known()?;
    let reserving = text.find("rusage").map_or("", |at| &text[at..]);
    let word = |it: char| !(it.is_ascii_alphanumeric() || it == '_');
    let plain = |it: &str| builtin_resource(it).map_or_else(|| it.to_owned(), |it| it.name.to_owned());
    Some(reserving.split(word).filter(|it| !it.is_empty()).map(plain).collect())
}

/// Whether a queue or application profile reserves memory, or may do so.
pub(crate) fn reserves_memory(view: View<'_>) -> bool {
    Words::of(view).is_none_or(|it| PHASED_RESOURCES.iter().any(|name| it.all.contains(*name)))
}
