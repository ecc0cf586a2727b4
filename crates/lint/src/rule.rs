//! The metadata of a rule: its code, name, family, severity, sources and page.

use std::{fmt, ptr};

use lsflint_spec::Confidence;

use crate::doc::{DocBlock, DocSection, RuleDoc};
use crate::source::Source;

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// For editors only: fading, spelling.
    Hint,
    /// Worth knowing, often intended.
    Info,
    /// LSF accepts it, but the effect is almost certainly not intended.
    Warning,
    /// LSF rejects, ignores or misreads it.
    Error,
}

impl Severity {
    /// The name in the output formats.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Hint => "hint",
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }

    /// The highest severity that a fact of this confidence allows.
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

/// The kind of fixes that a rule attaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FixSafety {
    /// None: the administrator must decide.
    None,
    /// The meaning for LSF does not change.
    Safe,
    /// Enables something that LSF currently ignores, or changes the meaning.
    Unsafe,
    /// Both kinds.
    Mixed,
}

/// Whether a rule runs by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// On by default.
    Stable,
    /// Only if it is selected or enabled by a profile.
    OptIn,
}

/// Which part of a cluster a rule reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Only the file of the finding.
    OwnFile,
    /// Also other files of the cluster: if some of them are missing, the rule may report nothing for that reason.
    Cluster,
    /// As `Cluster`, and the rule reports names that no file defines.
    Names,
    /// The suppression comments of a file. Such a finding cannot be suppressed.
    Suppressions,
}

/// A preset for the purpose of a run; see [`Profile`](crate::Profile).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Preset {
    /// A check before a merge.
    Ci,
    /// All rules, including those about style.
    Pedantic,
    /// For several versions of LSF.
    Portable,
    /// Migration to a newer version of LSF.
    Migration,
}

/// What editors must know about the findings of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tag {
    /// The text has no effect: editors fade it.
    Unnecessary,
    /// The text is obsolete: editors strike it through.
    Deprecated,
    /// The fix changes only the ends of lines. No edit of an editor can do that: for it, the end of a line is a
    /// property of the document, and no column contains it.
    LineEnds,
}

macro_rules! families {
    ($($family:ident $letter:literal $folder:literal $id:literal $title:literal $about:literal,)*) => {
        /// A group of rules. The code of a rule begins with the letter of its family.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Family {
            $(#[doc = $about] $family,)*
            /// The policies of a site, which lsflint.toml declares.
            Site,
        }

        impl Family {
            /// All families of built-in rules, in the order in which the documentation lists them.
            pub const ALL: &[Family] = &[$(Family::$family,)*];

            /// The first letter of the codes. Codes of sites begin with any letter.
            pub const fn letter(self) -> char {
                match self { $(Family::$family => $letter,)* Family::Site => 'S' }
            }

            /// The folder of the rules below `crates/rules/src`; empty for those of sites.
            pub const fn folder(self) -> &'static str {
                match self { $(Family::$family => $folder,)* Family::Site => "" }
            }

            /// The name in machine-readable reports: `file-structure`.
            pub const fn id(self) -> &'static str {
                match self { $(Family::$family => $id,)* Family::Site => "site" }
            }

            /// The heading in the documentation.
            pub const fn title(self) -> &'static str {
                match self { $(Family::$family => $title,)* Family::Site => "Policies of the site" }
            }

            /// The subject of the rules, as the end of a sentence. Markdown.
            pub const fn about(self) -> &'static str {
                match self { $(Family::$family => $about,)* Family::Site => "conditions that lsflint.toml declares" }
            }
        }
    };
}

