//! Helpers shared by rules that compare several queues of the cluster.

use lsflint_lint::{Diagnostic, FileContext};
use lsflint_model::{Entity, Knowledge, Place, State, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::{List, QueueList};

/// Adds a related place to a finding, in any file.
pub(crate) fn relate(finding: &mut Diagnostic, context: &FileContext<'_>, place: Place, message: impl Into<String>) {
    match *place.file == *context.file.path {
        true => finding.related(place.range, message),
        false => finding.related_at(place, message),
    };
}

/// A queue that another queue lists in its cross-queue fairshare.
pub(crate) struct Child {
    /// Its name.
    pub(crate) name: String,
    /// Where it is listed.
    pub(crate) place: Place,
}

/// The queues with cross-queue fairshare, in order, with the queues that they list.
pub(crate) fn parents<'a>(view: View<'a>) -> impl Iterator<Item = (Entity<'a>, Vec<Child>)> {
    let listed = view.queues_with(&["FAIRSHARE_QUEUES"]).map(|it| (it, children(&it)));
    listed.filter(|it| !it.1.is_empty())
}

/// The queues of the cross-queue fairshare of a queue, in order. None with APS_PRIORITY, which LSF does not combine
/// with it.
fn children(parent: &Entity<'_>) -> Vec<Child> {
    let Some(field) = parent.field("FAIRSHARE_QUEUES").filter(|_| !parent.has("APS_PRIORITY")) else {
        return Vec::new();
    };
    let Some(parse) = field.parse() else { return Vec::new() };
    let list = parse.typed::<QueueList<'_>>();
    let items = list.into_iter().flat_map(QueueList::items);
    let parts = field.parts();
    items.map(|it| Child { name: it.text().into_owned(), place: parts.place_of(it.range()) }).collect()
}

/// The priority of a queue.
pub(crate) struct Priority {
    /// Its PRIORITY, or the default.
    pub(crate) value: i64,
    /// Where it is set; `None` for the default.
    pub(crate) place: Option<Place>,
}

/// The PRIORITY of a queue; `None` if it depends on an `#if`, a template or an unavailable file.
pub(crate) fn priority(view: View<'_>, queue: &Entity<'_>) -> Option<Priority> {
    let fields = queue.fields("PRIORITY");
    match fields.as_slice() {
        _ if queue.is_broken() => None,
        [] if view.knowledge(FileKind::LsbQueues) == Knowledge::Complete => {
            let default = lsflint_spec::find_param(FileKind::LsbQueues, "Queue", "PRIORITY")?.default;
            Some(Priority { value: default.parse().ok()?, place: None })
        }
        [.., field] if fields.iter().all(|it| !it.is_conditional() && it.state() == State::Known) => {
            Some(Priority { value: queue.integer("PRIORITY")?, place: Some(field.place()) })
        }
        _ => None,
    }
}
