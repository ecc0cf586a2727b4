//! The verdict about each displayed value.

use lsflint_model::AsRead;
use lsflint_spec::{DISPLAYS, Display, DisplayForm, FileKind, after_change, builtin_resource, find_param};
use rustc_hash::FxHashMap;

use super::asked::Asked;
use super::files::{Expected, Files, Records, not_read};
use super::meaning::{self, Context, Meaning};
use super::read::{Input, Shown, ShownObject, ShownValue};
use super::{Compared, Comparison, NotCompared, ShownAt, Verdict};
use crate::answers::plan::{PlanObject, records, value};
use crate::words;

/// What stands for a secret value.
const SECRET: &str = "(a secret value)";
/// The length from which a cell of a table may be the beginning of its value.
const CUT: usize = 7;

/// Compares each displayed value with the files.
pub(super) fn judge<'c>(cluster: &'c AsRead, input: &Input) -> Judge<'c> {
    let mut files = Files::new(cluster);
    // The seconds that are multiples of MBD_SLEEP_TIME are those of the running cluster.
    let running = input.values.iter().find(|it| it.what.name() == "MBD_SLEEP_TIME");
    let running = running.and_then(|it| it.text.split(' ').next()?.parse::<f64>().ok());
    files.interval = running.or(files.interval);
    let is_count = |it: &&ShownValue| matches!(&it.what, Shown::Part(part) if part.form == DisplayForm::Processors);
    let counts = input.values.iter().filter(is_count);
    let processors = counts.map(|it| (input.objects[it.object].name.clone(), it.text.clone())).collect();
    let comparison = Comparison::default();
    let mut judge = Judge { files, comparison, steps: FxHashMap::default(), names: FxHashMap::default(), processors };
    let mut of_object: Vec<Vec<&ShownValue>> = vec![Vec::new(); input.objects.len()];
    for value in &input.values {
        of_object[value.object].push(value);
    }
    for (object, values) in input.objects.iter().zip(&of_object) {
        judge.object(object, values);
    }
    judge
}

pub(super) struct Judge<'c> {
    pub(super) files: Files<'c>,
    pub(super) comparison: Comparison,
    /// The commands to run after a change, by file, section and parameter.
    steps: FxHashMap<(FileKind, &'static str, &'static str), String>,
    /// The sorted names of the objects of sections.
    names: FxHashMap<(FileKind, &'static str), Vec<&'c str>>,
    /// The number of processors of hosts, as displayed.
    processors: FxHashMap<String, String>,
}

/// Whether LSF has an object without a file: also the built-in resources.
pub(super) fn is_made_by_lsf(display: &Display, name: &str) -> bool {
    let is_resource = (display.file, display.section) == (FileKind::LsfShared, "Resource");
    display.made_by_lsf.contains(&name) || is_resource && builtin_resource(name).is_some()
}

impl<'c> Judge<'c> {
    fn object(&mut self, shown: &ShownObject, values: &[&ShownValue]) {
        let display = shown.display;
        let Some(section) = Files::section(display) else { return };
        let object = records::object(display.file, section, &shown.name);
        let form = |it: &&&ShownValue| match &it.what {
            Shown::Part(part) => Some(part.form),
            _ => None,
        };
        let is_dynamic = values.iter().any(|it| form(&it) == Some(DisplayForm::Server) && it.text == "Dyn");
        // The files do not have dynamic hosts.
        if is_made_by_lsf(display, &shown.name) || is_dynamic {
            return;
        }
        if display.is_unnamed(&shown.name) {
            let because = "it has no name in the files";
            values.iter().for_each(|it| self.not_compared(&object, shown, it, because));
            return;
        }
        if !self.files.is_loaded(display) {
            let because = format!("{} is not loaded", display.file.name());
            values.iter().for_each(|it| self.not_compared(&object, shown, it, &because));
            return;
        }
        let mut records = self.files.records(display, &shown.name);
        if matches!(records, Records::Missing) && display.cut > 0 && shown.name.chars().count() == display.cut {
            records = self.cut_name(display, &shown.name);
        }
        if matches!(records, Records::Missing) {
            let would = self.would(display, "", Would::Remove);
            let because = format!("{} does not define it{would}", display.file.name());
            self.comparison.values.push(Compared {
                object,
                parameter: None,
                running: Some(shown.name.clone()),
                file: None,
                verdict: Verdict::OnlyRunning,
                because,
                shown: Some(ShownAt { source: shown.source, line: shown.line }),
                place: None,
            });
            return;
        }
        if let Records::NoRecord(because) = records {
            values.iter().for_each(|it| self.not_compared(&object, shown, it, because));
            return;
        }
        for it in values {
            match form(&it) {
                Some(DisplayForm::Cluster | DisplayForm::Candidate | DisplayForm::Level) => {
                    self.identity(&object, shown, it);
                }
                Some(DisplayForm::Processors) => {}
                _ => match self.other_file(shown, it) {
                    Some((shown, object, records)) => self.value(&object, &shown, &records, it),
                    None => self.value(&object, shown, &records, it),
                },
            }
        }
    }

