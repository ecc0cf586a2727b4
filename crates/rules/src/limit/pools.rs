//! Shared by the rules about limits, pools and service classes.

use lsflint_lint::FileContext;
use lsflint_lint::suggest::near;
use lsflint_model::{Entity, FieldRef, Host, HostId, HostSet, Knowledge, State, View};
use lsflint_spec::{FileKind, Grammar};
use lsflint_syntax::ast::{HostList, List, Shape, integer};
use lsflint_syntax::{SyntaxKind, Token};

/// The records of a section that are in the checked file.
pub(crate) fn own<'a>(context: &FileContext<'a>, section: &str) -> impl Iterator<Item = Entity<'a>> {
    let path = context.file.path.clone();
    context.cluster.all(context.kind(), section).filter(move |it| *it.place().file == *path)
}

/// A value of a record, unless the record or the value depends on an `#if`.
pub(crate) fn plain<'a>(record: &Entity<'a>, name: &str) -> Option<FieldRef<'a>> {
    let field = record.field(name)?;
    (!record.is_conditional() && !field.is_conditional() && field.known().is_some()).then_some(field)
}

/// Undefined names. A finding about an unused name is not reported if one of them may be a typo for it, because the
/// typo is another finding.
pub(crate) struct Slips(Vec<String>);

impl Slips {
    /// With more undefined names than this, the definitions are elsewhere.
    const MOST: usize = 100;

    /// The undefined names among some names.
    pub(crate) fn of<'n>(used: impl IntoIterator<Item = &'n String>, is_defined: impl Fn(&str) -> bool) -> Slips {
        let undefined: Vec<String> =
            used.into_iter().filter(|it| !is_defined(it)).take(Slips::MOST + 1).cloned().collect();
        Slips(if undefined.len() > Slips::MOST { Vec::new() } else { undefined })
    }

    /// Whether one of them may be a typo for a name.
    pub(crate) fn may_mean(&self, name: &str) -> bool {
        near(name, self.0.iter().map(String::as_str)).is_some()
    }
}

/// One pair `[name, amount]`.
#[derive(Clone, Copy)]
pub(crate) struct Share<'t> {
    pub(crate) name: Token<'t>,
    pub(crate) amount: Option<i64>,
    pub(crate) percent: bool,
}

/// The pairs of a value such as `([physics, 40%] [biology, 10])`.
pub(crate) fn shares(value: Shape<'_>) -> Vec<Share<'_>> {
    let mut found: Vec<Share<'_>> = Vec::new();
    for token in value.tokens() {
        match (token.kind(), found.last_mut()) {
            (SyntaxKind::NAME, _) => found.push(Share { name: token, amount: None, percent: false }),
            (SyntaxKind::INTEGER, Some(last)) => last.amount = integer(token),
            (SyntaxKind::PERCENT, Some(last)) => last.percent = true,
            _ => {}
        }
    }
    found
}

/// The consumers of a limit: its parameters that name users, queues, hosts, projects, application profiles or clusters.
pub(crate) fn consumers<'a>(limit: &Entity<'a>) -> Vec<FieldRef<'a>> {
    // An unknown name may be a consumer as well.
    let is_list = |it: &FieldRef<'_>| {
        it.param().is_none_or(|it| {
            let lists = [Grammar::UserList, Grammar::QueueList, Grammar::HostList, Grammar::ApplicationList];
            lists.contains(&it.grammar) || matches!(it.grammar, Grammar::Names(_))
        })
    };
    limit.all_fields().filter(|it| it.state() != State::Unset && is_list(it)).collect()
}

/// The first word of TYPE of a pool, in lowercase.
pub(crate) fn pool_type(pool: &Entity<'_>) -> Option<String> {
    let value = plain(pool, "TYPE")?.known()?;
    let word = value.split(['[', ' ', '\t']).next()?;
    Some(word.to_ascii_lowercase())
}

/// The hosts of a list in a record, and whether the list names them individually.
pub(crate) fn hosts_of(record: &Entity<'_>, name: &str, view: View<'_>) -> Option<(HostSet, bool)> {
    let parse = plain(record, name)?.parse()?;
    let list = parse.typed::<HostList<'_>>()?;
    if !parse.errors().is_empty() {
        return None;
    }
    let all = list.items().any(|it| it.is("all") && !it.is_excluded());
    Some((view.hosts_of(list), !all))
}

/// The job slots of each host in lsb.hosts, by host number.
pub(crate) struct SlotTable(Vec<Option<i64>>);

impl SlotTable {
    pub(crate) fn of(view: View<'_>) -> SlotTable {
        let hosts = view.hosts();
        let known = view.knowledge(FileKind::LsbHosts) == Knowledge::Complete;
        let row = |name: &str| view.find(FileKind::LsbHosts, "Host", name);
        let number = |row: Entity<'_>| plain(&row, "MXJ")?.known()?.trim().parse::<i64>().ok();
        // A row for a type, a model, or another form of a name takes precedence over the default.
        let is_host = |name: &str| hosts.find(name).is_some_and(|id| *hosts.get(id).name == *name);
        let others = view.names(FileKind::LsbHosts, "Host").any(|it| it != "default" && !is_host(it));
        let default = row("default").filter(|_| !others).and_then(number);
        let slots = |(id, host): (HostId, &Host)| match (hosts.facts(id).server?, row(&host.name)) {
            (false, _) => Some(0),
            (true, Some(row)) => number(row),
            (true, None) => default,
        };
        SlotTable(hosts.iter().map(|it| slots(it).filter(|_| known)).collect())
    }

    /// The largest number of slots of a host; `None` if one of them is unknown.
    pub(crate) fn most(&self) -> Option<i64> {
        self.0.iter().copied().collect::<Option<Vec<i64>>>()?.into_iter().max()
    }

    /// The slots of some hosts; `None` if LSF uses the number of processors, or if a file is not loaded.
    pub(crate) fn sum(&self, set: &HostSet) -> Option<i64> {
        let slots = |host: usize| self.0.get(host).copied().flatten();
        if set.is_exact() { set.surely.iter().map(slots).sum() } else { None }
    }
}
