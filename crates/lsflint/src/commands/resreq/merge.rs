//! `resreq merge`: the combined requirement of queue, application profile and job.

use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use lsflint_model::requirement::merge::{Merged, Options, Outcome, merge as merge_levels};
use lsflint_model::requirement::{Requirement, Units};
use lsflint_model::{Cluster, Entity, State};
use lsflint_project::Overrides;
use lsflint_spec::FileKind;
use serde::Serialize;

use crate::arguments::{MergeFormat, ResreqMerge};
use crate::commands::strings;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
const CODE: Style = AnsiColor::Cyan.on_default();
const REFUSED: Style = AnsiColor::Red.on_default().bold();
/// How much of a string an error message repeats, in characters.
const MOST_SHOWN: usize = 200;
const WRITES: &str = "writing to a string cannot fail";

#[derive(Serialize)]
struct Document<'m> {
    version: u32,
    outcome: &'static str,
    shape: &'static str,
    /// Empty when there is none.
    result: String,
    /// Empty when the job is not refused.
    reason: &'m str,
    steps: Vec<JsonStep<'m>>,
    origins: Vec<JsonOrigin<'m>>,
    notes: &'m [String],
}

#[derive(Serialize)]
struct JsonStep<'m> {
    rule: &'static str,
    text: &'m str,
}

#[derive(Serialize)]
struct JsonOrigin<'m> {
    text: &'m str,
    from: &'static str,
}

pub(crate) fn merge(arguments: ResreqMerge, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let ResreqMerge { queue, app, job, job_resource, reading, output_format } = arguments;
    let folder = reading.cluster.as_ref().map(|it| it.to_string_lossy().into_owned());
    let (cluster, _) = strings::surroundings(reading, Overrides::default())?;
    let levels = Levels { cluster: &cluster, folder: folder.as_deref() };
    let queue = queue.map(|it| levels.level("--queue", &it, &QUEUES)).transpose()?;
    let application = app.map(|it| levels.level("--app", &it, &PROFILES)).transpose()?;
    let job: Vec<Requirement> = job.iter().map(|it| understood("--job", it)).collect::<Result<_, _>>()?;

    let (in_queue, in_profile) =
        (queue.as_ref().and_then(|it| it.entity), application.as_ref().and_then(|it| it.entity));
    let mut options = Options::of(cluster.view(), in_queue.as_ref(), in_profile.as_ref());
    if folder.is_none() {
        options.units = Units::MB;
    }
    options.job_resources = job_resource;
    let (queue, application) = (queue.map(|it| it.requirement), application.map(|it| it.requirement));
    let merged = merge_levels(queue.as_ref(), application.as_ref(), &job, &options);
    match output_format {
        MergeFormat::Full => full(&merged, terminal)?,
        MergeFormat::Json => json(&merged, terminal)?,
    }
    Ok(if merged.outcome == Outcome::Rejected { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// A string of the command line or of the cluster.
struct Level<'c> {
    requirement: Requirement,
    entity: Option<Entity<'c>>,
}

/// Sections with requirements.
struct Kind {
    file: FileKind,
    section: &'static str,
    /// What one is called.
    word: &'static str,
}

static QUEUES: Kind = Kind { file: FileKind::LsbQueues, section: "Queue", word: "queue" };
static PROFILES: Kind = Kind { file: FileKind::LsbApplications, section: "Application", word: "application profile" };

/// Where names are looked up.
struct Levels<'c> {
    cluster: &'c Cluster,
    folder: Option<&'c str>,
}

impl<'c> Levels<'c> {
    /// A string, or the one of a name behind `@`.
    fn level(&self, flag: &str, given: &str, kind: &Kind) -> Result<Level<'c>, Failure> {
        let Some(name) = given.strip_prefix('@') else {
            return Ok(Level { requirement: understood(flag, given)?, entity: None });
        };
        let Some(folder) = self.folder else {
            return Err(Failure::new(format!(
                "`{flag} {given}` needs `--cluster DIR`: that is where the {} is",
                kind.word
            )));
        };
        let view = self.cluster.view();
        let Some(entity) = view.find(kind.file, kind.section, name) else {
            return Err(Failure::new(self.unknown(name, kind, folder)));
        };
        let fields = entity.fields("RES_REQ");
        let what = format!("RES_REQ of {} `{name}`", kind.word);
        if entity.is_conditional() || fields.iter().any(|it| it.is_conditional()) {
            return Err(Failure::new(format!(
                "{what} depends on an `#if`; give the string that counts instead of the name"
            )));
        }
        let requirement = match fields.last() {
            Some(field) if field.state() == State::Templated => {
                return Err(Failure::new(format!("{what} is filled in by a template and not known here")));
            }
            Some(field) => understood(&what, &field.known().unwrap_or_default())?,
            None => understood(&what, "")?,
        };
        Ok(Level { requirement, entity: Some(entity) })
    }

    fn unknown(&self, name: &str, kind: &Kind, folder: &str) -> String {
        let view = self.cluster.view();
        let file = kind.file.name();
        if !view.has_file(kind.file) {
            return format!("`{folder}` has no {file}");
        }
        let distance = |it: &str| strsim::damerau_levenshtein(&name.to_ascii_lowercase(), &it.to_ascii_lowercase());
        let names = view.names(kind.file, kind.section).map(|it| (distance(it), it));
        match names.filter(|(distance, _)| *distance <= 1 + name.len() / 5).min() {
            Some((_, nearest)) => format!("{file} has no {} `{name}`; did you mean `{nearest}`?", kind.word),
            None => format!("{file} has no {} `{name}`", kind.word),
        }
    }
}

