//! Shared by the rules about limits, pools and service classes.

use lsflint_lint::suggest::near;
use lsflint_model::{Entity, FieldRef, HostSet, State, View};
use lsflint_spec::Grammar;
use lsflint_syntax::ast::{HostList, List, Shape, integer};
use lsflint_syntax::{SyntaxKind, Token};

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

    /// Whether one of them may be a typo for a name; the name itself is none.
    pub(crate) fn may_mean(&self, name: &str) -> bool {
        near(name, self.0.iter().map(String::as_str).filter(|it| *it != name)).is_some()
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
