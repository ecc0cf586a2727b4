//! What queues and application profiles reserve.

use lsflint_model::{Knowledge, State, View};
use lsflint_spec::{PHASED_RESOURCES, builtin_resource, lists};
use rustc_hash::FxHashSet;

use crate::parameter::elsewhere::Elsewhere;

/// The parameters whose requirements can reserve resources.
fn levels() -> impl Iterator<Item = Elsewhere> {
    lists::RESERVING_LEVELS.iter().filter_map(|it| Elsewhere::of(it))
}

/// Whether all files with these parameters are loaded.
pub(crate) fn levels_are_complete(view: View<'_>) -> bool {
    levels().all(|it| view.knowledge(it.kind) == Knowledge::Complete)
}

/// All words of requirements that reserve a resource; `None` if one of them is unknown.
pub(crate) fn words(view: View<'_>) -> Option<FxHashSet<String>> {
    let mut words = FxHashSet::default();
    for field in levels().flat_map(|at| view.all(at.kind, at.section.name).flat_map(move |it| it.fields(at.param.name)))
    {
        match field.state() {
            State::Unset => continue,
            State::Templated => return None,
            State::Known => {}
        }
        let text = field.known()?;
        let reserving = text.find("rusage").map_or("", |at| &text[at..]);
        let word = |it: char| !(it.is_ascii_alphanumeric() || it == '_');
        let plain = |it: &str| builtin_resource(it).map_or_else(|| it.to_owned(), |it| it.name.to_owned());
        words.extend(reserving.split(word).filter(|it| !it.is_empty()).map(plain));
    }
    Some(words)
}

/// Whether a queue or application profile reserves memory, or may do so.
pub(crate) fn reserves_memory(view: View<'_>) -> bool {
    let reserves = |view: View<'_>| words(view).is_none_or(|it| PHASED_RESOURCES.iter().any(|name| it.contains(*name)));
    view.once("whether a queue or application profile reserves memory", reserves).is_none_or(|it| *it)
}