/// The requirement of a string.
fn understood(from: &str, text: &str) -> Result<Requirement, Failure> {
    Requirement::parse(text).ok_or_else(|| {
        let mut shown: String = text.chars().take(MOST_SHOWN).collect();
        if shown.len() < text.len() {
            shown.push_str(" ...");
        }
        Failure::new(format!(
            "{from}: `{shown}` is no requirement that can be merged; `lsflint resreq check` says what is wrong with it"
        ))
    })
}

fn json(merged: &Merged, terminal: &Terminal) -> Result<(), Failure> {
    let document = Document {
        version: 1,
        outcome: merged.outcome.name(),
        shape: merged.shape.name(),
        result: merged.result.as_ref().map(Requirement::to_string).unwrap_or_default(),
        reason: merged.reason.as_deref().unwrap_or_default(),
        steps: merged.steps.iter().map(|it| JsonStep { rule: it.rule, text: &it.text }).collect(),
        origins: merged.origins.iter().map(|it| JsonOrigin { text: &it.text, from: it.from.name() }).collect(),
        notes: &merged.notes,
    };
    strings::document(&document, terminal)
}

fn full(merged: &Merged, terminal: &Terminal) -> Result<(), Failure> {
    let mut text = headline(merged, terminal.quiet);
    if !terminal.quiet {
        let width = merged.origins.iter().map(|it| it.from.name().len()).max().unwrap_or(0);
        let steps = merged.steps.iter().map(|it| format!("{CODE}{}{CODE:#}  {}", it.rule, it.text));
        let origins = merged.origins.iter().map(|it| format!("{:width$}  {}", it.from.name(), it.text));
        list(&mut text, "Steps", steps);
        list(&mut text, "Origins", origins);
        list(&mut text, "Notes", merged.notes.iter().cloned());
    }
    let mut out = terminal.stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// The outcome; a quiet one is the string alone, to be pasted.
fn headline(merged: &Merged, quiet: bool) -> String {
    match (&merged.result, &merged.reason) {
        (Some(result), _) if quiet => format!("{result}\n"),
        (Some(result), _) => {
            format!("{BOLD}Combined requirement{BOLD:#} ({})\n  {result}\n", merged.shape.name())
        }
        (None, Some(reason)) => format!("{REFUSED}rejected{REFUSED:#}: {reason}\n"),
        (None, None) => "no level has a requirement\n".to_owned(),
    }
}

fn list(text: &mut String, heading: &str, lines: impl Iterator<Item = String>) {
    for (index, line) in lines.enumerate() {
        if index == 0 {
            write!(text, "\n{BOLD}{heading}{BOLD:#}\n").expect(WRITES);
        }
        writeln!(text, "  {line}").expect(WRITES);
    }
}
