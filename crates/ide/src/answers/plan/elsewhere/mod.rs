//! Values that change because another parameter changes, although their own text is the same: the unit of limits, a
//! default in lsb.params, the CPU factor of a host model, a member of a group, a row of lsb.hosts, what enforces
//! limits.

mod groups;
mod hosts;
mod jobs;

use std::collections::BTreeSet;

use lsflint_model::{Entity, State, View};
use lsflint_spec::{FileKind, Grammar, ParamSpec, SectionSpec, find_param};

use super::effective::SideOf;
use super::questions::both;
use super::{Affected, Change, ParameterChange, What, records};

/// The parameters of lsf.conf that set units; the first one that changed is the cause.
const UNITS: [&str; 2] = ["LSF_UNIT_FOR_LIMITS", "LSF_ENABLE_TMP_UNIT"];
/// The parameter of lsb.params with the order of hosts for requirements without one.
const ORDER: &str = "DEFAULT_RESREQ_ORDER";
/// The sections whose parameters have a default in lsb.params.
const JOBS: [(FileKind, &str); 2] = [(FileKind::LsbQueues, "Queue"), (FileKind::LsbApplications, "Application")];

/// A changed parameter of an object.
#[derive(Clone, Copy)]
struct Cause<'c> {
    /// The number of the change.
    number: usize,
    /// The file of the object.
    file: FileKind,
    section: &'static str,
    /// The name of the object.
    object: &'c str,
    change: &'c ParameterChange,
}

impl<'c> Cause<'c> {
    fn of(number: usize, change: &'c Change) -> Option<Cause<'c>> {
        let What::Parameter(it) = &change.what else { return None };
        let object = &change.object;
        Some(Cause { number, file: object.file, section: object.section, object: &object.name, change: it })
    }

    fn is(&self, file: FileKind, section: &str) -> bool {
        self.file == file && self.section == section
    }
}

/// What is found: the number of the change, and the parameter that changes through it.
type Found = Vec<(usize, Affected)>;

/// Names at each change the parameters that change through it. `by_unit`: those with the same text and another unit.
pub(super) fn attach(changes: &mut [Change], old: &SideOf<'_>, new: &SideOf<'_>, by_unit: Vec<Affected>) {
    let causes: Vec<Cause<'_>> = changes.iter().enumerate().filter_map(|it| Cause::of(it.0, it.1)).collect();
    let mut found = Found::new();
    let of_unit = |name: &&str| causes.iter().find(|it| it.file == FileKind::LsfConf && it.change.name == **name);
    if let Some(cause) = UNITS.iter().find_map(of_unit) {
        found.extend(by_unit.into_iter().map(|it| (cause.number, it)));
    }
    let wide: Vec<Cause<'_>> = causes.iter().filter(|it| it.file == FileKind::LsbParams).copied().collect();
    let (old, new) = (old.view(), new.view());
    inherited(&wide, old, new, &mut found);
    if let Some(cause) = wide.iter().find(|it| it.change.name == ORDER) {
        orders(cause, old, new, &mut found);
    }
    jobs::enforcement(&causes, old, new, &mut found);
    jobs::factors(&causes, old, new, &mut found);
    hosts::rows(&causes, old, new, &mut found);
    groups::members(&causes, old, new, &mut found);
    for (number, affected) in found {
        changes[number].affects.push(affected);
    }
    for change in changes {
        change.affects.sort_by(|a, b| (&a.object, a.parameter).cmp(&(&b.object, b.parameter)));
    }
}

/// Queues and application profiles without a value of their own, where the one of lsb.params changes.
fn inherited(wide: &[Cause<'_>], old: View<'_>, new: View<'_>, found: &mut Found) {
    for (file, section) in JOBS {
        let own = wide.iter().filter_map(|it| {
            let wide = find_param(FileKind::LsbParams, "Parameters", &it.change.name)?;
            Some((*it, find_param(file, section, wide.name)?))
        });
        let own: Vec<(Cause<'_>, &'static ParamSpec)> = own.collect();
        // Each record is read once, whatever the number of changed parameters.
        for record in new.all(file, section).filter(|it| !own.is_empty() && !it.is_broken()) {
            let name = record.name();
            let (Some(before), Some(after)) = (old.find(file, section, &name), new.find(file, section, &name)) else {
                continue;
            };
            let set: BTreeSet<&str> = set_by(&before).chain(set_by(&after)).collect();
            for (cause, own) in own.iter().filter(|it| !set.contains(it.1.name)) {
                let ParameterChange { old_normal, new_normal, old_words, new_words, .. } = cause.change.clone();
                let affected = affected(&record, own.name, [old_words, new_words]);
                found.push((cause.number, Affected { old_normal, new_normal, ..affected }));
            }
        }
    }
}

/// The order of hosts of queues whose requirement has none.
fn orders(cause: &Cause<'_>, old: View<'_>, new: View<'_>, found: &mut Found) {
    let order = |view: View<'_>| Some(format!("order[{}]", view.switches().default_order.as_ref()?));
    let Some(words) = order(old).zip(order(new)).filter(|it| it.0 != it.1) else { return };
    let has_none = |it: &Entity<'_>| match it.field(RES_REQ).filter(|it| it.state() != State::Unset) {
        None => true,
        Some(field) => {
            let text = field.known().filter(|_| !field.is_conditional());
            let requirement = text.and_then(|it| lsflint_model::requirement::Requirement::parse(&it));
            requirement.is_some_and(|it| it.simples().iter().all(|it| it.order.is_none()))
        }
    };
    for (before, after) in both(old, new, FileKind::LsbQueues, "Queue") {
        if has_none(&before) && has_none(&after) {
            found.push((cause.number, affected(&after, RES_REQ, [words.0.clone(), words.1.clone()])));
        }
    }
}

const RES_REQ: &str = "RES_REQ";

/// The documented parameters that a record sets, or may set.
fn set_by<'a>(record: &Entity<'a>) -> impl Iterator<Item = &'static str> + use<'a> {
    let fields: Vec<_> = record.all_fields().filter(|it| it.state() != State::Unset).collect();
    fields.into_iter().filter_map(|it| it.param().map(|it| it.name))
}

/// A parameter of a record with the values before and after the change.
fn affected(record: &Entity<'_>, parameter: &'static str, [old_words, new_words]: [String; 2]) -> Affected {
    let object = records::object(record.kind(), record.section(), &record.name());
    Affected { object, parameter, old_normal: None, new_normal: None, old_words, new_words }
}

/// The text of a field that is certain.
fn certain<'a>(record: &Entity<'a>, name: &str) -> Option<std::borrow::Cow<'a, str>> {
    let field = record.field(name).filter(|it| it.state() == State::Known && !it.is_conditional())?;
    field.known()
}

/// The parameters of a section with one of some grammars.
fn of_grammar(section: &'static SectionSpec, grammars: &[Grammar]) -> Vec<&'static ParamSpec> {
    section.params.iter().filter(|it| grammars.contains(&it.grammar)).collect()
}
