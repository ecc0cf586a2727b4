//! The resources and consumers of a Limit section, distinguished by the grammar of the parameters.

use lsflint_lint::{Findings, Item, Origin, RowContext, SectionContext, Setting};
use lsflint_spec::{Grammar, ParamSpec};

use crate::parameter::related;

/// Whether the parameter names users, queues, hosts, projects, application profiles or clusters.
pub(crate) fn is_consumer(spec: &ParamSpec) -> bool {
    matches!(
        spec.grammar,
        Grammar::UserList | Grammar::QueueList | Grammar::HostList | Grammar::ApplicationList | Grammar::Names(_)
    )
}

/// Whether the parameter is an amount of a resource.
pub(crate) fn is_resource(spec: &ParamSpec) -> bool {
    matches!(spec.grammar, Grammar::Integer | Grammar::Number | Grammar::Percent | Grammar::Shape(_))
}

/// The set parameters of one limit, in a keyed section that is completely loaded.
pub(crate) fn of_section(
    context: &SectionContext<'_>,
    findings: &mut Findings,
    check: fn(&[Setting<'_>], &mut Findings),
) {
    let keyed = is_limit(context) && !context.entries.is_empty();
    if keyed && !context.file.file.template && !related::includes_more(context) {
        check(context.entries, findings);
    }
}

/// The set parameters of one limit, in a row.
pub(crate) fn of_row(context: &RowContext<'_>, findings: &mut Findings, check: fn(&[Setting<'_>], &mut Findings)) {
    if !context.broken && is_limit(&context.table.section) {
        check(context.cells, findings);
    }
}

/// What a finding about a setting of a limit affects: its line, or its cell in a row.
pub(crate) fn item(setting: &Setting<'_>) -> Item {
    match setting.origin {
        Origin::Cell => Item::Value,
        Origin::Keyed | Origin::Flat => Item::Line,
    }
}

fn is_limit(context: &SectionContext<'_>) -> bool {
    context.spec.is_some_and(|it| it.name == "Limit")
}

/// The settings of a kind that have a value, even an unknown one.
pub(crate) fn set<'s, 'a>(
    entries: &'s [Setting<'a>],
    of: fn(&ParamSpec) -> bool,
) -> impl Iterator<Item = &'s Setting<'a>> {
    entries.iter().filter(move |it| related::is_on(it) && it.spec.is_some_and(of))
}
