//! Questions of a page, as JSON.

use std::path::PathBuf;

use lsflint_answers::{
    ApsQuestion, CalendarQuestion, ElimQuestion, HostsQuestion, Kinds, MergeQuestion, MessagesQuestion, Refused,
    ScriptQuestion, TableQuestion, check_document, elim_document, rules_document, surroundings_as_read,
};
use lsflint_project::{Buffers, ConfigSource, Disk, Paths, Request};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of lsflint.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A question.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Asked {
    question: Kind,
    #[serde(default)]
    about: About,
    #[serde(default)]
    options: Value,
}

/// The files and the time that a question is about: the options that all commands have.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct About {
    /// The directory that relative paths belong to, and that paths in answers are relative to; `/` without it.
    folder: Option<PathBuf>,
    /// The directory of the cluster.
    cluster: Option<PathBuf>,
    /// The LSF version, such as `10.1.0.14`.
    target: Option<String>,
    /// Whether lsflint.toml files are ignored.
    no_config: bool,
    /// The time at which the files are read, such as `Mon 08:00`.
    at: Option<String>,
}

/// What is asked, with the command that has the same document.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "camelCase")]
enum Kind {
    /// `check`.
    Check,
    /// `resreq merge`.
    Merge,
    /// `resreq hosts`.
    Hosts,
    /// `aps explain`.
    Aps,
    /// `elim plan`.
    Elims,
    /// `calendar`.
    Calendar,
    /// `show job`.
    Job,
    /// `why`.
    Why,
    /// `explain -`.
    Messages,
    /// `show KINDS`, such as `show queues`.
    Table,
    /// `rules`.
    Rules,
    /// The page of a rule, in Markdown.
    Rule,
    /// What the change from one directory to another does, in Markdown.
    Change,
}

/// The files of a check.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct CheckOptions {
    /// The files and directories; the directory of the question without them.
    paths: Vec<PathBuf>,
}

/// A rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct RuleOptions {
    /// Its code or name.
    code: String,
}

/// Two directories.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct ChangeOptions {
    /// The cluster before the change.
    old: PathBuf,
    /// The cluster after the change.
    new: PathBuf,
}

/// A page in Markdown.
#[derive(Serialize)]
struct Page {
    version: u32,
    markdown: String,
}

/// The part of a calendar, with its start.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct CalendarOptions {
    days: Option<u16>,
    queue: Option<String>,
    from: Option<String>,
}

/// A kind of objects, and the time.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct TableOptions {
    kind: Kinds,
    now: Option<String>,
}

/// Answers a question about the files of a disk.
pub(crate) fn answer(disk: Disk, question: &str) -> Result<String, Refused> {
    let Asked { question, about, options } =
        serde_json::from_str(question).map_err(|it| Refused::new(format!("cannot read the question: {it}")))?;
    let folder = about.folder.clone().unwrap_or_else(|| "/".into());
    let paths = Paths::new(&folder);
    let request = Request {
        buffers: Buffers::on(disk),
        cluster: about.cluster.clone().map(|it| paths.absolute(&it)),
        config: if about.no_config { ConfigSource::Nothing } else { ConfigSource::Nearest },
        target: parsed(about.target)?,
        at: parsed(about.at)?,
        ..Request::new(paths, Vec::new())
    };
    match question {
        Kind::Check => {
            let CheckOptions { paths } = read(options)?;
            let arguments = if paths.is_empty() { vec![".".into()] } else { paths };
            check_document(Request { arguments, ..request }, VERSION)
        }
        Kind::Merge => written(&read::<MergeQuestion>(options)?.answer(request)?.document()),
        Kind::Hosts => written(&read::<HostsQuestion>(options)?.answer(request)?.document()),
        Kind::Aps => written(&read::<ApsQuestion>(options)?.answer(request)?.document()),
        Kind::Elims => {
            let answer = read::<ElimQuestion>(options)?.answer(request)?;
            let plan = answer.plan();
            let changes = answer.changes(&plan);
            let everywhere: Vec<String> = plan.because_everywhere().iter().map(ToString::to_string).collect();
            written(&elim_document(&plan, &everywhere, changes.as_deref(), None))
        }
        Kind::Calendar => {
            let CalendarOptions { days, queue, from } = read(options)?;
            written(&CalendarQuestion { days, queue }.answer(request, parsed(from)?)?.document())
        }
        Kind::Job => written(&read::<ScriptQuestion>(options)?.answer(request)?.document()),
        Kind::Why => written(&read::<ScriptQuestion>(options)?.answer(request)?.why()),
        Kind::Messages => written(&read::<MessagesQuestion>(options)?.answer(request)?.document()),
        Kind::Table => {
            // Queues are open or closed at the time of the question; the page has no other clock.
            let TableOptions { kind, now } = read(options)?;
            let now = parsed(now)?.or(request.at);
            let now = now.ok_or_else(|| Refused::new("`options`: specify the time `now`, for example `Mon 08:00`"))?;
            written(&TableQuestion { kind }.answer(request, now)?.document())
        }
        Kind::Rules => written(&rules_document(request.judge_of(&folder)?.all_rules())),
        Kind::Rule => {
            let RuleOptions { code } = read(options)?;
            let page = lsflint_ide::explain_rule(request.judge_of(&folder)?.all_rules(), &code);
            let markdown = page.ok_or_else(|| Refused::new(format!("unknown rule `{code}`")))?;
            written(&Page { version: 1, markdown })
        }
        Kind::Change => {
            let ChangeOptions { old, new } = read(options)?;
            let side = |folder| {
                let cluster = Some(request.paths.absolute(folder));
                Ok::<_, Refused>(surroundings_as_read(Request { cluster, ..request.clone() })?.0)
            };
            let name = old.to_string_lossy().into_owned();
            let markdown = lsflint_ide::plan_page(&side(&old)?, &side(&new)?, &name);
            written(&Page { version: 1, markdown })
        }
    }
}

/// The options of a question.
fn read<T: DeserializeOwned>(options: Value) -> Result<T, Refused> {
    let options = if options.is_null() { Value::Object(Default::default()) } else { options };
    serde_json::from_value(options).map_err(|it| Refused::new(format!("`options`: {it}")))
}

fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(text: Option<String>) -> Result<Option<T>, Refused> {
    text.map(|it| it.parse().map_err(Refused::new)).transpose()
}

fn written(document: &impl Serialize) -> Result<String, Refused> {
    serde_json::to_string(document).map_err(Refused::new)
}

#[cfg(test)]
mod tests;
