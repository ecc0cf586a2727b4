//! The queues of the cluster side by side: what rules about several of them share.

use lsflint_lint::{Diagnostic, FileContext};
use lsflint_model::{Entity, Knowledge, Place, State, View};
use lsflint_spec::FileKind;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{List, QueueList};

/// Where a place is in the file that is checked; `None` when it is in another one, which has the finding.
pub(crate) fn in_file(context: &FileContext<'_>, place: &Place) -> Option<TextRange> {
    (*place.file == *context.file.path).then_some(place.range)
}

/// Adds a second place to a finding, in whichever file it is.
pub(crate) fn relate(finding: &mut Diagnostic, context: &FileContext<'_>, place: Place, message: impl Into<String>) {
    match in_file(context, &place) {
        Some(range) => finding.related(range, message),
        None => finding.related_at(place, message),
    };
}

/// A queue that another one takes into its fairshare.
pub(crate) struct Child {
    /// Its name.
    pub(crate) name: String,
    /// Where it is listed.
    pub(crate) place: Place,
}

/// The queues that a queue takes into its cross-queue fairshare, in order. Beside APS_PRIORITY there is no set.
pub(crate) fn children(parent: &Entity<'_>) -> Vec<Child> {
    let Some(field) = parent.field("FAIRSHARE_QUEUES").filter(|_| !parent.has("APS_PRIORITY")) else {
        return Vec::new();
    };
    let Some(parse) = field.parse() else { return Vec::new() };
    let list = parse.typed::<QueueList<'_>>();
    let items = list.into_iter().flat_map(QueueList::items);
    items.map(|it| Child { name: it.text().into_owned(), place: field.place_of(it.range()) }).collect()
}

/// How urgent a queue is.
pub(crate) struct Priority {
    /// Its PRIORITY, or what LSF takes without one.
    pub(crate) value: i64,
    /// Where it stands; `None` for the default.
    pub(crate) place: Option<Place>,
}

/// The PRIORITY of a queue; `None` where an `#if`, a template or a file that is not in view decides.
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
