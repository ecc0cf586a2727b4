//! Lists of names in values, whatever their kind.

use lsflint_lint::{Consequence, Item, Setting, SettingContext};
use lsflint_spec::{FileKind, Grammar, Namespace, ParamSpec};
use lsflint_syntax::SyntaxKind::{APPLICATION_LIST, HOST_LIST, NAME_LIST, QUEUE_LIST, USER_LIST};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::ListItem;
use rustc_hash::FxHashSet;

/// Whether a parameter takes a list of names that are defined somewhere.
pub(crate) fn is_list(spec: &ParamSpec) -> bool {
    match spec.grammar {
        Grammar::HostList | Grammar::UserList | Grammar::QueueList | Grammar::ApplicationList => true,
        // Compute unit types are checked by a rule of their own.
        Grammar::Names(Some(space)) => space != Namespace::ComputeUnitType,
        _ => false,
    }
}

/// Whether values of a grammar are lists of hosts.
pub(crate) fn is_host_list(grammar: &Grammar) -> bool {
    *grammar == Grammar::HostList
}

/// The items of a list whose value is known.
pub(crate) fn items<'a>(setting: &Setting<'a>) -> impl Iterator<Item = ListItem<'a>> {
    let content = setting.known_value().and_then(|it| it.content());
    let lists = [HOST_LIST, USER_LIST, QUEUE_LIST, APPLICATION_LIST, NAME_LIST];
    content.filter(|it| lists.contains(&it.kind())).into_iter().flat_map(ListItem::all_in)
}

/// The consequence for a queue whose list selects nothing. It is certain only if no other line can take effect instead.
pub(crate) fn queue_dropped(context: &SettingContext<'_>, why: &'static str) -> Consequence {
    let dropped = Item::Section.dropped().called("the queue").because(why);
    let name = context.section().and_then(|it| it.entry("QUEUE_NAME")?.single_word());
    let queue = name.and_then(|it| context.file.cluster.only_named(FileKind::LsbQueues, "Queue", &it.text()));
    let Some(queue) = queue else { return dropped.possible() };
    let lists = queue.fields(&context.setting.display_name());
    let only = matches!(&lists[..], [list] if !list.is_conditional());
    let decides = ["HOSTS", "USERS"].iter().any(|it| context.setting.is_named(it));
    if only && decides && !context.file.has_gaps() { dropped } else { dropped.possible() }
}

/// Why a list selects nothing.
pub(crate) enum Nothing {
    /// It contains only exclusions.
    OnlyExclusions(TextRange),
    /// It excludes each name that it contains.
    AllExcluded(TextRange),
}

/// Whether a list selects nothing, judged by its own items.
pub(crate) fn selects_nothing(setting: &Setting<'_>) -> Option<Nothing> {
    let key = |it: &ListItem<'_>| format!("{}@{}", it.text(), it.cluster().map(|it| it.text()).unwrap_or_default());
    let excluded: FxHashSet<String> = items(setting).filter(|it| it.is_excluded()).map(|it| key(&it)).collect();
    let mut named = items(setting).filter(|it| !it.is_excluded()).peekable();
    if excluded.is_empty() {
        return None;
    }
    if named.peek().is_none() {
        return Some(Nothing::OnlyExclusions(setting.value_range()));
    }
    named.all(|it| excluded.contains(&key(&it))).then(|| Nothing::AllExcluded(setting.value_range()))
}
