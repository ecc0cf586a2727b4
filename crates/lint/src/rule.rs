//! What a rule is: metadata and the places it wants to see.

use std::fmt;

use lsflint_spec::{Confidence, Grammar, ParamSpec};

use crate::context::{
    BranchContext, DirectiveContext, ErrorContext, FileContext, FlatContext, RequirementContext, RowContext,
    SectionContext, SettingContext, TableContext, WindowContext,
};
use crate::diagnostic::Findings;
use crate::elim::{ElimContext, ServerFilesContext};
use crate::reads::Reads;
use crate::script::JobContext;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// For editors only: fading, spelling.
    Hint,
    /// Worth knowing, often deliberate.
    Info,
    /// LSF accepts it, but the effect is almost certainly not meant.
    Warning,
    /// LSF rejects, ignores or misreads it.
    Error,
}

impl Severity {
    /// The word of the output formats.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Hint => "hint",
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }

    /// The highest severity a fact of this confidence may lead to.
    pub fn cap(confidence: Confidence) -> Severity {
        match confidence {
            Confidence::High => Severity::Error,
            Confidence::Medium => Severity::Warning,
            Confidence::Low => Severity::Info,
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What kind of fixes a rule attaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FixSafety {
    /// None: the choice is the administrator's.
    None,
    /// The meaning for LSF stays the same.
    Safe,
    /// Something becomes active that LSF ignores today, or the meaning changes.
    Unsafe,
    /// Some of each.
    Mixed,
}

/// Where a rule stands in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// On by default.
    Stable,
    /// Opt-in: pedantic and portability rules (family W).
    OptIn,
}

/// The face of a rule.
#[derive(Debug, PartialEq, Eq)]
pub struct RuleMeta {
    /// The stable code: `R301`. Never reused.
    pub code: &'static str,
    /// The stable name, read as "allow NAME": `rusage-duplicate-resource`.
    pub name: &'static str,
    /// The usual severity; a finding may carry a lower or higher one where the page says so.
    pub severity: Severity,
    /// The fixes it attaches.
    pub fix: FixSafety,
    /// The version of lsflint that has it first.
    pub since: &'static str,
    /// Stable or opt-in.
    pub status: Status,
}

impl RuleMeta {
    /// A stable rule without fixes, in lsflint since 0.1.0.
    pub const fn new(code: &'static str, name: &'static str, severity: Severity) -> RuleMeta {
        RuleMeta { code, name, severity, fix: FixSafety::None, since: "0.1.0", status: Status::Stable }
    }

    /// With fixes of this safety.
    pub const fn fix(self, fix: FixSafety) -> RuleMeta {
        RuleMeta { fix, ..self }
    }

    /// Off unless selected.
    pub const fn opt_in(self) -> RuleMeta {
        RuleMeta { status: Status::OptIn, ..self }
    }

    /// Severity, fixes and status in words: `error, safe fix, off by default`.
    pub fn in_words(&self) -> String {
        let fix = match self.fix {
            FixSafety::None => "no fix",
            FixSafety::Safe => "safe fix",
            FixSafety::Unsafe => "fix that changes what LSF does",
            FixSafety::Mixed => "safe and other fixes",
        };
        let status = if self.status == Status::OptIn { ", off by default" } else { "" };
        format!("{}, {fix}{status}", self.severity)
    }

    /// The page: what the rule finds, what LSF does, example, use instead, fix safety, sources. Markdown.
    pub fn page(&self) -> &'static str {
        crate::rules::page(self.code)
    }

    /// The first sentence of the page.
    pub fn summary(&self) -> &'static str {
        let page = self.page();
        let text = page.split("\n\n").find(|it| !it.starts_with('#')).unwrap_or_default();
        text.split("\n# ").next().unwrap_or_default()
    }
}

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// Its face.
    pub meta: RuleMeta,
    /// The places it wants to see.
    pub checks: &'static [Check],
}

/// A part of a requirement string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum Part {
    /// A selection, explicit or implicit.
    Select = 1,
    /// `order[...]`.
    Order = 2,
    /// `rusage[...]`.
    Rusage = 4,
    /// `span[...]`.
    Span = 8,
    /// `same[...]`.
    Same = 16,
    /// `cu[...]`.
    Cu = 32,
    /// `affinity[...]`.
    Affinity = 64,
    /// Terms or alternatives: the string is not simple.
    Terms = 128,
    /// A duration, decay or threshold in `rusage`.
    UsageTime = 256,
    /// A word about GPUs in `rusage`.
    UsageGpu = 512,
    /// A list of amounts or times in `rusage`.
    UsageList = 1024,
    /// A unit of an amount in `rusage`.
    UsageUnit = 2048,
}

/// A place in the walk, and what the rule does there.
#[derive(Debug, Clone, Copy)]
pub enum Check {
    /// Once per file, before anything else.
    File(fn(&FileContext<'_>, &mut Findings)),
    /// As [`Check::File`], for rules that read only some parts of the file: while these are as they were, the rule is not asked again.
    PartsOfFile(Reads, fn(&FileContext<'_>, &mut Findings)),
    /// As [`Check::File`], for rules that look at the cluster alone: the file they get has no text.
    Facts(fn(&FileContext<'_>, &mut Findings)),
    /// Once per flat file (`NAME=VALUE`), after its lines.
    Flat(fn(&FlatContext<'_>, &mut Findings)),
    /// For every syntax error, with the setting and section it lies in.
    SyntaxError(fn(&ErrorContext<'_>, &mut Findings)),
    /// For every section, after its lines.
    Section(fn(&SectionContext<'_>, &mut Findings)),
    /// For every setting: keyed line, lsf.conf line, table cell.
    Setting(fn(&SettingContext<'_>, &mut Findings)),
    /// For every setting that is documented with a grammar the function accepts. Asked once per parameter of the facts, not per line.
    SettingWith(fn(&Grammar) -> bool, fn(&SettingContext<'_>, &mut Findings)),
    /// For every setting whose facts the function accepts. Asked once per parameter of the facts, not per line.
    SettingOf(fn(&ParamSpec) -> bool, fn(&SettingContext<'_>, &mut Findings)),
    /// For every setting of one of these documented names, in any file.
    SettingNamed(&'static [&'static str], fn(&SettingContext<'_>, &mut Findings)),
    /// For every table header.
    Table(fn(&TableContext<'_>, &mut Findings)),
    /// For every table row.
    Row(fn(&RowContext<'_>, &mut Findings)),
    /// For every directive line.
    Directive(fn(&DirectiveContext<'_>, &mut Findings)),
    /// For every branch of an `#if` block, with when it can be active. Those in a branch that is never active are left out.
    Branch(fn(&BranchContext<'_>, &mut Findings)),
    /// For every time window, in values and in the conditions of `#if`.
    TimeWindow(fn(&WindowContext<'_>, &mut Findings)),
    /// As [`Check::Requirement`], but only for strings that have the part: most have two or three of them.
    RequirementPart(Part, fn(&RequirementContext<'_>, &mut Findings)),
    /// For every line that an elim wrote. Such lines stand in no file.
    ElimLine(fn(&ElimContext<'_>, &mut Findings)),
    /// Once for all files of LSF_SERVERDIR.
    ServerFiles(fn(&ServerFilesContext<'_>, &mut Findings)),
    /// For every job that a script submits.
    Job(fn(&JobContext<'_>, &mut Findings)),
    /// For every requirement string and condition, in files and from the command line, unless its brackets or quotes are broken.
    Requirement(fn(&RequirementContext<'_>, &mut Findings)),
}
