//! Determines whether a selection can be satisfied, and by which hosts.
//!
//! [`Selection`] combines the conditions of one or more levels. [`Selection::contradiction`] proves that they cannot be
//! satisfied together; [`Selection::on`] determines for each configured host whether it never matches, always matches,
//! or depends on values at run time. "Never" is proven by the files; everything else is undecided.

mod batch;
mod bounds;
mod dispatch;
mod domain;
mod host;
mod mapped;
mod reason;
mod reserve;
mod state;
mod submission;
#[cfg(test)]
mod tests;

use lsflint_spec::{DEFAULT_SELECT, ResourceType};
use rustc_hash::{FxHashMap, FxHashSet};

use self::host::{HostValues, Key, Sources};
use self::state::{AnyHost, Budget, HOST_TYPE, Known, State};
use crate::requirement::{Expr, Level, Requirement, Units};
use crate::{HostId, View};

pub use dispatch::{Alike, Counts, Dispatch, PartHosts, Submitted};

/// The maximum number of conditions that are searched for a contradicting pair.
const PAIRS: usize = 64;

/// Conditions that must be satisfied together.
pub struct Selection<'a> {
    view: View<'a>,
    parts: Vec<Part>,
    /// Whether other levels may add conditions.
    open: bool,
    sources: Sources<'a>,
}

/// A condition of a selection.
#[derive(Debug, Clone)]
pub struct Part {
    /// The condition as written.
    pub written: Expr,
    /// The level it comes from.
    pub from: Option<Level>,
    normal: Expr,
}

/// Whether a host can match.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// It always matches while it is up.
    Always,
    /// It depends on load, on other jobs, or on files that are not loaded: the conditions that are not decided.
    Depends(Vec<String>),
    /// It never matches, for this reason found in the files: the first condition that fails.
    Never(String),
}

impl<'a> Selection<'a> {
    /// The conditions of some levels; operands of `&&` are separate conditions.
    pub fn new<'e>(view: View<'a>, conditions: impl IntoIterator<Item = (&'e Expr, Option<Level>)>) -> Selection<'a> {
        let parts = conditions
            .into_iter()
            .flat_map(|(condition, from)| condition.conjuncts().into_iter().map(move |it| (it.clone(), from)));
        Selection::of_parts(view, parts.collect(), &[], false)
    }

    /// Like [`Selection::new`]. `more`: other resources whose values matter. `batch`: whether lsb.hosts matters.
    fn of_parts(view: View<'a>, parts: Vec<(Expr, Option<Level>)>, more: &[&str], batch: bool) -> Selection<'a> {
        let units = Units::of(view.switches());
        let part = |(written, from): (Expr, Option<Level>)| Part { normal: written.normal(&units), written, from };
        let parts: Vec<Part> = parts.into_iter().map(part).collect();
        let names = parts.iter().flat_map(|it| names(&it.normal)).chain(more.iter().copied());
        let sources = Sources::of(view, names, batch);
        Selection { view, parts, open: false, sources }
    }

    /// The same selection, but jobs may add conditions, for example on the exclusive resource of a host.
    pub fn with_more_to_come(self) -> Selection<'a> {
        Selection { open: true, ..self }
    }

    /// The conditions in order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The indices of conditions that cannot be satisfied together: one, two, or all of them. `None` if that is not
    /// proven.
    pub fn contradiction(&self) -> Option<Vec<usize>> {
        self.against(&AnyHost)
    }

    fn against(&self, known: &dyn Known) -> Option<Vec<usize>> {
        let possible = |numbers: &[usize]| {
            let mut state = State::new(self.view.resources(), known);
            state.assume_all(numbers.iter().map(|it| &self.parts[*it].normal), &mut Budget::new())
        };
        let all: Vec<usize> = (0..self.parts.len()).collect();
        if possible(&all) {
            return None;
        }
        if let Some(one) = all.iter().find(|it| !possible(&[**it])) {
            return Some(vec![*one]);
        }
        let few = &all[..all.len().min(PAIRS)];
        for (number, first) in few.iter().enumerate() {
            if let Some(second) = few[number + 1..].iter().find(|it| !possible(&[*first, **it])) {
                return Some(vec![*first, *second]);
            }
        }
        Some(all)
    }

    /// The verdict for each host, in order. Hosts that differ only in irrelevant properties are evaluated once.
    pub fn on(&self, hosts: impl IntoIterator<Item = HostId>) -> Vec<(HostId, Verdict)> {
        if !self.view.sees_hosts() {
            return Vec::new();
        }
        self.judged(hosts).collect()
    }

    fn judged(&self, hosts: impl IntoIterator<Item = HostId>) -> impl Iterator<Item = (HostId, Verdict)> {
        let mut judged: FxHashMap<Key, Verdict> = FxHashMap::default();
        hosts.into_iter().map(move |id| {
            let key = self.sources.key(id);
            if let Some(verdict) = judged.get(&key) {
                return (id, verdict.clone());
            }
            let verdict = self.judge(&self.sources.values(&key));
            judged.insert(key, verdict.clone());
            (id, verdict)
        })
    }

    /// Proves that none of these hosts can match: the reasons, most frequent first, with the number of hosts. `None` if
    /// a host may match, or if there are no hosts.
    pub fn impossible_on(&self, hosts: impl IntoIterator<Item = HostId>) -> Option<Vec<(String, usize)>> {
        self.impossible(hosts.into_iter().map(|it| (it, 1)))
    }

    /// The same for all hosts that run jobs, or may. Hosts with equal rows are judged together if only those matter.
    pub fn impossible_on_servers(&self) -> Option<Vec<(String, usize)>> {
        let hosts = self.view.hosts();
        match self.sources.depend_on_facts() {
            true => self.impossible(hosts.servers_alike().iter().copied()),
            false => self.impossible_on(hosts.servers().iter().map(|it| HostId(it as u32))),
        }
    }

    /// The same for hosts, each with the number of hosts that it stands for.
    fn impossible(&self, hosts: impl Iterator<Item = (HostId, usize)>) -> Option<Vec<(String, usize)>> {
        if !self.view.sees_hosts() {
            return None;
        }
        // Usually one of the first hosts matches, so the reasons are not computed yet.
        let (mut asked, mut keys) = (Vec::new(), FxHashSet::default());
        for (id, count) in hosts {
            asked.push((id, count));
            let key = self.sources.key(id);
            if !keys.contains(&key) && self.may_match(&self.sources.values(&key)) {
                return None;
            }
            keys.insert(key);
        }
        let mut reasons: FxHashMap<String, usize> = FxHashMap::default();
        let verdicts = self.judged(asked.iter().map(|it| it.0));
        for ((_, verdict), (_, count)) in verdicts.zip(&asked) {
            let Verdict::Never(reason) = verdict else { return None };
            *reasons.entry(reason).or_default() += count;
        }
        let mut reasons: Vec<(String, usize)> = reasons.into_iter().collect();
        reasons.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        (!reasons.is_empty()).then_some(reasons)
    }

    /// Whether hosts may match, without computing a reason.
    fn may_match(&self, host: &HostValues<'_>) -> bool {
        if host.facts.server == Some(false) || !self.open && self.unasked(host).is_some() {
            return false;
        }
        let mut state = State::new(self.view.resources(), host);
        state.assume_all(self.parts.iter().map(|it| &it.normal), &mut Budget::new())
    }

    /// The first exclusive resource of hosts that the selection does not mention.
    fn unasked<'h>(&self, host: &HostValues<'h>) -> Option<&'h str> {
        let asked = |name: &str| self.parts.iter().any(|part| mentions(&part.normal, name));
        host.facts.resources.iter().find(|it| it.exclusive && !asked(&it.name)).map(|it| &*it.name)
    }

    /// Why the files exclude hosts.
    fn never(&self, host: &HostValues<'_>) -> Option<String> {
        if host.facts.server == Some(false) {
            return Some("it does not run jobs (`server` is 0)".to_owned());
        }
        if let Some(exclusive) = self.unasked(host).filter(|_| !self.open) {
            return Some(format!("it accepts only jobs that request `{exclusive}`"));
        }
        self.against(host).map(|numbers| self.reason(&numbers, host))
    }

    /// The conditions that the files do not decide for hosts.
    fn undecided(&self, host: &HostValues<'_>) -> Vec<String> {
        let open = self.parts.iter().filter(|part| {
            let mut state = State::new(self.view.resources(), host);
            state.assume(&part.normal, false, 0, &mut Budget::new())
        });
        open.map(|part| reason::undecided(self.view, part, host)).collect()
    }

    fn judge(&self, host: &HostValues<'_>) -> Verdict {
        if let Some(reason) = self.never(host) {
            return Verdict::Never(reason);
        }
        let undecided = self.undecided(host);
        if undecided.is_empty() { Verdict::Always } else { Verdict::Depends(undecided) }
    }
}

