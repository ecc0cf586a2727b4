//! The running cluster against the files: what query commands display, compared with the cluster as LSF reads it.
//!
//! `read` reads the outputs, `files` has the values of the files, `meaning` says which of them are equal, `asked`
//! connects a displayed value with its parameter.

mod asked;
mod files;
mod identity;
mod judge;
mod meaning;
mod missing;
mod read;
#[cfg(test)]
mod tests;
mod texts;

use lsflint_model::AsRead;

use super::plan::PlanObject;

/// The result of a comparison.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Comparison {
    /// The values, in the order of the outputs; what only the files have follows.
    pub values: Vec<Compared>,
    /// The displayed values for which the files do not say what LSF uses.
    pub not_compared: Vec<NotCompared>,
    /// The lines that were not understood, in the order of the outputs.
    pub not_understood: Vec<NotUnderstood>,
}

/// A value in the running cluster and in the files.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// The object.
    pub object: PlanObject,
    /// The parameter; `None` for the object itself.
    pub parameter: Option<String>,
    /// The value as displayed; `None` if nothing is displayed.
    pub running: Option<String>,
    /// The effective value of the files; `None` if nothing is set.
    pub file: Option<String>,
    /// Whether they agree.
    pub verdict: Verdict,
    /// Why they differ, and what to do; what explains that they agree. Empty if there is nothing to say.
    pub because: String,
    /// Where the value is displayed; `None` if it is not.
    pub shown: Option<ShownAt>,
    /// Where the files set the value.
    pub place: Option<lsflint_model::Place>,
}

/// A place in an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownAt {
    /// The index of the output.
    pub source: usize,
    /// The line, 1-based.
    pub line: usize,
}

/// Whether the running cluster and the files agree on a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// They have the same value.
    Same,
    /// Both have a value, and the values mean something else; or LSF does not read the value of the files.
    Differs,
    /// Only the running cluster has it.
    OnlyRunning,
    /// Only the files have it.
    OnlyFiles,
}

impl Verdict {
    /// `same`, `differs`, `only-running`, `only-files`.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Same => "same",
            Verdict::Differs => "differs",
            Verdict::OnlyRunning => "only-running",
            Verdict::OnlyFiles => "only-files",
        }
    }
}

/// A displayed value that the files do not decide.
#[derive(Debug, Clone, PartialEq)]
pub struct NotCompared {
    /// The object.
    pub object: PlanObject,
    /// The parameter.
    pub parameter: String,
    /// The value as displayed.
    pub running: String,
    /// Why it is not compared.
    pub because: String,
    /// Where it is displayed.
    pub shown: ShownAt,
}

/// A line of an output that was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotUnderstood {
    /// The index of the output.
    pub source: usize,
    /// The line, 1-based.
    pub line: usize,
    /// Its text, with one space between words.
    pub text: String,
}

impl Comparison {
    /// The number of values with a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.values.iter().filter(|it| it.verdict == verdict).count()
    }

    /// Whether the running cluster and the files disagree on something.
    pub fn differs(&self) -> bool {
        self.values.iter().any(|it| it.verdict != Verdict::Same)
    }

    /// Whether anything was read.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.not_compared.is_empty()
    }
}

/// Compares outputs of query commands with the files of a cluster. `partial`: the outputs do not have all objects, so
/// an object that is missing in them says nothing.
pub fn compare<'t>(cluster: &AsRead, outputs: impl Iterator<Item = &'t str>, partial: bool) -> Comparison {
    let mut input = read::read(outputs);
    let unknown = std::mem::take(&mut input.unknown);
    let mut judge = judge::judge(cluster, &input);
    missing::values(&mut judge, &input);
    if !partial {
        missing::objects(&mut judge, &input);
    }
    Comparison { not_understood: unknown, ..judge.comparison }
}
