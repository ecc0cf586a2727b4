//! Switches: settings of one file that change the meaning of another file.

use lsflint_spec::{DEFAULT_ORDER, FileKind, Target};

use crate::{Lookup, View};

/// How completely a namespace or a file is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Knowledge {
    /// Not loaded: nothing is reported about its contents.
    #[default]
    Unknown,
    /// Loaded with gaps: missing includes, values filled in by templates.
    Partial,
    /// Loaded completely.
    Complete,
}

/// The parser that LSF uses for selection strings (LSF_STRICT_RESREQ), and how it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strictness {
    /// LSF_STRICT_RESREQ=Y, or requested by the user.
    Strict,
    /// LSF_STRICT_RESREQ=N, or requested by the user.
    Lenient,
    /// lsf.conf is complete and does not set it, which means N.
    LenientByDefault,
    /// lsf.conf is not loaded: assumed to be strict, which is what the installer sets.
    #[default]
    Unknown,
}

impl Strictness {
    /// Whether a violation of the strict rules is an error; otherwise LSF ignores it, and it is a warning.
    pub fn is_strict(self) -> bool {
        matches!(self, Strictness::Strict | Strictness::Unknown)
    }
}

/// The values of the switches.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Switches {
    /// LSF_STRICT_RESREQ.
    pub strictness: Strictness,
    /// The target of the configuration.
    pub target: Target,
    /// LSF_UNIT_FOR_LIMITS in uppercase (`KB`, `MB`, `GB` ...).
    pub unit_for_limits: Option<String>,
    /// Whether LSF_ENABLE_TMP_UNIT=Y; `None` if lsf.conf is not loaded.
    pub tmp_unit: Option<bool>,
    /// LSB_GPU_NEW_SYNTAX in lowercase.
    pub gpu_syntax: Option<String>,
    /// How completely lsf.conf is loaded.
    pub lsf_conf: Knowledge,
    /// The default order of hosts: DEFAULT_RESREQ_ORDER, else the built-in default. `None` if lsb.params is not
    /// completely loaded.
    pub default_order: Option<String>,
    /// Whether PREEMPT_JOBTYPE contains BACKFILL; `None` if lsb.params is not completely loaded.
    pub backfill_preemptable: Option<bool>,
}

/// The sections that the switches are collected from.
pub(crate) const SOURCES: &[(FileKind, &str, &[&str])] = &[
    (FileKind::LsbParams, "Parameters", &["DEFAULT_RESREQ_ORDER", "PREEMPT_JOBTYPE"]),
    (
        FileKind::LsfConf,
        "",
        &["LSF_STRICT_RESREQ", "LSF_UNIT_FOR_LIMITS", "LSF_ENABLE_TMP_UNIT", "LSB_GPU_NEW_SYNTAX", "LSF_VERSION"],
    ),
];

impl Switches {
    /// Collects the switches from the files of a cluster. `target` is the target that the user requested; without it,
    /// LSF_VERSION in lsf.conf is used, then the latest version.
    pub(crate) fn of(view: View<'_>, target: Option<&Target>) -> Switches {
        let mut switches = Switches { lsf_conf: view.knowledge(FileKind::LsfConf), ..Switches::default() };
        if let Some(target) = target {
            switches.target = *target;
        }
        switches.default_order = match view.parameter("DEFAULT_RESREQ_ORDER") {
            Lookup::Unknown => None,
            Lookup::Absent => Some(DEFAULT_ORDER.to_owned()),
            set @ Lookup::Set(_) => set.value().map(|it| it.trim_matches(['"', '\'']).to_owned()),
        };
        switches.backfill_preemptable = match view.parameter("PREEMPT_JOBTYPE") {
            Lookup::Unknown => None,
            Lookup::Absent => Some(false),
            set @ Lookup::Set(_) => set.value().map(|it| {
                it.trim_matches(['"', '\'']).split_ascii_whitespace().any(|it| it.eq_ignore_ascii_case("BACKFILL"))
            }),
        };
        switches.strictness = match view.conf("LSF_STRICT_RESREQ") {
            Lookup::Unknown => Strictness::Unknown,
            Lookup::Absent => Strictness::LenientByDefault,
            set @ Lookup::Set(_) if set.yes(false) == Some(true) => Strictness::Strict,
            Lookup::Set(_) => Strictness::Lenient,
        };
        let upper = |it: std::borrow::Cow<'_, str>| it.to_ascii_uppercase();
        switches.unit_for_limits = view.conf("LSF_UNIT_FOR_LIMITS").value().map(upper);
        switches.tmp_unit = match view.conf("LSF_ENABLE_TMP_UNIT") {
            set @ Lookup::Set(_) => Some(set.yes(false) == Some(true)),
            other => other.yes(false),
        };
        switches.gpu_syntax = view.conf("LSB_GPU_NEW_SYNTAX").value().map(|it| it.to_ascii_lowercase());
        if target.is_none()
            && let Some(version) = view.conf("LSF_VERSION").value().and_then(|it| it.parse().ok())
        {
            switches.target = version;
        }
        switches
    }
}