/// Whether an expression contains a name.
pub fn mentions(expr: &Expr, name: &str) -> bool {
    names(expr).any(|it| it == name)
}

/// The names in an expression, including unquoted texts.
fn names(expr: &Expr) -> impl Iterator<Item = &str> {
    let mut stack = vec![expr];
    std::iter::from_fn(move || {
        while let Some(expr) = stack.pop() {
            match expr {
                Expr::Name(it) | Expr::Defined(it) => return Some(it.as_str()),
                _ => stack.extend(expr.operands()),
            }
        }
        None
    })
}

/// Whether a selection asks for the type of the submission host: `type==local`.
fn asks_for_local_type(expr: &Expr) -> bool {
    let is = |it: &Expr, word: &str| matches!(it, Expr::Name(text) | Expr::Text { text, .. } if text == word);
    match expr.as_comparison() {
        Some((left, _, right)) => is(left, HOST_TYPE) && is(right, LOCAL) || is(left, LOCAL) && is(right, HOST_TYPE),
        None => expr.operands().into_iter().any(asks_for_local_type),
    }
}

/// The word for the value of the submission host.
const LOCAL: &str = "local";

/// The condition that LSF adds to a selection for jobs if it names neither a type nor another string resource nor a
/// Boolean resource; `None` if it does.
///
/// Source: <https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=strings-selection-string>
pub fn implied_condition(view: View<'_>, select: &[Expr]) -> Option<Expr> {
    // A name of unknown type may be a Boolean resource.
    let is_number = |name: &str| view.resources().get(name).and_then(|it| it.kind) == Some(ResourceType::Numeric);
    if !select.iter().flat_map(names).all(is_number) {
        return None;
    }
    match Requirement::parse(DEFAULT_SELECT)? {
        Requirement::Simple(it) => it.select.into_iter().next(),
        Requirement::Compound(_) | Requirement::Alternative(_) => None,
    }
}
