//! The requirements of the levels: given as strings, or as names of queues or application profiles of the cluster.

use lsflint_model::requirement::Requirement;
use lsflint_model::{Cluster, Entity, State};
use lsflint_spec::FileKind;

use crate::output::Failure;

/// The maximum length of a string that an error message repeats, in characters.
const MOST_SHOWN: usize = 200;

/// The requirement string of a level.
pub(super) struct Level<'c> {
    pub(super) requirement: Requirement,
    pub(super) entity: Option<Entity<'c>>,
}

/// A kind of section with requirements.
pub(super) struct Kind {
    file: FileKind,
    section: &'static str,
    /// The noun for a section: `queue` or `application profile`.
    word: &'static str,
}

pub(super) static QUEUES: Kind = Kind { file: FileKind::LsbQueues, section: "Queue", word: "queue" };
pub(super) static PROFILES: Kind =
    Kind { file: FileKind::LsbApplications, section: "Application", word: "application profile" };

/// Looks up names of queues and application profiles in a cluster.
pub(super) struct Levels<'c> {
    pub(super) cluster: &'c Cluster,
    pub(super) folder: Option<&'c str>,
}

impl<'c> Levels<'c> {
    /// The requirement of a string, or of the section with the name after `@`.
    pub(super) fn level(&self, flag: &str, given: &str, kind: &Kind) -> Result<Level<'c>, Failure> {
        let Some(name) = given.strip_prefix('@') else {
            return Ok(Level { requirement: understood(flag, given)?, entity: None });
        };
        let Some(folder) = self.folder else {
            return Err(Failure::new(format!("`{flag} {given}` requires `--cluster DIR` to find the {}", kind.word)));
        };
        let view = self.cluster.view();
        let Some(entity) = view.find(kind.file, kind.section, name) else {
            return Err(Failure::new(self.unknown(name, kind, folder)));
        };
        let fields = entity.fields("RES_REQ");
        let what = format!("RES_REQ of {} `{name}`", kind.word);
        if entity.is_conditional() || fields.iter().any(|it| it.is_conditional()) {
            return Err(Failure::new(format!(
                "{what} depends on an `#if`; specify the time with `--at`, or the string instead of the name"
            )));
        }
        let requirement = match fields.last() {
            Some(field) if field.state() == State::Templated => {
                return Err(Failure::new(format!(
                    "{what} is filled in by a template; specify the string instead of the name"
                )));
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
            Some((_, nearest)) => format!("unknown {} `{name}` in {file}; did you mean `{nearest}`?", kind.word),
            None => format!("unknown {} `{name}` in {file}", kind.word),
        }
    }
}

/// Parses a requirement string.
pub(super) fn understood(from: &str, text: &str) -> Result<Requirement, Failure> {
    Requirement::parse(text).ok_or_else(|| {
        let mut shown: String = text.chars().take(MOST_SHOWN).collect();
        if shown.len() < text.len() {
            shown.push_str(" ...");
        }
        Failure::new(format!("{from}: cannot merge `{shown}`; `lsflint resreq check` shows what is wrong"))
    })
}
