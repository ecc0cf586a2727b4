//! What the rules about limits, pools and service classes ask again and again.

use lsflint_model::{Entity, FieldRef, HostSet, Hosts, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::{AstNode, HostList, List, Shape, integer};
use lsflint_syntax::{SyntaxKind, Token};

use crate::context::FileContext;

/// The records of a section that stand in the file that is judged.
pub(in crate::rules) fn own<'a>(context: &FileContext<'a>, section: &str) -> impl Iterator<Item = Entity<'a>> {
    let path = context.file.path.clone();
    context.cluster.all(context.kind(), section).filter(move |it| *it.place().file == *path)
}

/// A value of a record, unless `#if` decides about one of the two.
pub(in crate::rules) fn plain<'a>(record: &Entity<'a>, name: &str) -> Option<FieldRef<'a>> {
    let field = record.field(name)?;
    (!record.is_conditional() && !field.is_conditional() && field.known().is_some()).then_some(field)
}

/// One pair of `[name, amount]`.
#[derive(Clone, Copy)]
pub(super) struct Share<'t> {
    pub(super) name: Token<'t>,
    pub(super) amount: Option<i64>,
    pub(super) percent: bool,
}

/// The pairs of a value such as `([physics, 40%] [biology, 10])`.
pub(super) fn shares(value: Shape<'_>) -> Vec<Share<'_>> {
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

/// The first word of the value of a pool's TYPE, in lower case.
pub(super) fn pool_type(pool: &Entity<'_>) -> Option<String> {
    let value = plain(pool, "TYPE")?.known()?;
    let word = value.split(['[', ' ', '\t']).next()?;
    Some(word.to_ascii_lowercase())
}

/// The hosts that a list in a record stands for, and whether it names them one by one.
pub(super) fn hosts_of(record: &Entity<'_>, name: &str, view: View<'_>) -> Option<(HostSet, bool)> {
    let parse = plain(record, name)?.parse()?;
    let list = parse.root().children().find_map(HostList::cast)?;
    if !parse.errors().is_empty() {
        return None;
    }
    let all = list.items().any(|it| it.is("all") && !it.is_excluded());
    Some((view.hosts_of(list), !all))
}

/// The job slots of some hosts as lsb.hosts gives them; `None` where LSF counts processors, or the file is not in view as a whole.
pub(super) fn slots(set: &HostSet, hosts: &Hosts, view: View<'_>) -> Option<i64> {
    if !set.is_exact() || view.knowledge(FileKind::LsbHosts) != lsflint_model::Knowledge::Complete {
        return None;
    }
    let row = |name: &str| view.find(FileKind::LsbHosts, "Host", name);
    let default = row("default").and_then(|it| plain(&it, "MXJ")?.known()?.trim().parse::<i64>().ok());
    let mut sum = 0_i64;
    for (id, host) in hosts.iter().filter(|(id, _)| set.surely.contains(id.0 as usize)) {
        match hosts.facts(id).server {
            Some(true) => {}
            Some(false) => continue,
            None => return None,
        }
        sum += match row(&host.name) {
            Some(row) => plain(&row, "MXJ")?.known()?.trim().parse::<i64>().ok()?,
            // A row for its type, its model, or another form of its name may be nearer than the default.
            None if only_hosts(hosts, view) => default?,
            None => return None,
        };
    }
    Some(sum)
}

/// Whether the rows of lsb.hosts name hosts as lsf.cluster does, and nothing else but `default`.
fn only_hosts(hosts: &Hosts, view: View<'_>) -> bool {
    view.names(FileKind::LsbHosts, "Host")
        .all(|it| it == "default" || hosts.find(it).is_some_and(|id| *hosts.get(id).name == *it))
}
