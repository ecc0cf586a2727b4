//! File kinds: how a file is recognized and read, and its sections.

use crate::generated::common::TEMPLATE_ENDINGS;
use crate::lookup::NameTable;
use crate::param::{Confidence, ParamSpec, Reason};

/// A configuration file that LSF reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum FileKind {
    /// `ego.conf`: parameters of EGO, which LIM reads, too.
    EgoConf,
    /// `hosts`: LSF's own host name table.
    Hosts,
    /// `install.config`: options of the installer for a cluster.
    InstallConfig,
    /// `lsb.applications`: application profiles.
    LsbApplications,
    /// `lsb.globalpolicies`: policies across clusters.
    LsbGlobalPolicies,
    /// `lsb.hosts`: batch hosts, host groups, compute units, partitions.
    LsbHosts,
    /// `lsb.modules`: scheduler plug-ins.
    LsbModules,
    /// `lsb.params`: cluster-wide batch parameters.
    LsbParams,
    /// `lsb.queues`: queues.
    LsbQueues,
    /// `lsb.reasons`: site texts for pending reasons.
    LsbReasons,
    /// `lsb.resources`: limits, reservations, guarantees.
    LsbResources,
    /// `lsb.serviceclasses`: service classes.
    LsbServiceClasses,
    /// `lsb.threshold`: power thresholds.
    LsbThreshold,
    /// `lsb.users`: users, groups, shares.
    LsbUsers,
    /// `lsf.cluster.<name>`: hosts of a cluster and where its resources are.
    LsfCluster,
    /// `lsf.conf`: the flat environment file.
    LsfConf,
    /// `lsf.datamanager.<name>`.
    LsfDataManager,
    /// `lsf.licensescheduler`.
    LsfLicenseScheduler,
    /// `lsf.shared`: clusters, host types, models, resources.
    LsfShared,
    /// `lsf.sudoers`.
    LsfSudoers,
    /// `lsf.task`: default requirements of interactive tasks.
    LsfTask,
    /// `lsf.usermapping`: who may submit jobs as whom with `bsubmit`.
    LsfUserMapping,
    /// `server.config`: options of the installer for a server host that joins dynamically.
    ServerConfig,
}

impl FileKind {
    /// Every kind, in the order of the enumeration.
    pub const ALL: [FileKind; 23] = [
        FileKind::EgoConf,
        FileKind::Hosts,
        FileKind::InstallConfig,
        FileKind::LsbApplications,
        FileKind::LsbGlobalPolicies,
        FileKind::LsbHosts,
        FileKind::LsbModules,
        FileKind::LsbParams,
        FileKind::LsbQueues,
        FileKind::LsbReasons,
        FileKind::LsbResources,
        FileKind::LsbServiceClasses,
        FileKind::LsbThreshold,
        FileKind::LsbUsers,
        FileKind::LsfCluster,
        FileKind::LsfConf,
        FileKind::LsfDataManager,
        FileKind::LsfLicenseScheduler,
        FileKind::LsfShared,
        FileKind::LsfSudoers,
        FileKind::LsfTask,
        FileKind::LsfUserMapping,
        FileKind::ServerConfig,
    ];

    /// The facts about this kind.
    pub fn spec(self) -> &'static FileSpec {
        crate::generated::FILES[self as usize]
    }

    /// The usual file name, without a cluster suffix: `lsb.queues`, `lsf.cluster`.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// The kind of a file of this base name: `lsb.queues`, `lsf.cluster.west`, `lsb.queues.j2`.
    ///
    /// Ignores folders before the name and extensions of templates after it. Names are case-sensitive.
    ///
    /// `hosts` is a common name: it is a file of LSF only next to other files of a cluster.
    pub fn from_name(name: &str) -> Option<FileKind> {
        let base = without_template_ending(name.rsplit(['/', '\\']).next().unwrap_or(name));
        FileKind::ALL.into_iter().find(|kind| {
            let recognition = &kind.spec().recognition;
            let suffixed = |prefix: &&str| base.strip_prefix(*prefix).is_some_and(|suffix| !suffix.is_empty());
            recognition.names.contains(&base) || recognition.prefixes.iter().any(suffixed)
        })
    }

    /// The kind with these sections, if some of them belong to exactly one kind.
    ///
    /// Sections that several kinds have (`Host`, `Parameters`) do not identify a kind.
    pub fn from_sections<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<FileKind> {
        let mut found = None;
        for name in names {
            for kind in FileKind::ALL {
                if kind.spec().recognition.sections.iter().any(|it| it.eq_ignore_ascii_case(name)) {
                    if found.is_some_and(|other| other != kind) {
                        return None;
                    }
                    found = Some(kind);
                }
            }
        }
        found
    }
}