    /// The other file that sets a parameter of the whole cluster, instead of that of the display.
    fn other_file(&self, shown: &ShownObject, value: &ShownValue) -> Option<(ShownObject, PlanObject, Records<'c>)> {
        let Shown::Param(param) = &value.what else { return None };
        let others = DISPLAYS.iter().filter(|it| it.within.contains(&shown.display.command));
        others.filter(|it| self.files.is_loaded(it)).find_map(|other| {
            let asked = Asked::of(other, &Shown::Param(find_param(other.file, other.section, param.name)?));
            let records = self.files.records(other, "");
            let is_set = self.files.effective(&records, asked.first()?).is_some_and(|it| it.is_set());
            let object = records::object(other.file, Files::section(other)?, "");
            let shown = ShownObject { display: other, name: String::new(), ..*shown };
            is_set.then_some((shown, object, records))
        })
    }

    /// The records of an object whose name was cut: the only name that begins with it.
    fn cut_name(&mut self, display: &Display, name: &str) -> Records<'c> {
        let view = self.files.cluster.written().view();
        let sorted = self.names.entry((display.file, display.section)).or_insert_with(|| {
            let mut names: Vec<&'c str> = view.names(display.file, display.section).collect();
            names.sort_unstable();
            names.dedup();
            names
        });
        let from = sorted.partition_point(|it| *it < name);
        let mut found = sorted[from..].iter().take(2).filter(|it| it.starts_with(name));
        match (found.next(), found.next()) {
            (Some(name), None) => self.files.records(display, name),
            _ => Records::Missing,
        }
    }

    fn not_compared(&mut self, object: &PlanObject, shown: &ShownObject, value: &ShownValue, because: &str) {
        self.comparison.not_compared.push(NotCompared {
            object: object.clone(),
            parameter: value.what.name().to_owned(),
            running: value.text.clone(),
            because: because.to_owned(),
            shown: ShownAt { source: shown.source, line: value.line },
        });
    }

    /// Compares a value.
    fn value(&mut self, object: &PlanObject, shown: &ShownObject, records: &Records<'c>, value: &ShownValue) {
        let display = shown.display;
        let asked = Asked::of(display, &value.what);
        let found = asked.into_iter().filter_map(|it| Some((self.files.effective(records, &it)?, it)));
        let mut found: Vec<_> = found.collect();
        let set = found.iter().position(|it| it.0.is_set()).unwrap_or(0);
        if found.is_empty() {
            self.not_compared(object, shown, value, "no parameter of this name is documented");
            return;
        }
        let (effective, asked) = found.swap_remove(set);
        let cx = self.context(display, &asked, &effective.unit);
        let running = asked.of_shown(&value.text, value.limits, cx);
        let of_file = |text: &Option<String>| asked.of_file(text.as_deref(), value.limits, cx);
        let expected = self.files.expected(records, &shown.name, &effective, &asked);
        let not_read = not_read(&effective).filter(|it| !of_file(&Some(it.written.clone())).is_same(&running));
        let mut compared = Compared {
            object: object.clone(),
            parameter: Some(asked.name().to_owned()),
            running: Some(value.text.clone()),
            file: None,
            verdict: Verdict::Same,
            because: String::new(),
            shown: Some(ShownAt { source: shown.source, line: value.line }),
            place: None,
        };
        let (text, link) = match expected {
            Expected::Value { text, link } => (text, link),
            Expected::Unverified(text) => {
                if running != Meaning::NotSet && !of_file(&text).is_same(&running) {
                    let because = "the files do not set it, and its default is not certain";
                    return self.not_compared(object, shown, value, because);
                }
                (text, None)
            }
            Expected::Times(times) => {
                let same = times.iter().find(|it| of_file(&it.1).is_same(&running));
                let all = times.iter().map(|it| format!("{} {}", it.1.as_deref().unwrap_or("not set"), it.0));
                compared.file = Some(all.collect::<Vec<_>>().join(", "));
                match same {
                    Some((when, _)) => compared.because = format!("the value of the #if branch: {when}"),
                    None => {
                        compared.verdict = Verdict::Differs;
                        let would = self.would(display, asked.param.name, Would::Change);
                        compared.because = format!("no #if branch has this value{would}");
                    }
                }
                self.push(compared, &asked);
                return;
            }
            Expected::Unknown(because) => return self.not_compared(object, shown, value, because),
        };
        let of_text = of_file(&text);
        let of_text = match (&of_text, self.processors.get(shown.name.as_str())) {
            (Meaning::Unknown(_), Some(number)) if asked.form == DisplayForm::Slots => {
                meaning::of_file(asked.form, number, &[], cx)
            }
            _ => of_text,
        };
        for it in [&running, &of_text] {
            if let Meaning::Unknown(because) = it {
                let because = *because;
                return self.not_compared(object, shown, value, because);
            }
        }
        compared.file = text.map(|it| words::one_line(&it).into_owned());
        compared.place = link.as_ref().and_then(|it| it.place.clone());
        // Tables cut their cells.
        let is_cut = display.cut > 0
            && asked.form == DisplayForm::Plain
            && value.text.len() >= CUT
            && compared.file.as_deref().is_some_and(|it| it.starts_with(&value.text));
        // `-` is displayed for what no file sets, also where LSF then uses a default.
        let is_unset = running == Meaning::NotSet && link.is_none();
        let is_same = running.is_same(&of_text)
            || is_unset
            || is_cut
            || asked.form == DisplayForm::Members
                && self.has_same_members(display, &value.text, compared.file.as_deref());
        match (is_same, not_read) {
            // What is running is what LSF reads, not what is written.
            (true, Some(it)) => {
                compared.verdict = Verdict::Differs;
                compared.file = Some(words::one_line(&it.written).into_owned());
                compared.because = it.effect;
                compared.place = it.place;
            }
            (true, None) => {}
            (false, _) if shown.cut_at == Some(value.line) => {
                return self.not_compared(object, shown, value, "the output may be cut off in this line");
            }
            (false, Some(it)) if link.is_none() => {
                compared.verdict = Verdict::Differs;
                compared.file = Some(words::one_line(&it.written).into_owned());
                compared.because = format!("{}; the running cluster has another value", it.effect);
                compared.place = it.place;
            }
            (false, _) => {
                let param = asked.param.name;
                (compared.verdict, compared.because) = match (&running, &link) {
                    (_, None) => {
                        let default = compared.file.take();
                        let would =
                            self.would(display, param, default.as_deref().map_or(Would::Remove, Would::Default));
                        (Verdict::OnlyRunning, format!("no file sets it{would}"))
                    }
                    (Meaning::NotSet, Some(_)) => {
                        let would = self.would(display, param, Would::Add);
                        (Verdict::OnlyFiles, format!("the running cluster does not have it{would}"))
                    }
                    (_, Some(_)) => {
                        let would = self.would(display, param, Would::Change);
                        (Verdict::Differs, format!("the running cluster does not use the value of the file{would}"))
                    }
                };
            }
        }
        self.push(compared, &asked);
    }

    /// Whether two lists have the same members, also through groups.
    fn has_same_members(&self, display: &Display, running: &str, file: Option<&str>) -> bool {
        let running = self.files.members(display, running);
        running.is_some() && running == file.and_then(|it| self.files.members(display, it))
    }

    pub(super) fn context<'u>(&'u self, display: &Display, asked: &Asked, unit: &'u str) -> Context<'u> {
        Context {
            units: &self.files.units,
            file: display.file,
            interval: self.files.interval,
            unit,
            param: asked.param,
        }
    }

    /// Adds a value, without secrets.
    pub(super) fn push(&mut self, mut compared: Compared, asked: &Asked) {
        if value::is_secret(asked.param) {
            let hide = |it: &mut Option<String>| it.iter_mut().for_each(|it| SECRET.clone_into(it));
            hide(&mut compared.running);
            hide(&mut compared.file);
        }
        self.comparison.values.push(compared);
    }

    /// What the commands that make LSF read a change would do, as the end of a sentence:
    /// `; badmin reconfig would remove it, unless bconf added it`.
    pub(super) fn would(&mut self, display: &Display, param: &'static str, would: Would<'_>) -> String {
        let key = (display.file, display.section, param);
        let make = || {
            let named = Some(param).filter(|it| !it.is_empty());
            let commands = after_change(display.file, display.section, named).commands();
            commands.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(" and ")
        };
        let commands = self.steps.entry(key).or_insert_with(make).as_str();
        let (what, bconf) = match would {
            Would::Change => ("apply it".to_owned(), "made the change"),
            Would::Default(default) => (format!("apply the default {default}"), "made the change"),
            Would::Add => ("add it".to_owned(), "removed it"),
            Would::Remove => ("remove it".to_owned(), "added it"),
        };
        match (commands.is_empty(), display.bconf) {
            (true, _) => String::new(),
            (false, true) => format!("; {commands} would {what}, unless `bconf` {bconf}"),
            (false, false) => format!("; {commands} would {what}"),
        }
    }
}

/// What reading the files would do to the running cluster.
#[derive(Debug, Clone, Copy)]
pub(super) enum Would<'d> {
    /// A value of the running cluster becomes that of the files.
    Change,
    /// It becomes the documented default.
    Default(&'d str),
    Add,
    Remove,
}
