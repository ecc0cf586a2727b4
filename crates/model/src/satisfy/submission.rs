//! Verdicts and counts by the type of the submission host: `type==local`.

use rustc_hash::{FxHashMap, FxHashSet};

use super::dispatch::{Asked, Counts, Judged, Submitted};
use super::host::HostValues;
use super::{Verdict, asks_for_local_type};
use crate::View;

/// The types that submission hosts may have.
pub(super) struct SubmissionTypes<'a> {
    pub(super) names: Vec<&'a str>,
    /// Whether LSF detects the type of some hosts.
    pub(super) unknown: bool,
}

impl<'a> SubmissionTypes<'a> {
    /// The types of all hosts. `matter`: whether they matter.
    pub(super) fn of(view: View<'a>, matter: bool) -> SubmissionTypes<'a> {
        let (mut names, mut unknown) = (Vec::new(), false);
        if matter {
            let mut seen = FxHashSet::default();
            for facts in view.hosts().all_facts() {
                match facts.host_type.as_deref() {
                    Some(name) if seen.insert(name) => names.push(name),
                    Some(_) => {}
                    None => unknown = true,
                }
            }
        }
        SubmissionTypes { names, unknown }
    }

    /// The verdict for a job from any host.
    pub(super) fn overall(&self, judged: &Judged, host: &HostValues<'_>, asked: &Asked<'_>) -> Verdict {
        let Judged { same, other } = judged;
        if !asked.local || same == other || self.names.len() == 1 && !self.unknown {
            return same.clone();
        }
        let reasons = |it: &Verdict| match it {
            Verdict::Depends(reasons) => reasons.clone(),
            Verdict::Always | Verdict::Never(_) => Vec::new(),
        };
        let (condition, rest) = match (same, other, host.facts.host_type.as_deref()) {
            (Verdict::Never(_), Verdict::Never(_), _) => return same.clone(),
            (_, _, None) => (
                "depends on the type of the submission host and on that of the host, which LSF detects".to_owned(),
                same,
            ),
            (Verdict::Never(_), _, Some(kind)) => (format!("is false for jobs from hosts of type `{kind}`"), other),
            (_, Verdict::Never(_), Some(kind)) => (format!("is true only for jobs from hosts of type `{kind}`"), same),
            (_, _, Some(_)) => ("depends on the type of the submission host".to_owned(), same),
        };
        let local = asked.selection.parts().iter().find(|it| asks_for_local_type(&it.written));
        let condition = local.map(|it| format!("`{}` {condition}", it.written));
        Verdict::Depends(condition.into_iter().chain(reasons(rest)).collect())
    }
}

/// Counts of hosts by the type of the submission host.
#[derive(Default)]
pub(super) struct ByType {
    /// For a submission host of a type that no host has.
    other: Counts,
    /// By type of the host: for a submission host of the same type and of another one.
    same: FxHashMap<String, (Counts, Counts)>,
}

impl ByType {
    /// Counts a host. `outside`: the verdict does not depend on types.
    pub(super) fn add(&mut self, host_type: Option<&str>, judged: &Judged, verdict: &Verdict, outside: bool) {
        let Some(host_type) = host_type.filter(|_| !outside) else { return self.other.add(verdict, 1) };
        self.other.add(&judged.other, 1);
        if !self.same.contains_key(host_type) {
            self.same.insert(host_type.to_owned(), Default::default());
        }
        if let Some((same, other)) = self.same.get_mut(host_type) {
            same.add(&judged.same, 1);
            other.add(&judged.other, 1);
        }
    }

    /// The counts for jobs from hosts of a type.
    pub(super) fn of(&self, host_type: &str) -> Submitted {
        let (same, other) = self.same.get(host_type).copied().unwrap_or_default();
        let counts = Counts {
            always: self.other.always - other.always + same.always,
            depends: self.other.depends - other.depends + same.depends,
            never: self.other.never - other.never + same.never,
        };
        Submitted { host_type: host_type.to_owned(), counts }
    }
}
