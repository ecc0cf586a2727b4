//! Settings of one file that change what another file means.

use lsflint_spec::{DEFAULT_ORDER, FileKind, Target};

use crate::{Lookup, View};

/// How much of a name space, or of a file, is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Knowledge {
    /// Not loaded: say nothing about what might be in it.
    #[default]
    Unknown,
    /// Loaded with gaps: unresolved includes, templated values.
    Partial,
    /// Loaded as a whole.
    Complete,
}

/// Which parser LSF uses for selection strings (LSF_STRICT_RESREQ), and how we know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strictness {
    /// LSF_STRICT_RESREQ=Y, or asked for.
    Strict,
    /// LSF_STRICT_RESREQ=N, or asked for.
    Lenient,
    /// lsf.conf is complete and has no such line, which means N.
    LenientByDefault,
    /// lsf.conf is not loaded: assumed to be strict, which is what the installer sets.
    #[default]
    Unknown,
}

impl Strictness {
    /// Whether a violation of the strict rules is an error (else it is ignored today, and a warning).
    pub fn is_strict(self) -> bool {
        matches!(self, Strictness::Strict | Strictness::Unknown)
    }
}

/// The known switches.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Switches {
    /// LSF_STRICT_RESREQ.
    pub strictness: Strictness,
    /// The versions or dialect the configuration is for.
    pub target: Target,
    /// LSF_UNIT_FOR_LIMITS, upper case (`KB`, `MB`, `GB` ...).
    pub unit_for_limits: Option<String>,
    /// LSF_ENABLE_TMP_UNIT=Y: `None` if lsf.conf is not loaded.
    pub tmp_unit: Option<bool>,
    /// LSB_GPU_NEW_SYNTAX, lower case.
    pub gpu_syntax: Option<String>,
    /// How much of lsf.conf is loaded.
    pub lsf_conf: Knowledge,
    /// The order of hosts where no requirement has one: DEFAULT_RESREQ_ORDER, else the built-in default. `None` when lsb.params is
    /// not completely loaded.
    pub default_order: Option<String>,
    /// PREEMPT_JOBTYPE has BACKFILL: `None` if lsb.params is not completely loaded.
    pub backfill_preemptable: Option<bool>,
}

/// What the switches are made from.
pub(crate) const SOURCES: &[(FileKind, &str, &[&str])] = &[
    (FileKind::LsbParams, "Parameters", &["DEFAULT_RESREQ_ORDER", "PREEMPT_JOBTYPE"]),
    (
        FileKind::LsfConf,
        "",
        &["LSF_STRICT_RESREQ", "LSF_UNIT_FOR_LIMITS", "LSF_ENABLE_TMP_UNIT", "LSB_GPU_NEW_SYNTAX", "LSF_VERSION"],
    ),
];

impl Switches {
    /// Reads the switches from the files of a cluster. `target` is what the user asked for; without it LSF_VERSION of lsf.conf
    /// decides, then the newest version.
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