/// Whether the name has the extension of a template.
pub fn is_template(name: &str) -> bool {
    without_template_ending(name) != name
}

/// The name without extensions of templates.
fn without_template_ending(mut name: &str) -> &str {
    while let Some(shorter) = TEMPLATE_ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)) {
        name = shorter;
    }
    name
}

/// The facts about every kind, in the order of [`FileKind::ALL`].
pub fn files() -> impl Iterator<Item = &'static FileSpec> {
    FileKind::ALL.into_iter().map(FileKind::spec)
}

/// The reader that LSF uses for the file. Readers differ in comments, quotes and continuation (see `lsflint-syntax`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LexerFamily {
    /// lsf.shared, lsf.cluster, lsf.task: double quotes protect `#`; a continuation becomes one space, and the
    /// backslash must be the last character of the line.
    Base,
    /// lsb.*: quotes do not protect `#`; a continuation joins lines without a space; `#if` is read.
    Batch,
    /// lsf.conf, lsf.sudoers: `Base` plus `NAME=VALUE` with the quote rules of the shell-like file.
    Conf,
}

/// The layout of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// `KEY = value` lines.
    Keyed,
    /// A header line of columns and one row per entry.
    Tabular,
    /// The first line determines the layout.
    Either,
    /// A list of lines with neither keys nor columns; without a name the whole file is one.
    Flat,
}

/// Where `#INCLUDE` is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IncludePlace {
    /// Not read: a comment.
    Nowhere,
    /// Only before the first section.
    Top,
    /// On any line.
    Anywhere,
}

/// The directive lines that a file supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Directives {
    /// `#if #elif #else #endif` are read.
    pub conditionals: bool,
    /// `#define` is read (the `hosts` file aside, only open-source readers document it).
    pub define: bool,
    /// Where `#INCLUDE` is read.
    pub include: IncludePlace,
}

/// The names and sections that identify a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recognition {
    /// Exact base names: `lsb.queues`.
    pub names: &'static [&'static str],
    /// Base name prefixes that need a suffix: `lsf.cluster.`.
    pub prefixes: &'static [&'static str],
    /// Section names whose presence identifies the kind when the name does not.
    pub sections: &'static [&'static str],
    /// What a line begins with in every such file, for names that other programs use, too; empty for other names.
    pub line_start: &'static str,
    /// What names begin with in such a file: a file without any of them, not even commented out, belongs to another
    /// program. Empty if it is not needed.
    pub usual_starts: &'static [&'static str],
}

impl Recognition {
    /// Whether a text can be such a file: the name need not be shared with other programs, or a line, which may be
    /// commented out, begins as in these files.
    pub fn fits(&self, text: &str) -> bool {
        let content = |line: &str| line.trim_start_matches(['#', ' ', '\t']).starts_with(self.line_start);
        let has_start = self.line_start.is_empty() || text.lines().any(content);
        has_start && self.has_usual_name(text) && !self.is_manual_page(text)
    }

    /// Whether some name begins as usual; true of a file that has only comments.
    fn has_usual_name(&self, text: &str) -> bool {
        let begins = |line: &str| {
            let line = line.trim_start_matches(['#', ' ', '\t']);
            self.usual_starts.iter().any(|it| line.starts_with(it))
        };
        let is_comment = |line: &str| line.trim_start().is_empty() || line.trim_start().starts_with('#');
        self.usual_starts.is_empty() || text.lines().any(begins) || text.lines().all(is_comment)
    }

    /// Whether the text is the manual page of a file with a suffix: `lsf.cluster.5` begins with a request of troff.
    fn is_manual_page(&self, text: &str) -> bool {
        !self.prefixes.is_empty() && text.starts_with(['.', '\''])
    }

    /// Whether the name of a file is not enough, so that its text must be read.
    pub fn needs_text(&self, name: &str) -> bool {
        let section = name.rsplit_once('.').is_some_and(|it| matches!(it.1.as_bytes(), [b'1'..=b'9']));
        !self.usual_starts.is_empty() || !self.prefixes.is_empty() && section
    }
}

