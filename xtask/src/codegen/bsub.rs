//! `bsub.toml`: the options of bsub, the commands that take them, and options of other programs.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use serde::Deserialize;

use super::data::Facts;
use super::emit::{self, dialect, list};
use super::shape::{self, Shape};
use super::tables::{self, optional_version};
use super::{HEAD, Output};

/// `bsub.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bsub {
    /// The source of options without a source of their own.
    pub(super) source: String,
    pub(super) elsewhere: Vec<String>,
    pub(super) foreign_marks: Vec<String>,
    /// The description and source of `#BSUB`.
    pub(super) directive_details: String,
    pub(super) directive_source: String,
    pub(super) conditions: Vec<String>,
    pub(super) other_conditions: Vec<String>,
    pub(super) option: Vec<BsubOption>,
    pub(super) command: Vec<JobCommand>,
    pub(super) reader: Vec<OptionReader>,
    pub(super) foreign: Vec<ForeignOption>,
    /// Why no parameter is about some options: options by reason.
    pub(super) without_cluster: BTreeMap<String, Vec<String>>,
    /// Why the argument of some options is not read: options by reason.
    pub(super) without_grammar: BTreeMap<String, Vec<String>>,
}

/// The reason of an option.
fn reason<'r>(reasons: &'r BTreeMap<String, Vec<String>>, option: &str) -> &'r str {
    reasons.iter().find(|it| it.1.iter().any(|it| it == option)).map_or("", |it| it.0)
}

/// A command that takes options of `bsub` or a requirement string.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JobCommand {
    pub(super) name: String,
    #[serde(default)]
    pub(super) like: String,
    #[serde(default)]
    pub(super) cancels: bool,
    #[serde(default)]
    pub(super) flags: Vec<String>,
    #[serde(default)]
    pub(super) arguments: Vec<String>,
    pub(super) requirement: String,
    #[serde(default)]
    pub(super) consumer: String,
    pub(super) source: String,
}

/// The options that a relative of LSF reads.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OptionReader {
    pub(super) dialect: String,
    pub(super) options: Vec<String>,
    pub(super) once: Vec<String>,
    pub(super) source: String,
}

/// An option of another scheduler.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ForeignOption {
    pub(super) names: Vec<String>,
    pub(super) option: String,
    pub(super) instead: String,
}

/// An option of `bsub`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BsubOption {
    pub(super) name: String,
    #[serde(default = "none")]
    pub(super) argument: String,
    #[serde(default)]
    pub(super) grammar: String,
    #[serde(default)]
    pub(super) namespace: String,
    #[serde(default)]
    pub(super) shape: String,
    #[serde(default)]
    pub(super) examples: Vec<String>,
    #[serde(default)]
    pub(super) refused: Vec<String>,
    #[serde(default)]
    pub(super) form: String,
    /// A parameter of the Queue section of lsb.queues.
    #[serde(default)]
    pub(super) parameter: String,
    #[serde(default)]
    pub(super) limits: Vec<String>,
    #[serde(default)]
    pub(super) unit: String,
    #[serde(default)]
    pub(super) default: String,
    #[serde(default)]
    pub(super) repeats: bool,
    #[serde(default)]
    pub(super) since: String,
    #[serde(default)]
    pub(super) conflicts: Vec<String>,
    pub(super) summary: String,
    pub(super) details: String,
    #[serde(default)]
    pub(super) source: String,
}

impl BsubOption {
    /// Its pattern, if it has one.
    pub(super) fn shape(&self, facts: &Facts) -> anyhow::Result<Option<Shape>> {
        let known: Vec<&str> = facts.shapes.iter().map(|it| it.data.name.as_str()).collect();
        if self.shape.is_empty() { Ok(None) } else { shape::parse(&self.shape, &known).map(Some) }
    }

