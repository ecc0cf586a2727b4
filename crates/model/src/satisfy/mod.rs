//! Determines whether a selection can be satisfied, and by which hosts.
//!
//! [`Selection`] combines the conditions of one or more levels. [`Selection::contradiction`] proves that they cannot be
//! satisfied together; [`Selection::on`] determines for each configured host whether it never matches, always matches,
//! or depends on values at run time. "Never" is proven by the files; everything else is undecided.

mod domain;
mod host;
mod state;
#[cfg(test)]
mod tests;

use lsflint_spec::ResourceType;
use rustc_hash::FxHashMap;

use self::host::{HostValues, rows_are_complete};
use self::state::{AnyHost, Budget, Known, State};
use crate::requirement::{Expr, Level, Units};
use crate::{Bits, HostId, View};

/// The maximum number of conditions that are searched for a contradicting pair.
const PAIRS: usize = 64;

/// Conditions that must be satisfied together.
pub struct Selection<'a> {
    view: View<'a>,
    parts: Vec<Part>,
    /// Whether other levels may add conditions.
    open: bool,
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It never matches, for this reason found in the files.
    Never(String),
    /// It depends on load, or on files that are not loaded.
    Depends,
    /// It always matches while it is up.
    Always,
}

impl<'a> Selection<'a> {
    /// The conditions of some levels; operands of `&&` are separate conditions.
    pub fn new<'e>(view: View<'a>, conditions: impl IntoIterator<Item = (&'e Expr, Option<Level>)>) -> Selection<'a> {
        let units = Units::of(view.switches());
        let parts = conditions.into_iter().flat_map(|(condition, from)| {
            condition.conjuncts().into_iter().map(move |it| Part {
                written: it.clone(),
                from,
                normal: it.normal(&units),
            })
        });
        Selection { view, parts: parts.collect(), open: false }
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
        let all = self.view.hosts();
        let by_name = self.parts.iter().any(|it| mentions(&it.normal, "hname"));
        let closed = rows_are_complete(self.view);
        let mut judged: FxHashMap<u32, Verdict> = FxHashMap::default();
        let judge = move |id: HostId| {
            let host = all.get(id);
            if by_name {
                return (
                    id,
                    self.judge(&HostValues { view: self.view, facts: all.facts(id), host: Some(host), closed }),
                );
            }
            let verdict = judged.entry(host.facts).or_insert_with(|| {
                self.judge(&HostValues { view: self.view, facts: all.facts(id), host: None, closed })
            });
            (id, verdict.clone())
        };
        hosts.into_iter().map(judge)
    }

    /// Proves that none of these hosts can match: the reasons, most frequent first, with the number of hosts. `None` if
    /// a host may match, or if there are no hosts.
    pub fn impossible_on(&self, hosts: impl IntoIterator<Item = HostId>) -> Option<Vec<(String, usize)>> {
        if !self.view.sees_hosts() {
            return None;
        }
        let all = self.view.hosts();
        let by_name = self.parts.iter().any(|it| mentions(&it.normal, "hname"));
        let closed = rows_are_complete(self.view);
        // Usually one of the first hosts matches, so the reasons are not computed yet.
        let (mut asked, mut rows) = (Vec::new(), Bits::default());
        for id in hosts {
            asked.push(id);
            if (rows.insert(all.get(id).facts as usize) || by_name) && self.may_match(id, closed) {
                return None;
            }
        }
        let mut reasons: FxHashMap<String, usize> = FxHashMap::default();
        for (_, verdict) in self.judged(asked) {
            let Verdict::Never(reason) = verdict else { return None };
            *reasons.entry(reason).or_default() += 1;
        }
        let mut reasons: Vec<(String, usize)> = reasons.into_iter().collect();
        reasons.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        (!reasons.is_empty()).then_some(reasons)
    }

    /// Whether one host may match, without computing a reason.
    fn may_match(&self, id: HostId, closed: bool) -> bool {
        let hosts = self.view.hosts();
        let host = HostValues { view: self.view, facts: hosts.facts(id), host: Some(hosts.get(id)), closed };
        let asked = |name: &str| self.parts.iter().any(|part| mentions(&part.normal, name));
        let reserved = || host.facts.resources.iter().any(|it| it.exclusive && !asked(&it.name));
        if host.facts.server == Some(false) || !self.open && reserved() {
            return false;
        }
        let mut state = State::new(self.view.resources(), &host);
        state.assume_all(self.parts.iter().map(|it| &it.normal), &mut Budget::new())
    }

    fn judge(&self, host: &HostValues<'_>) -> Verdict {
        if host.facts.server == Some(false) {
            return Verdict::Never("it does not run jobs (`server` is 0)".to_owned());
        }
        let unasked =
            |it: &&crate::HostResource| it.exclusive && !self.parts.iter().any(|part| mentions(&part.normal, &it.name));
        if let Some(exclusive) = host.facts.resources.iter().find(unasked).filter(|_| !self.open) {
            return Verdict::Never(format!("it accepts only jobs that request `{}`", exclusive.name));
        }
        if let Some(numbers) = self.against(host) {
            return Verdict::Never(self.reason(&numbers, host));
        }
        let always = self.parts.iter().all(|part| {
            let mut state = State::new(self.view.resources(), host);
            !state.assume(&part.normal, false, 0, &mut Budget::new())
        });
        if always { Verdict::Always } else { Verdict::Depends }
    }

    fn reason(&self, numbers: &[usize], host: &HostValues<'_>) -> String {
        let parts: Vec<String> = numbers.iter().map(|it| format!("`{}`", self.parts[*it].written)).collect();
        let mut facts: Vec<String> = Vec::new();
        let mut add = |name: &str, value: String| {
            if numbers.iter().any(|it| mentions(&self.parts[*it].normal, name)) {
                facts.push(format!("`{name}` is {value}"));
            }
        };
        for (name, value) in [("type", &host.facts.host_type), ("model", &host.facts.model)] {
            if let Some(value) = value {
                add(name, format!("`{value}`"));
            }
        }
        for resource in &host.facts.resources {
            let value = resource.value.as_ref().map_or("there".to_owned(), |it| format!("`{it}`"));
            add(&resource.name, value);
        }
        let absent = |name: &&&str| {
            let boolean = self.view.resources().get(name).is_some_and(|it| it.kind == Some(ResourceType::Boolean));
            boolean && ***name != *"server" && host.facts.resources.iter().all(|it| *it.name != ***name)
        };
        let mut names: Vec<&str> = numbers.iter().flat_map(|it| names(&self.parts[*it].normal)).collect();
        names.sort_unstable();
        names.dedup();
        facts.extend(names.iter().filter(absent).map(|it| format!("it does not have the resource `{it}`")));
        let because = if facts.is_empty() { String::new() } else { format!(": {}", facts.join(", ")) };
        match parts.as_slice() {
            [one] => format!("{one} is false{because}"),
            [one, two] => format!("{one} and {two} cannot both be true{because}"),
            _ => format!("its conditions cannot all be true{because}"),
        }
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