/// Everything documented about one file kind.
#[derive(Debug)]
pub struct FileSpec {
    /// The kind.
    pub kind: FileKind,
    /// The usual name.
    pub name: &'static str,
    /// A summary for hovers.
    pub summary: &'static str,
    /// The folder it is in, as lsf.conf names it: `LSF_CONFDIR`.
    pub directory: &'static str,
    /// The names and sections that identify it.
    pub recognition: Recognition,
    /// The reader of the file.
    pub lexer: LexerFamily,
    /// The supported directives.
    pub directives: Directives,
    /// Its sections; one with an empty name and [`Layout::Flat`] for flat files.
    pub sections: &'static [SectionSpec],
    /// The section by which a whole file is recognized, as opposed to a part of one, such as an example or an included
    /// piece; empty when a file need not have any.
    pub identity_section: &'static str,
    /// Sections without which LSF does not start.
    pub required_sections: &'static [&'static str],
    /// Sections whose absence LSF only reports.
    pub expected_sections: &'static [&'static str],
    /// Whether the list of parameters is complete enough to report unknown names (false: lsf.conf,
    /// lsb.params, lsf.licensescheduler, lsf.datamanager).
    pub names_complete: bool,
    /// Whether names are case-sensitive (lsf.conf).
    pub case_sensitive_names: bool,
    /// Whether no source says if quotes join the words of a value in a row (lsf.licensescheduler, whose reader is not
    /// one of the open ones).
    pub row_quotes_unknown: bool,
    /// Whether only the installer reads the file: a parameter of another file has no effect here.
    pub installer_only: bool,
    /// Whole values that mean the same as no value: `-` and `()`. They never reach the grammar of a parameter.
    pub empty_values: &'static [&'static str],
    /// Notes about the whole file.
    pub notes: &'static [&'static str],
    /// Environment variables that override settings of the file.
    pub environment: &'static [EnvironmentVariable],
    /// The vendor page.
    pub source: &'static str,
}

/// An environment variable that LSF reads or sets.
#[derive(Debug)]
pub struct EnvironmentVariable {
    /// Its name.
    pub name: &'static str,
    /// A summary for hovers.
    pub summary: &'static str,
    /// The vendor page; may be empty.
    pub source: &'static str,
    /// The reliability of these facts.
    pub confidence: Confidence,
}

/// A name that a section, or each row of a table, defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Definition {
    /// The key or column of the name.
    pub key: &'static str,
    /// What is defined, in the words of the field: `host group`.
    pub what: &'static str,
    /// Whether a reader is known to keep the first definition of a name and to drop the second one.
    pub second_dropped: bool,
    /// The column whose values allow rows with the same name: a host model has a row for each of its architectures.
    pub repeats_with: Option<&'static str>,
}

/// One section of a file.
#[derive(Debug)]
pub struct SectionSpec {
    /// The documented spelling; empty in flat files.
    pub name: &'static str,
    /// Other names read as the same section.
    pub aliases: &'static [&'static str],
    /// How its lines are laid out.
    pub layout: Layout,
    /// Whether the file may have several of them.
    pub repeats: bool,
    /// Whether the reader is known to ignore a second one.
    pub second_ignored: bool,
    /// Keys or columns that must be present.
    pub required: &'static [&'static str],
    /// Keys or columns that the examples of the section have, although no page that we could look up says that they
    /// must be present.
    pub usual: &'static [&'static str],
    /// Keys or columns that most of the examples of the manual and of public files have, in their order, with those of
    /// `required` and `usual`. A new section starts with them; none is reported as missing. Empty if these are all.
    pub frequent: &'static [&'static str],
    /// Why those of `required` must be present.
    pub required_because: Reason,
    /// A section that must come before this one; empty when there is none.
    pub must_follow: &'static str,
    /// What the section, or each row of it, defines; `None` when it only refers to names.
    pub defines: Option<Definition>,
    /// Whether any word may be a key or column, because names of load indices are (Queue, Host).
    pub load_index_names: bool,
    /// The maximum number of rows; 0 if no limit is documented.
    pub max_rows: usize,
    /// Why the section is obsolete; empty if it is not.
    pub obsolete: &'static str,
    /// A summary for hovers.
    pub summary: &'static str,
    /// Its parameters, sorted by uppercase name.
    pub params: &'static [ParamSpec],
    /// The index in `params` of every name and alias.
    pub(crate) by_name: &'static NameTable,
}
