//! The verdict about each displayed value.

use lsflint_model::AsRead;
use lsflint_spec::{
    Display, DisplayForm, DisplayPart, DisplayPlace, FileKind, Grammar, ParamSpec, after_change, builtin_resource,
    find_param,
};
use rustc_hash::FxHashMap;

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

/// A displayed parameter.
pub(super) struct Asked {
    pub(super) param: &'static ParamSpec,
    pub(super) form: DisplayForm,
    pub(super) unit: &'static str,
    /// What is displayed if it is not set; empty without a text of its own.
    pub(super) unset: &'static str,
    /// The parts that stand for its words.
    pub(super) words: Vec<&'static DisplayPart>,
}

impl Asked {
    /// The parameters that a value may be about: of several, the first one that a file sets counts.
    pub(super) fn of(display: &'static Display, what: &Shown) -> Vec<Asked> {
        let find = |name: &str| find_param(display.file, display.section, name);
        match what {
            Shown::Part(part) => {
                part.params.iter().filter_map(|it| find(it)).map(|it| Asked::of_part(display, part, it)).collect()
            }
            Shown::Param(param) => {
                vec![Asked { param, form: form_of(param), unit: param.unit, unset: "", words: Vec::new() }]
            }
            Shown::Index(name) => {
                let threshold =
                    |param| Asked { param, form: DisplayForm::Threshold, unit: "", unset: "", words: Vec::new() };
                find(name).map(threshold).into_iter().collect()
            }
        }
    }

    pub(super) fn of_part(display: &'static Display, part: &DisplayPart, param: &'static ParamSpec) -> Asked {
        let is_word = |it: &&DisplayPart| it.at == DisplayPlace::Policy && it.params == part.params;
        let words = display.parts.iter().filter(is_word).collect();
        let unset = if part.at == DisplayPlace::Policy { "" } else { part.value };
        Asked { param, form: part.form, unit: part.unit, unset, words }
    }
}

/// Whether LSF has an object without a file: also the built-in resources.
pub(super) fn is_made_by_lsf(display: &Display, name: &str) -> bool {
    let is_resource = (display.file, display.section) == (FileKind::LsfShared, "Resource");
    display.made_by_lsf.contains(&name) || is_resource && builtin_resource(name).is_some()
}

/// How a parameter is displayed with its name: as in the file.
fn form_of(param: &ParamSpec) -> DisplayForm {
    match param.grammar {
        Grammar::Integer | Grammar::Number => DisplayForm::Number,
        Grammar::YesNo => DisplayForm::Yes,
        Grammar::HostList | Grammar::UserList => DisplayForm::List,
        _ => DisplayForm::Plain,
    }
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
            let steps = self.steps(display, "");
            let because = format!("{} does not define it: it was removed from the file{steps}", display.file.name());
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
                _ => self.value(&object, shown, &records, it),
            }
        }
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
        let found = asked.into_iter().filter_map(|it| Some((self.files.effective(records, it.param)?, it)));
        let mut found: Vec<_> = found.collect();
        let set = found.iter().position(|it| it.0.is_set()).unwrap_or(0);
        if found.is_empty() {
            self.not_compared(object, shown, value, "no parameter of this name is documented");
            return;
        }
        let (effective, asked) = found.swap_remove(set);
        let cx = self.context(display, &asked, &effective.unit);
        let is_unset = !asked.unset.is_empty() && value.text == asked.unset;
        let shown_text = if is_unset { "-" } else { value.text.as_str() };
        let running = meaning::of_shown(asked.form, asked.unit, shown_text, cx);
        let of_file = |text: &Option<String>| match text {
            Some(text) => meaning::of_file(asked.form, text, &asked.words, cx),
            None => Meaning::NotSet,
        };
        let expected = self.files.expected(records, &shown.name, &effective);
        let not_read = not_read(&effective).filter(|it| !of_file(&Some(it.written.clone())).is_same(&running));
        let mut compared = Compared {
            object: object.clone(),
            parameter: Some(asked.param.name.to_owned()),
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
                if !of_file(&text).is_same(&running) {
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
                        compared.because =
                            format!("no #if branch has this value{}", self.steps(display, asked.param.name));
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
        let is_same = running.is_same(&of_text)
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
                let steps = self.steps(display, asked.param.name);
                compared.verdict = Verdict::Differs;
                compared.file = Some(words::one_line(&it.written).into_owned());
                compared.because = format!("{}; the running cluster has an older value{steps}", it.effect);
                compared.place = it.place;
            }
            (false, _) => {
                let steps = self.steps(display, asked.param.name);
                (compared.verdict, compared.because) = match (&running, &link) {
                    (_, None) => {
                        let default = compared.file.take().map_or_else(String::new, |it| format!(" (default {it})"));
                        let because = format!("no file sets it{default}: it was removed from the files{steps}");
                        (Verdict::OnlyRunning, because)
                    }
                    (Meaning::NotSet, Some(_)) => {
                        (Verdict::OnlyFiles, format!("the file is newer than the running cluster{steps}"))
                    }
                    (_, Some(_)) => (Verdict::Differs, format!("the file is newer than the running cluster{steps}")),
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

    /// What has to be run, as the end of a sentence: `; run badmin reconfig, unless bconf made the change`.
    pub(super) fn steps(&mut self, display: &Display, param: &'static str) -> String {
        let key = (display.file, display.section, param);
        let make = || {
            let named = Some(param).filter(|it| !it.is_empty());
            let commands = after_change(display.file, display.section, named).commands();
            match commands.as_slice() {
                [] => String::new(),
                all => {
                    let all: Vec<String> = all.iter().map(|it| format!("`{it}`")).collect();
                    let bconf = if display.bconf { ", unless `bconf` made the change" } else { "" };
                    format!("; run {}{bconf}", all.join(" and "))
                }
            }
        };
        self.steps.entry(key).or_insert_with(make).clone()
    }
}
