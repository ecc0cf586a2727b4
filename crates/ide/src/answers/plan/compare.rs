//! The changes of objects and parameters.

use std::collections::{BTreeMap, BTreeSet};

use lsflint_model::AsRead;
use lsflint_spec::{
    FileKind, Grammar, ObjectChange, ParamSpec, Risk, SectionSpec, StepKind, after_change, effect_of_object,
    effect_of_param,
};

use super::effective::{Origin, SideOf, Value, effective, is_lower};
use super::elsewhere;
use super::records::{self, Own, Record, Records, is_cluster_wide};
use super::value::{self, Meaning};
use super::{Affected, Because, Change, ParameterChange, Side, What};
use crate::answers::export::{Exported, exported, inherited};

/// All changes from one cluster to another one.
pub(super) fn changes(old: &AsRead, new: &AsRead) -> Vec<Change> {
    changes_of(old, new, |_| true)
}

/// The changes in files of some kinds.
pub(super) fn changes_in(old: &AsRead, new: &AsRead, kinds: &[FileKind]) -> Vec<Change> {
    changes_of(old, new, |it| kinds.contains(&it))
}

fn changes_of(old: &AsRead, new: &AsRead, compared: impl Fn(FileKind) -> bool) -> Vec<Change> {
    let mut comparison = Comparison {
        old: SideOf::new(Side::Old, old),
        new: SideOf::new(Side::New, new),
        changes: Vec::new(),
        by_unit: Vec::new(),
    };
    for (file, section) in records::sections().filter(|it| compared(it.0)) {
        comparison.section(file, section);
    }
    comparison.finish()
}

struct Comparison<'c> {
    old: SideOf<'c>,
    new: SideOf<'c>,
    changes: Vec<Change>,
    /// The parameters with the same text and another unit.
    by_unit: Vec<Affected>,
}