families! {
    File 'F' "file" "file-structure" "Files and sections"
        "the structure of lines, sections, tables, directives and includes",
    Parameter 'P' "parameter" "parameters" "Parameters and values"
        "unknown, misplaced and duplicate parameters, and invalid values",
    Requirement 'R' "requirement" "requirements" "Requirement strings"
        "the language of `RES_REQ` and `bsub -R`",
    Merge 'M' "merge" "levels" "Merged levels"
        "the combined requirement of queue, application profile and job",
    Names 'X' "names" "names" "Names across files"
        "hosts, users, groups, queues and resources that are used in one file and defined in another",
    External 'E' "external" "external-resources" "External resources and elims"
        "resources of lsf.shared, where they are, and the programs that report them",
    Aps 'A' "aps" "absolute-priority" "Absolute priorities"
        "the formula of `APS_PRIORITY` and its requirements",
    Time 'T' "time" "time" "Time"
        "time windows and time expressions",
    Limit 'L' "limit" "limits" "Limits and thresholds"
        "limits of queues, application profiles and lsb.resources, and load thresholds",
    Policy 'Q' "policy" "scheduling-policies" "Scheduling policies"
        "fairshare, preemption, backfill, job control and related policies",
    Version 'V' "version" "versions" "Versions"
        "what the target version does not support yet, or no longer supports",
    Operations 'Z' "operations" "operations" "Security and operations"
        "secrets, owners, paths and addresses",
    Pedantic 'W' "pedantic" "pedantic" "Style and portability"
        "valid configuration that misleads readers or that other versions read differently",
    Job 'J' "job" "jobs" "Job scripts"
        "`#BSUB` lines and `bsub` commands, checked against the cluster",
    Connector 'C' "connector" "resource-connector" "Resource connector"
        "providers, templates and policies of the resource connector",
}

/// The metadata of a rule: everything except its checks. Set by `rule!`.
#[derive(Debug)]
pub struct RuleMeta {
    /// The stable code: `R301`. Never reused.
    pub code: &'static str,
    /// The stable name, read as "allow NAME": `rusage-duplicate-resource`.
    pub name: &'static str,
    /// The group of the rule: the first letter of the code.
    pub family: Family,
    /// Which part of the cluster it reads.
    pub scope: Scope,
    /// The default severity; a finding may have a lower or higher one if the page says so.
    pub severity: Severity,
    /// The fixes it attaches.
    pub fix: FixSafety,
    /// The first version of lsflint with the rule.
    pub since: &'static str,
    /// Whether it runs by default.
    pub status: Status,
    /// The presets that enable it or change its severity.
    pub presets: &'static [Preset],
    /// How editors can display the text of its findings.
    pub tags: &'static [Tag],
    /// The documentation of the behavior of LSF.
    pub sources: &'static [Source],
    /// The lines of the documentation comment, each with the space after `///`.
    pub doc: &'static [&'static str],
}

/// A rule is only equal to itself. Findings are compared after each edit, so comparing all texts would be slow.
impl PartialEq for RuleMeta {
    fn eq(&self, other: &RuleMeta) -> bool {
        ptr::eq(self, other)
    }
}

impl Eq for RuleMeta {}

impl RuleMeta {
    /// The values that most rules share: no fix, on by default, no sources. For `rule!` and for tests.
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

    /// Whether the rule also reads other files of the cluster.
    pub fn reads_other_files(&self) -> bool {
        matches!(self.scope, Scope::Cluster | Scope::Names)
    }

    /// Whether an entry of a selection selects the rule: `ALL`, a prefix of its code, or its name, ignoring case.
    pub fn is_selected_by(&self, entry: &str) -> bool {
        entry.eq_ignore_ascii_case("all") || self.is_suppressed_by(entry)
    }

    /// Whether a code, prefix or name in a suppression comment matches the rule, ignoring case. A prefix of a code of a
    /// site ends before a hyphen, so that `P` selects no `POOL-1`.
    pub fn is_suppressed_by(&self, text: &str) -> bool {
        let is_prefix = |it: &str| it.eq_ignore_ascii_case(text);
        let ends_well =
            || self.family != Family::Site || matches!(self.code.as_bytes().get(text.len()), None | Some(b'-'));
        self.name.eq_ignore_ascii_case(text) || self.code.get(..text.len()).is_some_and(is_prefix) && ends_well()
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

    /// The URL of the first source that is a page of the manual.
    pub fn url(&self) -> Option<String> {
        self.sources.iter().find_map(|it| it.url())
    }
}
