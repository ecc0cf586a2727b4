//! `--show-settings`: the settings that apply to a path, and where they come from.

use std::io::Write;
use std::process::ExitCode;

use anstyle::Style;
use lsflint_project::{ConfigOption, Judge, Plan, Scope, config_options};
use lsflint_spec::Target;
use serde::Serialize;

use super::request;
use crate::arguments::{Check, FailOn, OutputFormat};
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();

#[derive(Serialize)]
struct Document {
    version: u32,
    paths: Vec<Settings>,
}

#[derive(Serialize)]
struct Settings {
    path: String,
    settings: Vec<Setting>,
    rules: Vec<&'static str>,
    /// The number of rules, enabled or not.
    #[serde(skip)]
    total: usize,
}

#[derive(Serialize)]
struct Setting {
    key: String,
    value: String,
    from: String,
}

/// The settings given on the command line.
struct Flags {
    said: Vec<(&'static str, String)>,
    select: bool,
    target: Option<Target>,
}

pub(super) fn run(mut arguments: Check, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let format = arguments.output_format;
    if !format.is_for_people() && format != OutputFormat::Json {
        return Err(Failure::new("`--show-settings` requires the output format full, concise or json"));
    }
    let flags = Flags::of(&arguments);
    let fail_on = arguments.fail_on.map(FailOn::level);
    if arguments.paths.is_empty() {
        arguments.paths.push(arguments.reading.cluster.clone().unwrap_or_else(|| ".".into()));
    }
    let request = request::request(arguments, None)?;
    let mut paths = Vec::new();
    for given in &request.arguments {
        let path = request.paths.absolute(given);
        let folder = if path.is_dir() { &*path } else { path.parent().unwrap_or(&path) };
        let of_file = request.judge_of(folder).map_err(Failure::new)?;
        let one = lsflint_project::Request { arguments: vec![given.clone()], ..request.clone() };
        let mut plan = Plan::new(one).map_err(Failure::new)?;
        if let Some(problem) = plan.problems.first() {
            return Err(Failure::new(problem));
        }
        let target = target(&mut plan, &flags)?;
        let of_cluster = plan.sets.first().map_or(&of_file, |it| &it.judge);
        let mut settings: Vec<Setting> = Vec::new();
        for option in config_options().iter().filter(|it| !it.name.contains('.') || it.name.starts_with("fmt.")) {
            let judge = if option.scope == Scope::Cluster { of_cluster } else { &of_file };
            settings.extend(rows(option, judge, &flags, target.as_ref()));
        }
        let level = fail_on.unwrap_or(of_file.fail_on).as_str();
        settings.iter_mut().filter(|it| it.key == "fail-on").for_each(|it| it.value = format!("\"{level}\""));
        let rules =
            of_file.all_rules().iter().filter(|it| of_file.settings.enables(&it.meta)).map(|it| it.meta.code).collect();
        let total = of_file.all_rules().iter().count();
        paths.push(Settings { path: request.paths.shown(&path), settings, rules, total });
    }
    match format {
        OutputFormat::Json => {
            let mut out = terminal.plain_stdout();
            lsflint_report::write_document(&Document { version: 1, paths }, &mut out)?;
            out.flush()?;
        }
        _ => table(&paths, terminal)?,
    }
    Ok(ExitCode::SUCCESS)
}

impl Flags {
    fn of(arguments: &Check) -> Flags {
        let list = |codes: &[String]| {
            let codes: Vec<String> = codes.iter().map(|it| format!("\"{}\"", it.trim())).collect();
            format!("[{}]", codes.join(", "))
        };
        let selecting = &arguments.selecting;
        let mut said = Vec::new();
        said.extend(selecting.profile.map(|it| ("profile", format!("\"{}\"", it.name))));
        said.extend(arguments.reading.target.map(|it| ("target", format!("\"{it}\""))));
        said.extend(selecting.select.as_deref().map(|it| ("select", list(it))));
        for (name, codes) in [("extend-select", &selecting.extend_select), ("ignore", &selecting.ignore)] {
            said.extend((!codes.is_empty()).then(|| (name, list(codes))));
        }
        said.extend(arguments.fail_on.map(|it| ("fail-on", format!("\"{}\"", it.level().as_str()))));
        Flags { said, select: selecting.select.is_some(), target: arguments.reading.target }
    }

