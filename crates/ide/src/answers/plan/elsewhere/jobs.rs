//! Limits of jobs that mean something else: another setting enforces them, or LSF scales them by another CPU factor.

use lsflint_model::effective::unit_of;
use lsflint_model::{Entity, View};
use lsflint_spec::{FileKind, ParamSpec, enforcements_of, find_param, lists, section as spec_of};

use super::{Cause, Found, JOBS, affected, certain};
use crate::answers::plan::questions::both;
use crate::answers::plan::{Affected, records, value};

/// The column with the speed of a host model.
const FACTOR: &str = "CPUFACTOR";
/// The host or model whose speed limits are given for.
const HOST_SPEC: &str = "DEFAULT_HOST_SPEC";
/// The setting with which LSF does not scale run limits.
const ABSOLUTE: &str = "ABS_RUNLIMIT";

/// Limits that something else enforces, because a setting of lsf.conf changes.
pub(super) fn enforcement(causes: &[Cause<'_>], old: View<'_>, new: View<'_>, found: &mut Found) {
    let of_conf = |setting: &str| {
        let (_, name) = setting.split_once(':')?;
        causes.iter().find(|it| it.file == FileKind::LsfConf && it.change.name == name)
    };
    for (file, section) in JOBS {
        let params = spec_of(file, section).map_or(&[][..], |it| it.params);
        let params = params.iter().filter(|it| enforcements_of(it.name).any(|it| of_conf(it.setting).is_some()));
        for param in params {
            let pairs = both(old, new, file, section);
            for (before, after) in pairs.iter().filter(|it| it.0.has(param.name) && it.1.has(param.name)) {
                let one = lsflint_model::enforcement(old, Some(before), param.name);
                let other = lsflint_model::enforcement(new, Some(after), param.name);
                let Some((one, other)) = one.zip(other).filter(|it| it.0.text != it.1.text) else { continue };
                if let Some(cause) = of_conf(other.setting).or_else(|| of_conf(one.setting)) {
                    let words = [one, other].map(|it| format!("\"{}\"", it.text.replace("**", "")));
                    found.push((cause.number, affected(after, param.name, words)));
                }
            }
        }
    }
}

/// Hosts of a model with another CPU factor, and the limits that are given for the speed of the model.
pub(super) fn factors(causes: &[Cause<'_>], old: View<'_>, new: View<'_>, found: &mut Found) {
    let is_factor = |it: &&Cause<'_>| it.is(FileKind::LsfShared, "HostModel") && it.change.name == FACTOR;
    for cause in causes.iter().filter(is_factor) {
        let words = || [cause.change.old_words.clone(), cause.change.new_words.clone()];
        let hosts = new.hosts();
        let is_of_model = |view: View<'_>, host: &str| {
            let host = view.hosts().find(host).map(|it| view.hosts().facts(it));
            host.is_some_and(|it| it.model.as_deref() == Some(cause.object))
        };
        let section = spec_of(FileKind::LsfCluster, "Host");
        for (id, host) in section.iter().flat_map(|_| hosts.iter()) {
            let is_model = hosts.facts(id).model.as_deref() == Some(cause.object);
            if let Some(section) = section.filter(|_| is_model && is_of_model(old, &host.name)) {
                let object = records::object(FileKind::LsfCluster, section, &host.name);
                let [old_words, new_words] = words();
                found.push((
                    cause.number,
                    Affected { object, parameter: FACTOR, old_normal: None, new_normal: None, old_words, new_words },
                ));
            }
        }
        for (file, section) in JOBS {
            for (before, after) in both(old, new, file, section) {
                for param in normalized(file, section) {
                    let is_model = |view, record| {
                        let of = host_spec(view, record, param)?;
                        Some(of == cause.object || is_of_model(view, &of))
                    };
                    let same =
                        certain(&before, param.name).filter(|it| certain(&after, param.name).as_ref() == Some(it));
                    let is_scaled = is_model(old, &before) == Some(true) && is_model(new, &after) == Some(true);
                    let Some(text) = same.filter(|_| is_scaled) else { continue };
                    let unit = unit_of(param, new.switches());
                    let limit = value::shown(Some(param), Some((&text, &unit)));
                    let words = words().map(|it| format!("{limit} at CPU factor {it}"));
                    found.push((cause.number, affected(&after, param.name, words)));
                }
            }
        }
    }
}

/// The limits of time of a section that LSF scales.
fn normalized(file: FileKind, section: &str) -> impl Iterator<Item = &'static ParamSpec> {
    let of_file =
        lists::NORMALIZED_LIMITS.iter().filter_map(move |it| it.split_once(':').filter(|it| it.0 == file.name()));
    of_file.filter_map(move |it| find_param(file, section, it.1))
}

/// The host or model whose CPU factor a limit is given for; `None` if LSF does not scale it or that is unknown. Without
/// one in the limit it is that of the queue, then that of lsb.params; an application profile does not know the queue.
fn host_spec(view: View<'_>, record: &Entity<'_>, param: &ParamSpec) -> Option<String> {
    let of_file = |it: &str| it.split_once(':') == Some((record.kind().name(), param.name));
    if lists::ABSOLUTE_LIMITS.iter().any(|it| of_file(it)) {
        let own = record.value(ABSOLUTE).and_then(|it| lsflint_spec::yes_no(&it));
        if own.or_else(|| view.parameter(ABSOLUTE).yes(false)) != Some(false) {
            return None;
        }
    }
    let text = certain(record, param.name)?;
    if let Some((_, spec)) = text.split_whitespace().find_map(|it| it.split_once('/')) {
        return Some(spec.to_owned());
    }
    if record.kind() != FileKind::LsbQueues {
        return None;
    }
    match record.has(HOST_SPEC) {
        true => certain(record, HOST_SPEC).map(|it| it.trim().to_owned()),
        false => view.parameter(HOST_SPEC).value().map(|it| it.trim().to_owned()),
    }
}
