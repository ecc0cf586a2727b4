//! Determines which resources an edit of lsf.shared added, changed or removed.
//!
//! The Host section is by far the largest table of a cluster, and each row names resources. Findings in a row depend on
//! the resources that it names: if lsf.shared renames a resource, rows that do not name it need not be checked again.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use lsflint_spec::{FileKind, SectionSpec};
use rustc_hash::{FxHashMap, FxHasher};

use super::summary::{Placed, Summary};
use super::{Fact, Index};

/// The largest number of names that texts are searched for, one after the other. With more names, a new check is
/// faster.
const MOST: usize = 16;

/// A change of a few resource definitions that does not change their order.
#[derive(Debug)]
pub(super) struct ResourceChange {
    /// The facts that changed, with their previous hashes.
    facts: Vec<(Fact, u64)>,
    names: Vec<Box<str>>,
}

impl ResourceChange {
    pub(super) fn of(before: &Index, now: &Index) -> Option<ResourceChange> {
        let spec = lsflint_spec::section(FileKind::LsfShared, "Resource")?;
        let facts = [Fact::order(spec), Fact::names(spec), Fact::any_of(spec), Fact::unknown_of(spec)];
        let facts = facts.into_iter().chain(spec.params.iter().map(Fact::values));
        let differs = |fact: &Fact| before.print(*fact) != now.print(*fact);
        let facts: Vec<(Fact, u64)> = facts.filter(differs).map(|it| (it, before.print(it))).collect();
        if facts.is_empty() {
            return None;
        }
        let (old, new) = (items(before, spec), items(now, spec));
        let same = |pair: &((&Summary, &Placed), (&Summary, &Placed))| {
            Arc::ptr_eq(&pair.0.1.item, &pair.1.1.item) && pair.0.1.branch == pair.1.1.branch
        };
        let prefix = old.iter().copied().zip(new.iter().copied()).take_while(same).count();
        let behind = old[prefix..].iter().copied().rev().zip(new[prefix..].iter().copied().rev());
        let suffix = behind.take_while(same).count();
        let old = records(&old[prefix..old.len() - suffix])?;
        let new = records(&new[prefix..new.len() - suffix])?;
        let by_name = |records: &[(Box<str>, u64)]| {
            let mut found: FxHashMap<Box<str>, Vec<u64>> = FxHashMap::default();
            records.iter().for_each(|it| found.entry(it.0.clone()).or_default().push(it.1));
            found
        };
        let (old_by_name, new_by_name) = (by_name(&old), by_name(&new));
        let stays = |name: &str| old_by_name.get(name) == new_by_name.get(name);
        let order = |records: &[(Box<str>, u64)]| -> Vec<Box<str>> {
            records.iter().map(|it| it.0.clone()).filter(|it| stays(it)).collect()
        };
        if order(&old) != order(&new) {
            return None;
        }
        let mut names: Vec<Box<str>> = old_by_name.into_keys().chain(new_by_name.into_keys()).collect();
        names.sort_unstable();
        names.dedup();
        let (old_by_name, new_by_name) = (by_name(&old), by_name(&new));
        names.retain(|it| old_by_name.get(it) != new_by_name.get(it));
        (names.len() <= MOST).then_some(ResourceChange { facts, names })
    }

    /// The names of the changed resources, if nothing else that an answer depends on changed.
    pub(super) fn names(&self, basis: &[(Fact, u64)], index: &Index) -> Option<&[Box<str>]> {
        let holds = |it: &(Fact, u64)| index.print(it.0) == it.1 || self.facts.contains(it);
        basis.iter().all(holds).then_some(&*self.names)
    }
}

fn items<'i>(index: &'i Index, spec: &SectionSpec) -> Vec<(&'i Summary, &'i Placed)> {
    let files = index.files_of(FileKind::LsfShared);
    let placed = files.flat_map(|file| file.items.iter().map(move |it| (&**file, it)));
    placed.filter(|it| std::ptr::eq(it.1.section, spec)).collect()
}

/// The names of records, each with a hash of its contents; `None` if a record has no name.
fn records(items: &[(&Summary, &Placed)]) -> Option<Vec<(Box<str>, u64)>> {
    let mut found = Vec::new();
    for (file, placed) in items {
        for record in &placed.item.records {
            let start = placed.range.start();
            let mut hasher = FxHasher::default();
            (record.branch, record.broken, placed.branch).hash(&mut hasher);
            for field in placed.item.fields(record) {
                (field.state, file.slice(placed.section_start, field.name)).hash(&mut hasher);
                file.slice(start, field.value).hash(&mut hasher);
            }
            found.push((file.slice(start, record.name?).into(), hasher.finish()));
        }
    }
    Some(found)
}