    /// What reads its argument, as a Rust expression.
    pub(super) fn reader(&self, facts: &Facts) -> anyhow::Result<String> {
        let shape = self.shape(facts)?;
        if shape.is_none() && self.grammar.is_empty() {
            return Ok(format!("A::{}", emit::variant(&self.argument)));
        }
        Ok(format!("A::Value({})", emit::grammar_of(shape.as_ref(), &self.grammar, &self.namespace)?))
    }
}

fn none() -> String {
    "none".to_owned()
}

/// What can read the argument of an option.
const ARGUMENTS: [&str; 17] = [
    "none",
    "text",
    "path",
    "command",
    "queues",
    "application",
    "hosts",
    "tasks",
    "time",
    "date_time",
    "size",
    "count",
    "gpu",
    "requirement",
    "job_name",
    "dependency",
    "signal",
];

/// The problems of the data, each with its place. `has`: whether a file has a parameter.
pub(super) fn problems(facts: &Facts, has: impl Fn(&str, &str) -> bool) -> Vec<(String, String)> {
    let data = &facts.bsub;
    let mut problems = Vec::new();
    let mut names = HashSet::new();
    for it in &data.option {
        let place = format!("bsub.toml: option `{}`", it.name);
        let mut report = |problem: String| problems.push((place.clone(), problem));
        if !names.insert(&it.name) {
            report("duplicate name".to_owned());
        }
        if !ARGUMENTS.contains(&&*it.argument) {
            report(format!("unknown argument `{}`", it.argument));
        }
        if !it.parameter.is_empty() && !has("lsb.queues", &it.parameter) {
            report(format!("unknown parameter `{}` in `parameter`", it.parameter));
        }
        for name in it.limits.iter().filter(|name| !has("", name)) {
            report(format!("unknown parameter `{name}` in `limits`"));
        }
        if let Err(error) = it.reader(facts) {
            report(error.to_string());
        }
        let has_cluster = !it.limits.is_empty() || !it.parameter.is_empty() || !it.namespace.is_empty();
        if has_cluster != reason(&data.without_cluster, &it.name).is_empty() {
            report("either `limits`, `parameter` or `namespace`, or a reason in `without_cluster`".to_owned());
        }
        if (it.argument != "text") != reason(&data.without_grammar, &it.name).is_empty() {
            report("`text` needs a reason in `without_grammar`, and others have none".to_owned());
        }
        if !it.since.is_empty() && emit::version(&it.since).is_err() {
            report(format!("invalid version `{}`", it.since));
        }
        for name in &it.conflicts {
            let other = data.option.iter().find(|other| other.name == *name);
            if !other.is_some_and(|other| other.conflicts.contains(&it.name)) {
                report(format!("`{name}` is unknown or does not conflict with it"));
            }
        }
    }
    let mut report = |problem: String| problems.push(("bsub.toml".to_owned(), problem));
    for name in data.elsewhere.iter().filter(|it| !names.contains(it)) {
        report(format!("unknown option `{name}` in `elsewhere`"));
    }
    let reasons = data.without_cluster.values().chain(data.without_grammar.values()).flatten();
    for name in reasons.filter(|it| !names.contains(it)) {
        report(format!("unknown option `{name}` with a reason"));
    }
    for it in &data.command {
        if !it.consumer.is_empty() && !facts.requirement.consumer.iter().any(|other| other.name == it.consumer) {
            report(format!("unknown consumer `{}`", it.consumer));
        }
    }
    for it in data.reader.iter().filter(|it| dialect(&it.dialect).is_err()) {
        report(format!("unknown dialect `{}`", it.dialect));
    }
    for it in data.foreign.iter().filter(|it| !names.contains(&it.option)) {
        report(format!("unknown option `{}` in `foreign`", it.option));
    }
    problems
}

