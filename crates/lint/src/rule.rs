//! What is declared about a rule: its code, name, family, severity, sources and page.

use std::fmt;

use lsflint_spec::Confidence;

use crate::doc::{DocBlock, DocSection, RuleDoc};
use crate::source::Source;

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

/// Whether a rule runs by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// On by default.
    Stable,
    /// Only when it is selected, or by a profile.
    OptIn,
}

/// How much of a cluster a rule looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The file of the finding alone.
    OwnFile,
    /// Other files of the cluster, too: while some of them are missing, the rule may be silent for that reason alone.
    Cluster,
    /// The suppression comments of a file. Such a finding cannot be suppressed itself.
    Suppressions,
}

/// A preset for what a run is for; see [`Profile`](crate::Profile).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Preset {
    /// A gate before a merge.
    Ci,
    /// Everything, matters of style included.
    Pedantic,
    /// For several versions of LSF at once.
    Portable,
    /// The way to a newer version of LSF.
    Migration,
}

/// How an editor may show the text of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tag {
    /// The text has no effect: editors fade it.
    Unnecessary,
    /// The text is obsolete: editors strike it through.
    Deprecated,
}

macro_rules! families {
    ($($family:ident $letter:literal $folder:literal $id:literal $title:literal $about:literal,)*) => {
        /// A group of rules. The code of a rule begins with the letter of its family.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Family {
            $(#[doc = $about] $family,)*
        }

        impl Family {
            /// All families, in the order in which the documentation lists them.
            pub const ALL: &[Family] = &[$(Family::$family,)*];

            /// The first letter of the codes.
            pub const fn letter(self) -> char {
                match self { $(Family::$family => $letter,)* }
            }

            /// The folder of the rules below `crates/rules/src`.
            pub const fn folder(self) -> &'static str {
                match self { $(Family::$family => $folder,)* }
            }

            /// The name in machine-readable reports: `file-structure`.
            pub const fn id(self) -> &'static str {
                match self { $(Family::$family => $id,)* }
            }

            /// The heading in the documentation.
            pub const fn title(self) -> &'static str {
                match self { $(Family::$family => $title,)* }
            }

            /// What the rules are about, as the end of a sentence. Markdown.
            pub const fn about(self) -> &'static str {
                match self { $(Family::$family => $about,)* }
            }
        }
    };
}

families! {
    File 'F' "file" "file-structure" "Files and sections"
        "how lines, sections, tables, directives and includes are put together",
    Parameter 'P' "parameter" "parameters" "Parameters and values"
        "unknown, misplaced and repeated parameters, and values that cannot be read",
    Requirement 'R' "requirement" "requirements" "Requirement strings"
        "the language of `RES_REQ` and `bsub -R`",
    Merge 'M' "merge" "levels" "Merged levels"
        "the combined requirement of queue, application profile and job",
    Names 'X' "names" "names" "Names across files"
        "hosts, users, groups, queues and resources that are used in one file and defined in another",
    External 'E' "external" "external-resources" "External resources and elims"
        "resources of lsf.shared, where they are, and the programs that report them",
    Aps 'A' "aps" "absolute-priority" "Absolute priorities"
        "the formula of `APS_PRIORITY` and what it needs",
    Time 'T' "time" "time" "Time"
        "time windows and time expressions",
    Limit 'L' "limit" "limits" "Limits and thresholds"
        "limits of queues, application profiles and lsb.resources, and load thresholds",
    Policy 'Q' "policy" "scheduling-policies" "Scheduling policies"
        "fairshare, preemption, backfill, job control and related policies",
    Version 'V' "version" "versions" "Versions"
        "what the target version does not read yet, or no longer reads",
    Operations 'Z' "operations" "operations" "Security and operations"
        "secrets, owners, paths and addresses",
    Pedantic 'W' "pedantic" "pedantic" "Style and portability"
        "valid text that misleads its readers or that other versions read differently",
    Job 'J' "job" "jobs" "Job scripts"
        "`#BSUB` lines and `bsub` commands, checked against the cluster",
}

/// Everything that is declared about a rule except its checks. `rule!` fills it in.
#[derive(Debug, PartialEq, Eq)]
pub struct RuleMeta {
    /// The stable code: `R301`. Never reused.
    pub code: &'static str,
    /// The stable name, read as "allow NAME": `rusage-duplicate-resource`.
    pub name: &'static str,
    /// The group the rule belongs to: the first letter of the code.
    pub family: Family,
    /// How much of the cluster it looks at.
    pub scope: Scope,
    /// The usual severity; a finding may carry a lower or higher one where the page says so.
    pub severity: Severity,
    /// The fixes it attaches.
    pub fix: FixSafety,
    /// The version of lsflint that has it first.
    pub since: &'static str,
    /// Whether it runs by default.
    pub status: Status,
    /// The presets that turn it on or change its severity.
    pub presets: &'static [Preset],
    /// How editors may show the text of its findings.
    pub tags: &'static [Tag],
    /// Where it is documented that LSF behaves so.
    pub sources: &'static [Source],
    /// The lines of the documentation comment, each with the space behind `///`.
    pub doc: &'static [&'static str],
}

impl RuleMeta {
    /// The fields that most rules share: no fix, on by default, no sources. For `rule!` and for tests.
    pub const fn new(code: &'static str, name: &'static str, family: Family, severity: Severity) -> RuleMeta {
        RuleMeta {
            code,
            name,
            family,
            scope: Scope::OwnFile,
            severity,
            fix: FixSafety::None,
            since: "0.1.0",
            status: Status::Stable,
            presets: &[],
            tags: &[],
            sources: &[],
            doc: &[],
        }
    }

    /// Whether an entry of a selection means the rule: `ALL`, a prefix of its code, or its name, ignoring case.
    pub fn is_selected_by(&self, entry: &str) -> bool {
        entry.eq_ignore_ascii_case("all") || self.is_suppressed_by(entry)
    }

    /// Whether a code, prefix or name in a suppression comment means the rule, ignoring case.
    pub fn is_suppressed_by(&self, text: &str) -> bool {
        let is_prefix = |it: &str| it.eq_ignore_ascii_case(text);
        self.name.eq_ignore_ascii_case(text) || self.code.get(..text.len()).is_some_and(is_prefix)
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

    /// The documentation of the rule; its last section lists the sources.
    pub fn doc(&self) -> RuleDoc {
        let mut doc = RuleDoc::new(self.doc.iter().map(|it| it.strip_prefix(' ').unwrap_or(it)));
        if !self.sources.is_empty() {
            let sources = DocBlock::List(self.sources.iter().map(Source::markdown).collect());
            doc.sections.push(DocSection { title: "Sources".to_owned(), blocks: vec![sources] });
        }
        doc
    }

    /// The whole page in Markdown.
    pub fn page(&self) -> String {
        let section = |it: &DocSection| match it.title.as_str() {
            "" => it.markdown(),
            title => format!("# {title}\n{}", it.markdown()),
        };
        let sections: Vec<String> = self.doc().sections.iter().map(section).collect();
        sections.join("\n\n") + "\n"
    }

    /// The first paragraph of the documentation, on one line.
    pub fn summary(&self) -> String {
        self.doc().summary
    }

    /// The address of the first source that is a page of the manual.
    pub fn url(&self) -> Option<String> {
        self.sources.iter().find_map(|it| it.url())
    }
}
