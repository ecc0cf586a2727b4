//! Hosts without a row of their own in lsb.hosts, where the row of their model or type or `default` changes.

use lsflint_model::{HostRow, HostRows, View};
use lsflint_spec::{FileKind, find_param, section as spec_of};
use rustc_hash::FxHashMap;

use super::{Cause, Found};
use crate::answers::plan::{Affected, records};

pub(super) fn rows(causes: &[Cause<'_>], old: View<'_>, new: View<'_>, found: &mut Found) {
    let is_row = |it: &&Cause<'_>| it.is(FileKind::LsbHosts, "Host") && new.hosts().find(it.object).is_none();
    let mut by_row: FxHashMap<&str, Vec<&Cause<'_>>> = FxHashMap::default();
    causes.iter().filter(is_row).for_each(|it| by_row.entry(it.object).or_default().push(it));
    let Some(section) = spec_of(FileKind::LsbHosts, "Host").filter(|_| !by_row.is_empty()) else { return };
    let (old_rows, new_rows) = (HostRows::of(old), HostRows::of(new));
    for (id, host) in new.hosts().iter() {
        let HostRow::Of(after) = new_rows.get(id) else { continue };
        let Some(HostRow::Of(before)) = old.hosts().find(&host.name).map(|it| old_rows.get(it)) else { continue };
        let name = after.name();
        for cause in by_row.get(&*name).into_iter().flatten().filter(|_| before.name() == name) {
            let Some(param) = find_param(FileKind::LsbHosts, "Host", &cause.change.name) else { continue };
            let object = records::object(FileKind::LsbHosts, section, &host.name);
            let (old_words, new_words) = (cause.change.old_words.clone(), cause.change.new_words.clone());
            found.push((
                cause.number,
                Affected { object, parameter: param.name, old_normal: None, new_normal: None, old_words, new_words },
            ));
        }
    }
}