    /// Whether an option overrides the value of a key in lsflint.toml.
    fn replaces(&self, name: &str) -> bool {
        let given = self.said.iter().any(|it| it.0 == name);
        match name {
            "select" | "extend-select" | "ignore" | "extend-ignore" => self.select,
            "profile" | "target" | "fail-on" => given,
            _ => false,
        }
    }
}

/// The target of the cluster, if LSF_VERSION in lsf.conf determines it.
fn target(plan: &mut Plan, flags: &Flags) -> Result<Option<Setting>, Failure> {
    if flags.target.is_some() || plan.sets.is_empty() {
        return Ok(None);
    }
    let facts = plan.clusters_as_written().map_err(Failure::new)?;
    let target = facts.first().map_or_else(Target::default, |it| it.cluster.written().switches.target);
    let from = if target == Target::default() { "default" } else { "LSF_VERSION of lsf.conf" };
    Ok(Some(Setting { key: "target".to_owned(), value: format!("\"{target}\""), from: from.to_owned() }))
}

/// The effective value of a setting: from files, from command-line options, else the default.
fn rows(option: &ConfigOption, judge: &Judge, flags: &Flags, target: Option<&Setting>) -> Vec<Setting> {
    let mut found = Vec::new();
    // The keys of the table `fmt` are shown instead of the table.
    if option.name == "fmt" {
        return found;
    }
    if !flags.replaces(option.name) {
        let said = judge
            .config
            .said
            .iter()
            .filter(|it| it.option.name.split('.').next() == Some(option.name) || it.option.name == option.name);
        found.extend(said.map(|it| Setting {
            key: it.key.clone(),
            value: it.value.clone(),
            from: format!("{}:{}", it.file, it.line),
        }));
    }
    for (name, value) in flags.said.iter().filter(|it| it.0 == option.name) {
        found.push(Setting { key: (*name).to_owned(), value: value.clone(), from: format!("--{name}") });
    }
    if !found.is_empty() {
        return found;
    }
    let profile = judge.settings.profile;
    let of_profile = format!("profile {}", profile.name);
    let (value, from) = match option.name {
        "extend" | "required-version" => return found,
        "target" => match (profile.target, target) {
            (Some(target), _) => (format!("\"{target}\""), of_profile),
            (None, Some(target)) => (target.value.clone(), target.from.clone()),
            (None, None) => (format!("\"{}\"", Target::default()), "default".to_owned()),
        },
        "fail-on" => (String::new(), of_profile),
        _ => (option.default.to_owned(), "default".to_owned()),
    };
    vec![Setting { key: option.name.to_owned(), value, from }]
}

fn table(paths: &[Settings], terminal: &Terminal) -> Result<(), Failure> {
    let mut out = terminal.stdout();
    for (number, Settings { path, settings, rules, total }) in paths.iter().enumerate() {
        let blank = if number > 0 { "\n" } else { "" };
        writeln!(out, "{blank}{BOLD}{path}{BOLD:#}")?;
        let key = settings.iter().map(|it| it.key.len()).max().unwrap_or(0);
        let value = settings.iter().map(|it| it.value.chars().count()).filter(|it| *it <= 40).max().unwrap_or(0);
        for it in settings {
            writeln!(out, "  {:<key$} = {:<value$}  {}", it.key, it.value, it.from)?;
        }
        writeln!(out, "  {} of {total} rules run", rules.len())?;
    }
    out.flush()?;
    Ok(())
}