impl<'c> Comparison<'c> {
    /// Compares the objects of a section.
    fn section(&mut self, file: FileKind, section: &'static SectionSpec) {
        let old = records::records(self.old.cluster, file, section);
        let new = records::records(self.new.cluster, file, section);
        let mut removed: Vec<(&str, &Record<'c>)> = Vec::new();
        let mut created: Vec<(&str, &Record<'c>)> = Vec::new();
        let names: BTreeSet<&str> = old.keys().chain(new.keys()).map(String::as_str).collect();
        for name in names {
            let (before, after) = (of(&old, name), of(&new, name));
            for (before, after) in self.pairs(before, after) {
                match (before, after) {
                    (Some(before), Some(after)) => self.object(file, section, name, before, after),
                    // A file whose parameters are all defaults is the same as no file.
                    (before, after) if is_cluster_wide(section) => self.values(file, section, name, before, after),
                    (Some(before), None) => removed.push((name, before)),
                    (None, Some(after)) => created.push((name, after)),
                    (None, None) => {}
                }
            }
        }
        self.objects(file, section, &removed, &created);
    }

    /// The records of one name to compare with each other: usually one on each side; of several, equal ones first.
    fn pairs<'r>(
        &self,
        old: &'r [Record<'c>],
        new: &'r [Record<'c>],
    ) -> Vec<(Option<&'r Record<'c>>, Option<&'r Record<'c>>)> {
        if let ([old], [new]) = (old, new) {
            return vec![(Some(old), Some(new))];
        }
        // The number of unpaired new records by body.
        let mut bodies: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, record) in new.iter().enumerate().rev() {
            bodies.entry(body(record, &self.new)).or_default().push(at);
        }
        let mut paired = vec![false; new.len()];
        let mut found = Vec::new();
        let mut rest = Vec::new();
        for record in old {
            match bodies.get_mut(&body(record, &self.old)).and_then(Vec::pop) {
                Some(at) => {
                    paired[at] = true;
                    found.push((Some(record), Some(&new[at])));
                }
                None => rest.push(record),
            }
        }
        let mut left = new.iter().zip(&paired).filter(|it| !it.1).map(|it| it.0);
        found.extend(rest.into_iter().map(|it| (Some(it), left.next())));
        found.extend(left.map(|it| (None, Some(it))));
        found
    }

    /// Objects that exist on one side only: created, removed, or renamed if exactly one of each have the same values.
    fn objects(
        &mut self,
        file: FileKind,
        section: &'static SectionSpec,
        removed: &[(&str, &Record<'c>)],
        created: &[(&str, &Record<'c>)],
    ) {
        let by_body = |records: &[(&str, &Record<'c>)], side: &SideOf<'c>| {
            let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for (at, (_, record)) in records.iter().enumerate().filter(|it| !it.1.1.values.is_empty()) {
                found.entry(body(record, side)).or_default().push(at);
            }
            found
        };
        let (old, new) = (by_body(removed, &self.old), by_body(created, &self.new));
        let mut renamed: BTreeMap<usize, usize> = BTreeMap::new();
        for (body, olds) in old.iter().filter(|_| section.defines.is_some()) {
            if let ([old], Some([new])) = (olds.as_slice(), new.get(body).map(Vec::as_slice)) {
                renamed.insert(*new, *old);
            }
        }
        let inherited = if created.is_empty() { Vec::new() } else { inherited(&self.new, file, section) };
        let replaced: BTreeSet<usize> = renamed.values().copied().collect();
        for (at, (name, record)) in removed.iter().enumerate() {
            if !replaced.contains(&at) {
                let because = self.old.places.of(&record.entity.place());
                self.push_object(file, section, name, What::Removed, None, because.into_iter().collect());
            }
        }
        for (at, (name, record)) in created.iter().enumerate() {
            let mut because: Vec<Because> = Vec::new();
            let what = match renamed.get(&at).map(|it| removed[*it]) {
                Some((old_name, old)) => {
                    because.extend(self.old.places.of(&old.entity.place()));
                    What::Renamed { old_name: old_name.to_owned() }
                }
                None => What::Created,
            };
            because.extend(self.new.places.of(&record.entity.place()));
            let is_new = what == What::Created;
            let created = is_new.then(|| Box::new(exported(&self.new, file, section, name, record, &inherited)));
            self.push_object(file, section, name, what, created, because);
        }
    }

    fn push_object(
        &mut self,
        file: FileKind,
        section: &'static SectionSpec,
        name: &str,
        what: What,
        created: Option<Box<Exported>>,
        because: Vec<Because>,
    ) {
        let jobs = what.of_object().and_then(|it| effect_of_object(file, section.name, it));
        let risk = match (jobs, what.of_object()) {
            (Some(effect), _) => effect.risk,
            (None, Some(ObjectChange::Created)) => Risk::Harmless,
            (None, _) => Risk::Notable,
        };
        let risk = risk.max(risk_of_steps(file, section.name, None));
        let object = records::object(file, section, name);
        self.changes.push(Change { object, what, created, affects: Vec::new(), risk, jobs, because });
    }

    /// An object that exists on both sides.
    fn object(
        &mut self,
        file: FileKind,
        section: &'static SectionSpec,
        name: &str,
        old: &Record<'c>,
        new: &Record<'c>,
    ) {
        let exists = |it: &Record<'c>, side: &SideOf<'c>| {
            crate::answers::objects::existence(&side.times, &it.entity).to_text(|it| it.to_string())
        };
        if (old.is_conditional() || new.is_conditional()) && section.defines.is_some() {
            let (before, after) = (exists(old, &self.old), exists(new, &self.new));
            if before != after {
                let words = |it: &str| it.replace("true", "exists").replace("false", "does not exist");
                let change = ParameterChange {
                    name: "#if".to_owned(),
                    old: Some(before.clone()),
                    new: Some(after.clone()),
                    old_normal: Some(before.clone()),
                    new_normal: Some(after.clone()),
                    old_words: words(&before),
                    new_words: words(&after),
                };
                let because = self.old.places.of(&old.entity.place()).into_iter();
                let because = because.chain(self.new.places.of(&new.entity.place())).collect();
                let object = records::object(file, section, name);
                let (what, risk) = (What::Parameter(change), Risk::Notable);
                self.changes.push(Change {
                    object,
                    what,
                    created: None,
                    affects: Vec::new(),
                    risk,
                    jobs: None,
                    because,
                });
            }
        }
        self.values(file, section, name, Some(old), Some(new));
    }

    /// The parameters that a record sets on one side or on both.
    fn values(
        &mut self,
        file: FileKind,
        section: &'static SectionSpec,
        name: &str,
        old: Option<&Record<'c>>,
        new: Option<&Record<'c>>,
    ) {
        let keys = old.iter().chain(&new).flat_map(|it| it.values.keys().copied());
        let keys: BTreeSet<&str> = keys.collect();
        for key in keys {
            let (before, after) = (old.and_then(|it| it.values.get(key)), new.and_then(|it| it.values.get(key)));
            let param = before.or(after).and_then(|it| it.param);
            let conditional = [before, after].into_iter().flatten().any(|it| it.is_conditional);
            // Almost all values of a large cluster.
            if let (Some(before), Some(after), false) = (before, after, conditional)
                && before.field.known() == after.field.known()
                && self.units_agree(param)
            {
                continue;
            }
            let value = |side: &SideOf<'c>, record: Option<&Record<'c>>, own: Option<&Own<'c>>| {
                effective(side, file, section, name, record, param, own, conditional)
            };
            let before = value(&self.old, old, before);
            let after = value(&self.new, new, after);
            self.parameter(file, section, name, key, param, &before, &after);
        }
    }

    /// Whether equal texts of a parameter have an equal meaning.
    fn units_agree(&self, param: Option<&ParamSpec>) -> bool {
        self.old.units == self.new.units && self.old.unit(param) == self.new.unit(param)
    }

    #[allow(clippy::too_many_arguments, reason = "an object, a parameter, and its two values")]
    fn parameter(
        &mut self,
        file: FileKind,
        section: &'static SectionSpec,
        name: &str,
        key: &str,
        param: Option<&'static ParamSpec>,
        old: &Value,
        new: &Value,
    ) {
        if old.text == new.text && old.origin == new.origin && self.units_agree(param) {
            return;
        }
        let (old_unit, new_unit) = (self.old.unit(param), self.new.unit(param));
        let (before, after) = (old.normal(&self.old, param, file), new.normal(&self.new, param, file));
        if before == after {
            return;
        }
        let is_requirement = param.is_some_and(|it| it.grammar == Grammar::ResReq) && old.origin == new.origin;
        let words = |it: &Value, unit: &str| match (it.origin, &it.text) {
            (Origin::OverTime, Some(text)) => text.clone(),
            (Origin::Default, Some(text)) => {
                // Some defaults are a number and a remark.
                let value = text.split_once(" (").map_or(text.as_str(), |it| it.0);
                format!("{} (default)", value::shown(param, Some((value, unit))))
            }
            (_, text) => value::shown(param, text.as_deref().map(|it| (it, unit))),
        };
        let (old_words, new_words) = match (&before, &after) {
            // Sizes of the same requirement in other units.
            (Some(before), Some(after)) if is_requirement && self.old.units != self.new.units => {
                (before.clone(), after.clone())
            }
            _ => (words(old, &old_unit), words(new, &new_unit)),
        };
        let is_secret = param.is_some_and(value::is_secret);
        let set = |normal: Option<String>, it: &Value| normal.filter(|_| !is_secret && it.origin != Origin::Default);
        let (old_normal, new_normal) = (set(before, old), set(after, new));
        let object = records::object(file, section, name);
        // The same text with another meaning: the unit changes it.
        if let (Some(param), true) = (param, old.text == new.text && old.origin == new.origin) {
            let affected = Affected { object, parameter: param.name, old_normal, new_normal, old_words, new_words };
            self.by_unit.push(affected);
            return;
        }
        let effect = effect_of_param(file, section.name, key);
        let is_lower = is_lower(&old.limits(&old_unit), &new.limits(&new_unit));
        let risk = match effect {
            Some(effect) => effect.risk_lower.filter(|_| is_lower).unwrap_or(effect.risk),
            None if value::is_description(file, key) => Risk::Harmless,
            None => Risk::Notable,
        };
        let risk = risk.max(risk_of_steps(file, section.name, Some(key)));
        let text = |it: &Value| it.text.clone().filter(|_| !is_secret);
        let (old_text, new_text) = (text(old), text(new));
        let name = key.to_owned();
        let change =
            ParameterChange { name, old: old_text, new: new_text, old_normal, new_normal, old_words, new_words };
        let because = old.place.iter().filter_map(|it| self.old.places.of(it));
        let because = because.chain(new.place.iter().filter_map(|it| self.new.places.of(it))).collect();
        let what = What::Parameter(change);
        self.changes.push(Change { object, what, created: None, affects: Vec::new(), risk, jobs: effect, because });
    }

    fn finish(mut self) -> Vec<Change> {
        elsewhere::attach(&mut self.changes, &self.old, &self.new, self.by_unit);
        let parameter = |it: &Change| match &it.what {
            What::Parameter(it) => it.name.clone(),
            _ => String::new(),
        };
        self.changes.sort_by_cached_key(|it| (std::cmp::Reverse(it.risk), it.object.clone(), parameter(it)));
        self.changes
    }
}

fn of<'r, 'c>(records: &'r Records<'c>, name: &str) -> &'r [Record<'c>] {
    records.get(name).map_or(&[], Vec::as_slice)
}

/// The values of a record as text, without its name: equal for records that differ in the name only.
fn body(record: &Record<'_>, side: &SideOf<'_>) -> String {
    let mut body = String::new();
    let file = record.entity.kind();
    for (name, own) in &record.values {
        let text = own.field.known().unwrap_or_default();
        let unit = side.unit(own.param);
        let value = value::canonical(own.param, Meaning { text: &text, unit: &unit, units: &side.units, file });
        body.push_str(&format!("{name}={value}\n"));
    }
    body
}

/// The risk of the steps that a change needs: an empty or stopped cluster breaks.
fn risk_of_steps(file: FileKind, section: &str, param: Option<&str>) -> Risk {
    let stops = |it: &&'static lsflint_spec::Step| matches!(it.kind, StepKind::Stop | StepKind::Wait);
    match after_change(file, section, param).steps().iter().any(stops) {
        true => Risk::Breaking,
        false => Risk::Harmless,
    }
}
