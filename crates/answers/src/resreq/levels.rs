//! The requirements of the levels: given as strings, or as names of queues or application profiles of the cluster.
//!
//! Strings that are given by hand are judged by the same rules as in files. Those of files are as LSF reads them.

use lsflint_lint::{Diagnostic, Registry, Settings, Severity, check_requirement};
use lsflint_model::effective::{Effective, LinkState};
use lsflint_model::requirement::Requirement;
use lsflint_model::{AsRead, Entity, State};
use lsflint_report::{JsonDiagnostic, json_diagnostics};
use lsflint_spec::FileKind;

use crate::judged::Judged;
use crate::refused::{Refused, did_you_mean};

/// The maximum length of a string that an error message repeats, in characters.
const MOST_SHOWN: usize = 200;

/// The requirement string of a level.
pub struct Level<'c> {
    /// The requirement.
    pub requirement: Requirement,
    /// The queue or application profile, if it was given by name.
    pub entity: Option<Entity<'c>>,
}

/// A kind of section with requirements.
pub struct Kind {
    file: FileKind,
    section: &'static str,
    /// The noun for a section: `queue` or `application profile`.
    word: &'static str,
}

/// Queues.
pub static QUEUES: Kind = Kind { file: FileKind::LsbQueues, section: "Queue", word: "queue" };
/// Application profiles.
pub static PROFILES: Kind =
    Kind { file: FileKind::LsbApplications, section: "Application", word: "application profile" };

/// Reads the operands of a command in a cluster, and judges them.
pub struct Levels<'c> {
    cluster: &'c AsRead,
    folder: String,
    settings: &'c Settings,
    registry: Registry,
    /// The strings given by hand that have findings.
    pub judged: Vec<Judged>,
    /// What LSF does with the levels, as text.
    pub notes: Vec<String>,
}

impl<'c> Levels<'c> {
    /// `folder`: the directory of the cluster, for messages.
    pub fn new(cluster: &'c AsRead, folder: &str, settings: &'c Settings) -> Levels<'c> {
        let registry = Registry::new(lsflint_rules::all(), settings);
        Levels { cluster, folder: folder.to_owned(), settings, registry, judged: Vec::new(), notes: Vec::new() }
    }

    /// The requirement of a string, or of the section with the name after `@`. `None` if the string has an error, which
    /// is recorded.
    ///
    /// # Errors
    /// There is no such section, or its requirement is not known.
    pub fn level(&mut self, flag: &str, given: &str, kind: &Kind) -> Result<Option<Level<'c>>, Refused> {
        let Some(name) = given.strip_prefix('@') else {
            return Ok(self.given(flag, given)?.map(|requirement| Level { requirement, entity: None }));
        };
        let Some(written) = self.cluster.written().view().find(kind.file, kind.section, name) else {
            return Err(Refused::new(self.unknown(name, kind)));
        };
        let Some(entity) = self.cluster.as_read(&written) else {
            let why = self.cluster.dropped(&written).map_or(String::new(), |it| format!(": {}", it.words()));
            return Err(Refused::new(format!("{} `{name}` does not exist{why}", kind.word)));
        };
        self.note_readings(&written, kind);
        let fields = entity.fields("RES_REQ");
        let what = format!("RES_REQ of {} `{name}`", kind.word);
        if entity.is_conditional() || fields.iter().any(|it| it.is_conditional()) {
            return Err(Refused::new(format!(
                "{what} depends on an `#if`; specify the time with `--at`, or the string instead of the name"
            )));
        }
        let requirement = match fields.last() {
            Some(field) if field.state() == State::Templated => {
                return Err(Refused::new(format!(
                    "{what} is filled in by a template; specify the string instead of the name"
                )));
            }
            Some(field) => understood(&what, &field.known().unwrap_or_default())?,
            None => Requirement::Simple(Box::default()),
        };
        Ok(Some(Level { requirement, entity: Some(entity) }))
    }

    /// The requirement of a string given by hand; `None` if it has an error, which is recorded.
    ///
    /// # Errors
    /// The requirement is not understood, although no rule reports an error in it.
    pub fn given(&mut self, flag: &str, text: &str) -> Result<Option<Requirement>, Refused> {
        let found: Vec<Diagnostic> =
            self.judge(text).into_iter().filter(|it| it.severity >= Severity::Warning).collect();
        let judged = Judged::new("<arg>", text.to_owned(), found);
        let valid = judged.is_valid();
        if !judged.found.diagnostics.is_empty() {
            self.judged.push(judged);
        }
        if valid { understood(flag, text).map(Some) } else { Ok(None) }
    }

    /// Notes what LSF makes of RES_REQ in a section, if that is not what is written.
    fn note_readings(&mut self, written: &Entity<'_>, kind: &Kind) {
        let Some(param) = lsflint_spec::find_param(kind.file, kind.section, "RES_REQ") else { return };
        let name = written.name();
        for link in Effective::of(self.cluster, written, param).chain {
            match link.state {
                LinkState::Ignored { code, effect } => {
                    self.notes.push(format!("RES_REQ of {} `{name}` is not in effect: {effect} ({code})", kind.word))
                }
                LinkState::ReadAs { written, code } => self.notes.push(format!(
                    "RES_REQ of {} `{name}` is written `{written}`, but LSF reads it as `{}` ({code})",
                    kind.word,
                    link.value.unwrap_or_default()
                )),
                _ => {}
            }
        }
    }

    fn judge(&self, text: &str) -> Vec<Diagnostic> {
        if text.trim().is_empty() {
            return Vec::new();
        }
        check_requirement(text, self.cluster.read(), self.settings, &self.registry)
    }

    fn unknown(&self, name: &str, kind: &Kind) -> String {
        let view = self.cluster.written().view();
        let file = kind.file.name();
        if !view.has_file(kind.file) {
            return format!("`{}` has no {file}", self.folder);
        }
        let hint = did_you_mean(name, view.names(kind.file, kind.section));
        format!("unknown {} `{name}` in {file}{hint}", kind.word)
    }

    /// Whether a string given by hand has an error, so that there is no answer.
    pub fn has_errors(&self) -> bool {
        self.judged.iter().any(|it| !it.is_valid())
    }

    /// The findings in the strings given by hand, for JSON.
    pub fn diagnostics(&self) -> Vec<JsonDiagnostic> {
        self.judged.iter().flat_map(|it| json_diagnostics(&it.found)).collect()
    }
}

/// Parses a requirement string.
fn understood(from: &str, text: &str) -> Result<Requirement, Refused> {
    Requirement::parse(text).ok_or_else(|| {
        let mut shown: String = text.chars().take(MOST_SHOWN).collect();
        if shown.len() < text.len() {
            shown.push_str(" ...");
        }
        Refused::new(format!("{from}: cannot merge `{shown}`; `lsflint resreq check` shows what is wrong"))
    })
}
