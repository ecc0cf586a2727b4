//! Rules: their metadata and the checks that the walk runs for them.

use lsflint_spec::{Grammar, ParamSpec};

use crate::context::{
    BlockContext, BranchContext, CommandsContext, ConnectorContext, DirectiveContext, ElimContext, ErrorContext,
    FactsContext, FileContext, FlatContext, JobContext, RequirementContext, RowContext, SectionContext,
    ServerFilesContext, SettingContext, SuppressionContext, TableContext, WindowContext,
};
use crate::diagnostic::{FactFindings, Findings};
use crate::error_words::ErrorWords;
use crate::reads::Reads;
use crate::rule::RuleMeta;
use crate::select::Part;

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// The metadata.
    pub meta: RuleMeta,
    /// The checks, by the places they apply to.
    pub checks: &'static [Check],
}

/// A kind of place in the walk, and the function that checks it.
#[derive(Debug, Clone, Copy)]
pub enum Check {
    /// Once per file, before anything else.
    File(fn(&FileContext<'_>, &mut Findings<'_>)),
    /// As [`Check::File`], for rules that read only some parts of the file: the rule does not run again while these are
    /// unchanged.
    PartsOfFile(Reads, fn(&FileContext<'_>, &mut Findings<'_>)),
    /// Once per cluster for each kind of file, for rules that read only the facts of the cluster. They report findings
    /// in any file of this kind, which gets them when it is checked.
    Facts(fn(&FactsContext<'_>, &mut FactFindings<'_>)),
    /// Once per flat file (`NAME=VALUE`), after its lines.
    Flat(fn(&FlatContext<'_>, &mut Findings<'_>)),
    /// For every syntax error, with the setting and section that contain it.
    SyntaxError(fn(&ErrorContext<'_>, &mut Findings<'_>)),
    /// For every syntax error of these kinds: the same wording for every error of a kind.
    Errors(&'static [ErrorWords]),
    /// For every section, after its lines.
    Section(fn(&SectionContext<'_>, &mut Findings<'_>)),
    /// For every setting: keyed line, lsf.conf line, table cell.
    Setting(fn(&SettingContext<'_>, &mut Findings<'_>)),
    /// For every setting that is documented with a grammar the function accepts. Called once per documented parameter,
    /// not per line.
    SettingWith(fn(&Grammar) -> bool, fn(&SettingContext<'_>, &mut Findings<'_>)),
    /// For every setting whose facts the function accepts. Called once per documented parameter, not per line.
    SettingOf(fn(&ParamSpec) -> bool, fn(&SettingContext<'_>, &mut Findings<'_>)),
    /// For every setting of one of these documented names, in any file.
    SettingNamed(&'static [&'static str], fn(&SettingContext<'_>, &mut Findings<'_>)),
    /// For every table header.
    Table(fn(&TableContext<'_>, &mut Findings<'_>)),
    /// For every table row.
    Row(fn(&RowContext<'_>, &mut Findings<'_>)),
    /// For every directive line.
    Directive(fn(&DirectiveContext<'_>, &mut Findings<'_>)),
    /// For every `#if` block.
    Block(fn(&BlockContext<'_>, &mut Findings<'_>)),
    /// For every branch of an `#if` block, with the times when it can be active. Branches inside a branch that is never
    /// active are omitted.
    Branch(fn(&BranchContext<'_>, &mut Findings<'_>)),
    /// For every time window, in values and in the conditions of `#if`.
    TimeWindow(fn(&WindowContext<'_>, &mut Findings<'_>)),
    /// As [`Check::Requirement`], but only for strings with this part: most strings have two or three parts.
    RequirementPart(Part, fn(&RequirementContext<'_>, &mut Findings<'_>)),
    /// For every line of the output of an elim. Such lines are not in any file.
    ElimLine(fn(&ElimContext<'_>, &mut Findings<'_>)),
    /// Once for all files of LSF_SERVERDIR.
    ServerFiles(fn(&ServerFilesContext<'_>, &mut Findings<'_>)),
    /// For the suppression comments of a file or script, after everything else.
    Suppression(fn(&SuppressionContext<'_>, &mut Findings<'_>)),
    /// Once per script, for the commands in it and their options.
    Commands(fn(&CommandsContext<'_>, &mut Findings<'_>)),
    /// For every job that a script submits.
    Job(fn(&JobContext<'_>, &mut Findings<'_>)),
    /// For every file of the resource connector.
    Connector(fn(&ConnectorContext<'_>, &mut Findings<'_>)),
    /// For every requirement string and condition, in files and from the command line, unless its brackets or quotes
    /// are broken.
    Requirement(fn(&RequirementContext<'_>, &mut Findings<'_>)),
}

/// Declares a rule with all its metadata. The documentation comment is the page of the rule.
///
/// ```text
/// rule! {
///     /// Factor of `APS_PRIORITY` that LSF does not know.
///     ///
///     /// # Example ...
///     pub A003 "aps-unknown-factor" {
///         family: Aps,
///         scope: Cluster,                     // or OwnFile, Names, Suppressions
///         severity: Error,
///         fix: Unsafe,                        // optional: Safe, Unsafe, Mixed
///         status: OptIn,                      // optional
///         presets: [Pedantic],                // optional: Ci, Pedantic, Portable, Migration
///         tags: [Unnecessary],                // optional: Unnecessary, Deprecated
///         sources: [ibm("lsb.queues", "APS_PRIORITY")],
///         checks: [SettingOf(is_priority, check)],
///     }
/// }
/// ```
///
/// Sources are created by [`ibm`](crate::ibm), [`manual`](crate::manual), [`reader`](crate::reader),
/// [`volclava`](crate::volclava), [`facts`](crate::facts) and [`judgement`](crate::judgement); checks are variants of
/// [`Check`]. The rule becomes a static `RULE`.
#[macro_export]
macro_rules! rule {
    (
        $(#[doc = $doc:literal])*
        pub $code:ident $name:literal {
            family: $family:ident,
            scope: $scope:ident,
            severity: $severity:ident,
            $(fix: $fix:ident,)?
            $(status: $status:ident,)?
            $(presets: [$($preset:ident),* $(,)?],)?
            $(tags: [$($tag:ident),* $(,)?],)?
            sources: [$($source:expr),* $(,)?],
            checks: [$($place:ident($($argument:expr),* $(,)?)),* $(,)?],
        }
    ) => {
        /// The rule of this file.
        pub(crate) static RULE: $crate::Rule = $crate::Rule {
            meta: $crate::RuleMeta {
                scope: $crate::Scope::$scope,
                $(fix: $crate::FixSafety::$fix,)?
                $(status: $crate::Status::$status,)?
                $(presets: &[$($crate::Preset::$preset),*],)?
                $(tags: &[$($crate::Tag::$tag),*],)?
                sources: {
                    #[allow(unused_imports)]
                    use $crate::{facts, ibm, judgement, manual, reader, volclava};
                    &[$($source),*]
                },
                doc: &[$($doc),*],
                ..$crate::RuleMeta::new(
                    stringify!($code),
                    $name,
                    $crate::Family::$family,
                    $crate::Severity::$severity,
                )
            },
            checks: &[$($crate::Check::$place($($argument),*)),*],
        };
    };
}