/// The tables.
pub(super) fn output(facts: &Facts) -> Output {
    let data = &facts.bsub;
    let mut text = HEAD.to_owned();
    text.push_str("#![allow(unused_imports, reason = \"the shapes of few options use few names\")]\n");
    text.push_str("use super::shapes;\n");
    text.push_str(
        "use crate::{BsubArgument as A, BsubOption, Dialect, ForeignOption, JobCommand, OptionReader, Version};\n",
    );
    text.push_str("use crate::{Grammar as G, Namespace as N, Shape as S, Terminal as T};\n\n");
    text.push_str("/// The options of `bsub`.\npub static BSUB_OPTIONS: &[BsubOption] = &[\n");
    for it in &data.option {
        let _ = writeln!(
            text,
            "    BsubOption {{ name: {:?}, argument: {}, form: {:?}, parameter: {:?}, limits: {}, unit: {:?}, default: {:?}, \
             repeats: {}, elsewhere: {}, since: {}, conflicts: {}, summary: {:?}, details: {:?}, without_cluster: {:?}, \
             without_grammar: {:?}, source: {:?} }},",
            it.name,
            it.reader(facts).expect("validated"),
            it.form,
            it.parameter,
            list(&it.limits),
            it.unit,
            it.default,
            it.repeats,
            data.elsewhere.contains(&it.name),
            optional_version(&it.since),
            list(&it.conflicts),
            it.summary,
            it.details,
            reason(&data.without_cluster, &it.name),
            reason(&data.without_grammar, &it.name),
            if it.source.is_empty() { &data.source } else { &it.source }
        );
    }
    text.push_str("];\n\n/// The commands that take options of `bsub` or a requirement string.\n");
    text.push_str("pub static JOB_COMMANDS: &[JobCommand] = &[\n");
    for it in &data.command {
        let _ = writeln!(
            text,
            "    JobCommand {{ name: {:?}, takes_job_options: {}, cancels: {}, flags: {}, arguments: {}, requirement: {:?}, \
             consumer: {:?}, source: {:?} }},",
            it.name,
            !it.like.is_empty(),
            it.cancels,
            list(&it.flags),
            list(&it.arguments),
            it.requirement,
            it.consumer,
            it.source
        );
    }
    text.push_str("];\n\n/// The options that relatives of LSF read, from their source code.\n");
    text.push_str("pub static OPTION_READERS: &[OptionReader] = &[\n");
    for it in &data.reader {
        let _ = writeln!(
            text,
            "    OptionReader {{ dialect: Dialect::{}, options: {}, once: {}, source: {:?} }},",
            dialect(&it.dialect).expect("validated"),
            list(&it.options),
            list(&it.once),
            it.source
        );
    }
    text.push_str("];\n\n/// Options of other schedulers.\npub static FOREIGN_OPTIONS: &[ForeignOption] = &[\n");
    for it in &data.foreign {
        let _ = writeln!(
            text,
            "    ForeignOption {{ names: {}, option: {:?}, instead: {:?} }},",
            list(&it.names),
            it.option,
            it.instead
        );
    }
    text.push_str("];\n\n/// The start of lines with options of other schedulers.\n");
    let _ = writeln!(text, "pub static FOREIGN_MARKS: &[&str] = {};\n", list(&data.foreign_marks));
    text.push_str("/// What `#BSUB` lines are, for hovers.\n");
    let _ = writeln!(text, "pub static DIRECTIVE_DETAILS: &str = {:?};\n", data.directive_details);
    text.push_str("/// The source of [`DIRECTIVE_DETAILS`].\n");
    let _ = writeln!(text, "pub static DIRECTIVE_SOURCE: &str = {:?};\n", data.directive_source);
    text.push_str("/// The conditions of `bsub -w` on another job.\n");
    let _ = writeln!(text, "pub static DEPENDENCY_CONDITIONS: &[&str] = {};\n", list(&data.conditions));
    text.push_str("/// The conditions of `bsub -w` on other things than jobs, which only LSF JobScheduler has.\n");
    let _ = writeln!(text, "pub static OTHER_CONDITIONS: &[&str] = {};", list(&data.other_conditions));
    tables::output("bsub.rs", text)
}
